import type { Component } from 'vue';
import { patient } from './kit/lib/part';

const FOLDER = './pages/';
const ENDING = '.page.vue';

/** The files that add to pages: `pages/app/rental/access.user.extend.ts` adds to `access/user`. */
const EXTENSIONS = Object.entries(import.meta.glob('./pages/app/**/*.extend.ts'));

type Load = () => Promise<{ default: Component }>;

/** The loader of each page, by the component name that menus use: `access/user` is `pages/access/user.page.vue`. */
export const pageFiles = new Map<string, Load>(
  Object.entries(import.meta.glob<{ default: Component }>('./pages/**/*.page.vue')).map(([file, load]) => {
    const name = file.slice(FOLDER.length, -ENDING.length);
    return [name, patient(() => loadExtended(name, load))];
  }),
);

/** Loads a page's additions first, because its description includes them. */
async function loadExtended(name: string, load: Load): ReturnType<Load> {
  const ending = `/${name.replaceAll('/', '.')}.extend.ts`;
  const added = EXTENSIONS.filter(([file]) => file.endsWith(ending));
  await Promise.all(added.map(([, extend]) => extend()));
  return load();
}

// A page generated in the meantime appears without a reload of the console, which would lose unsaved work.
import.meta.hot?.accept((next) => {
  for (const [name, load] of (next as { pageFiles?: typeof pageFiles } | undefined)?.pageFiles ?? []) {
    pageFiles.set(name, load);
  }
});
