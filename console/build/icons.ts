import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { ICONS, SPRITES, spriteOf } from '../src/kit/lib/icons.ts';

const MODULE = 'virtual:icons';
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons');

/**
 * The icons as SVG sprites: one of those that the console itself names (src/kit/lib/icons.ts), which every page loads;
 * one of all that Lucide has, from which menus choose; and, for what they chose, {@link SPRITES} that share all icons.
 * `virtual:icons` exports the addresses of the first two.
 */
export function icons(): Plugin {
  let serving = false;
  let all = '';
  return {
    name: 'steward-icons',
    configResolved({ command }) {
      serving = command === 'serve';
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      if (serving) return exported(`'/console/@icons/own.svg'`, `'/console/@icons/all.svg'`);
      const own = this.emitFile({ type: 'asset', name: 'icons.svg', source: await sprite(ICONS) });
      all = this.emitFile({ type: 'asset', name: 'all-icons.svg', source: await sprite(await allNames()) });
      return exported(`import.meta.ROLLUP_FILE_URL_${own}`, `import.meta.ROLLUP_FILE_URL_${all}`);
    },
    async generateBundle() {
      const [file, names] = [this.getFileName(all), await allNames()];
      for (let number = 0; number < SPRITES; number++) {
        const fileName = file.replace('.svg', `-${number}.svg`);
        this.emitFile({ type: 'asset', fileName, source: await sprite(names.filter(isIn(number))) });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /\/@icons\/(own|all|all-\d+)\.svg$/.exec(request.url ?? '')?.[1];
        if (name === undefined) return next();
        namesOf(name)
          .then(sprite)
          .then(
            (svg) => response.setHeader('Content-Type', 'image/svg+xml').end(svg),
            (error: unknown) => next(error),
          );
      });
    },
  };
}

/** Addresses without an origin: browsers use a sprite only from the page's own. */
function exported(own: string, all: string): string {
  return `export const ownIcons = new URL(${own}, location.href).pathname;
export const allIcons = new URL(${all}, location.href).pathname;`;
}

async function namesOf(name: string): Promise<readonly string[]> {
  if (name === 'own') return ICONS;
  const names = await allNames();
  return name === 'all' ? names : names.filter(isIn(Number(name.slice('all-'.length))));
}

function isIn(number: number): (name: string) => boolean {
  return (name) => spriteOf(name) === number;
}

async function allNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.filter((file) => file.endsWith('.svg')).map((file) => file.slice(0, -'.svg'.length));
}

async function sprite(names: readonly string[]): Promise<string> {
  const symbols = await Promise.all([...names].sort().map(symbol));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

async function symbol(name: string): Promise<string> {
  const file = join(FOLDER, `${name}.svg`);
  if (!existsSync(file)) throw new Error(`Lucide has no icon ${name}`);
  const svg = await readFile(file, 'utf8');
  const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\s*\n\s*/g, '')}</symbol>`;
}
