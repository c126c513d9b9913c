import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'vue/compiler-sfc';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** What is on every page before any other part. */
const ALWAYS = ['main.ts', 'app.vue', 'shell/layout.vue'].map((path) => join(SRC, path));

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(vue|ts|css)$/.test(path))
  .map((path) => join(SRC, path));
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));

/** The files that a file imports, and so is never without; not those that it loads later. */
function importsOf(path: string): string[] {
  const found = (texts.get(path) ?? '').matchAll(/^(?:import|export)\b(?! type)[^;]*?'((?:@|\.{1,2})\/[^']+)';/gms);
  return Array.from(found, ([, name = '']) => {
    const base = name.startsWith('@/') ? join(SRC, name.slice(2)) : resolve(dirname(path), name);
    return [base, `${base}.ts`, join(base, 'index.ts')].find((one) => texts.has(one)) ?? base;
  });
}

/** A file with all that it imports, directly or not. */
function withImports(...paths: string[]): Set<string> {
  const all = new Set(paths);
  for (const path of all) for (const other of importsOf(path)) all.add(other);
  return all;
}

/** The classes whose own look a file defines, for the whole page. */
function styledBy(path: string): Set<string> {
  const text = texts.get(path) ?? '';
  const sheets = path.endsWith('.css')
    ? [text]
    : path.endsWith('.vue')
      ? parse(text)
          .descriptor.styles.filter(({ scoped }) => !scoped)
          .map(({ content }) => content)
      : [];
  const selectors = sheets
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@[^{]*\{/g, '')
    .replaceAll(/\{[^{}]*\}/g, ',');
  // A rule such as `.dialog .crud-form` is about forms in dialogs, but a file needs more for its dialogs.
  const own = selectors.split(',').map((selector) => /^[\s}]*\.([a-z][\w-]*)(?![^\s]*\s+\S)/.exec(selector)?.[1] ?? '');
  return new Set(own.filter((name) => name !== ''));
}

/** The classes that a component's elements have by name. */
function usedBy(path: string): Set<string> {
  if (!path.endsWith('.vue')) return new Set();
  const { template } = parse(texts.get(path) ?? '').descriptor;
  const names = (template?.content ?? '').matchAll(/(?<![:\w-])class="([^"]+)"/g);
  return new Set(Array.from(names, ([, list = '']) => list.split(/\s+/)).flat());
}

const always = withImports(...ALWAYS);

/** The files that load a file at once or later. */
function usersOf(path: string): string[] {
  const name = path.slice(SRC.length + 1).replace(/\.ts$/, '');
  return files.filter((other) => {
    if (other === path) return false;
    const later = (texts.get(other) ?? '').matchAll(/import\('((?:@|\.{1,2})\/[^']+)'\)/g);
    const loaded = Array.from(later, ([, to = '']) =>
      to.startsWith('@/') ? join(SRC, to.slice(2)) : resolve(dirname(other), to),
    );
    return importsOf(other).includes(path) || loaded.some((one) => one === path || one === join(SRC, name));
  });
}

/** Whether a style sheet is there whenever a component is: it comes with it, or with everything that shows it. */
function isThere(sheet: string, path: string, above: readonly string[] = []): boolean {
  if (always.has(sheet) || withImports(path).has(sheet)) return true;
  const users = usersOf(path).filter((user) => !above.includes(user));
  return users.length > 0 && users.every((user) => isThere(sheet, user, [...above, path]));
}

describe('style sheets', () => {
  const sheets = new Map<string, string[]>();
  for (const path of files) for (const name of styledBy(path)) sheets.set(name, [...(sheets.get(name) ?? []), path]);

  it('are read from components and from files of their own', () => {
    expect(sheets.get('dialog')).toEqual([join(SRC, 'kit/overlays/dialog.css')]);
    expect(sheets.get('tag')).toEqual([join(SRC, 'kit/data/tag.vue')]);
  });

  it.each(files.filter((path) => usedBy(path).size > 0).map((path) => path.slice(SRC.length + 1)))(
    'are there whenever %s is',
    (name) => {
      const path = join(SRC, name);
      const missing = [...usedBy(path)].filter((one) => {
        const holders = sheets.get(one);
        return holders?.some((sheet) => isThere(sheet, path)) === false;
      });
      expect(missing).toEqual([]);
    },
  );
});
