import type { Component } from 'vue';
import { patient } from './kit/lib/part';

const FOLDER = './pages/';
const ENDING = '.page.vue';

type Load = () => Promise<{ default: Component }>;

/** The loader of each page, by the component name that menus use: `access/user` is `pages/access/user.page.vue`. */
export const pageFiles = new Map<string, Load>(
  Object.entries(import.meta.glob<{ default: Component }>('./pages/**/*.page.vue')).map(([file, load]) => [
    file.slice(FOLDER.length, -ENDING.length),
    patient(load),
  ]),
);

// A page generated in the meantime appears without a reload of the console, which would lose unsaved work.
import.meta.hot?.accept((next) => {
  for (const [name, load] of (next as { pageFiles?: typeof pageFiles } | undefined)?.pageFiles ?? []) {
    pageFiles.set(name, load);
  }
});
