import type { Component } from 'vue';

const FOLDER = './pages/';
const ENDING = '.page.vue';

type Load = () => Promise<{ default: Component }>;

/** How each page is loaded, by what a menu calls its component: `access/user` is `pages/access/user.page.vue`. */
export const pageFiles: ReadonlyMap<string, Load> = new Map(
  Object.entries(import.meta.glob<{ default: Component }>('./pages/**/*.page.vue')).map(([file, load]) => [
    file.slice(FOLDER.length, -ENDING.length),
    load,
  ]),
);
