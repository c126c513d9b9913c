import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ICONS } from '@/kit/lib/icons';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const LUCIDE = join(createRequire(import.meta.url).resolve('lucide-static/package.json'), '../icons');

/** Attributes and members `icon`, and the name of an `<Icon>`, each to the end of its expression. */
const PLACES = /(?<![-\w])(?:icon(?:: | = |=)|<Icon\b[^>]*?\bname=)([^,}>\n]*)/g;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(vue|ts)$/.test(path));
const lucide = new Set(readdirSync(LUCIDE).map((file) => file.replace('.svg', '')));

/** The icons that a file names: an `icon` may also be one of the console's own words for a few of them. */
function namedBy(path: string): string[] {
  const places = Array.from(readFileSync(join(SRC, path), 'utf8').matchAll(PLACES), ([, place = '']) => place);
  const words = places.flatMap((place) => place.match(/(?<=['"])[a-z0-9-]+(?=['"])/g) ?? []);
  return words.filter((word) => lucide.has(word));
}

describe('icons that the console names', () => {
  const named = files.flatMap((path) => namedBy(path).map((icon) => ({ icon, path })));

  it('are found', () => {
    expect(named.length).toBeGreaterThan(50);
  });

  // One that is not makes every page load another sprite.
  it('are all in the sprite that every page loads', () => {
    const own: readonly string[] = ICONS;
    expect(named.filter(({ icon }) => !own.includes(icon))).toEqual([]);
  });
});
