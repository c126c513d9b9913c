import type { Component } from 'vue';

const FOLDER = './pages/';
const ENDING = '.page.vue';

type Load = () => Promise<{ default: Component }>;

/** How each page is loaded, by what a menu calls its component: `access/user` is `pages/access/user.page.vue`. */
export const pageFiles = new Map<string, Load>(
  Object.entries(import.meta.glob<{ default: Component }>('./pages/**/*.page.vue')).map(([file, load]) => [
    file.slice(FOLDER.length, -ENDING.length),
    load,
  ]),
);

// A page that is generated meanwhile appears without reloading the console, which would lose unsaved work.
import.meta.hot?.accept((next) => {
  for (const [name, load] of (next as { pageFiles?: typeof pageFiles } | undefined)?.pageFiles ?? []) {
    pageFiles.set(name, load);
  }
});
