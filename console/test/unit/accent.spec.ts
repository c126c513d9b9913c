import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { colourOf, isColour } from '@/kit/lib/colour';
import { type Look, accentProperties, PAGE, contrastOf, luminanceOf, shadesOf } from '@/style/accent';

const CSS = readFileSync(new URL('../../src/style/tokens.css', import.meta.url), 'utf8');

/** A token of the style sheet in a look. */
function token(name: string, look: Look): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(CSS) ?? [];
  const found = look === 'light' ? light : dark;
  if (found === undefined) throw new Error(`No token ${name}`);
  return found;
}

const contrast = (one: string, other: string) => contrastOf(luminanceOf(one), luminanceOf(other));

/** Every corner of the colour space and the way between, 512 colours, and some that are nearly the limits. */
const STEPS = ['00', '24', '49', '6d', '92', 'b6', 'db', 'ff'];
const COLOURS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));
for (let grey = 0; grey < 256; grey++) COLOURS.push(`#${grey.toString(16).padStart(2, '0').repeat(3)}`);

/** Text colours, and the surfaces that they stand on. */
const TEXTS = ['text', 'text-2', 'danger'];
const SURFACES = ['bg', 'surface', 'surface-2', 'surface-3'];

describe.each(['light', 'dark'] as const)('the accent in the %s look', (look) => {
  it('can be read as text on every surface, and under its own', () => {
    for (const colour of COLOURS) {
      const { accent, strong, onAccent, soft } = shadesOf(colour, look);
      for (const shade of [accent, strong]) {
        for (const surface of [...SURFACES.map((name) => token(name, look)), soft])
          expect(contrast(shade, surface), `${colour}: ${shade} on ${surface}`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(onAccent, shade), `${colour}: ${onAccent} on ${shade}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('leaves what stands on its soft shade readable', () => {
    for (const colour of COLOURS) {
      const { soft } = shadesOf(colour, look);
      for (const text of TEXTS)
        expect(contrast(token(text, look), soft), `${colour}: ${text} on ${soft}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('is another where the pointer is, and is not changed without need', () => {
    for (const colour of COLOURS) {
      const { accent, strong, kept, contrast: own, shown } = shadesOf(colour, look);
      expect(contrast(accent, strong), `${colour}: ${accent} and ${strong}`).toBeGreaterThan(1.15);
      expect(shown).toBeGreaterThanOrEqual(4.5);
      if (kept) expect([accent, shown]).toEqual([colour, own]);
      else expect(accent).not.toBe(colour);
    }
  });
});

describe('an accent colour', () => {
  it('is used as it is where it can be read, and keeps its hue where it cannot', () => {
    expect(shadesOf('#3651c9', 'light')).toMatchObject({ kept: true, accent: '#3651c9' });
    expect(shadesOf('#ffff00', 'dark')).toMatchObject({ kept: true, accent: '#ffff00' });
    const { kept, contrast: own, accent } = shadesOf('#ffff00', 'light');
    expect(kept).toBe(false);
    expect(own).toBeLessThan(1.3);
    expect(accent).toMatch(/^#(..)\1(?:00)$/);
    const black = shadesOf('#000000', 'dark');
    expect(black.kept).toBe(false);
    expect(black.accent).toMatch(/^#(..)\1\1$/);
  });

  it('sets what the style sheet reads', () => {
    for (const [name, value] of Object.entries(accentProperties('#008080'))) {
      expect(CSS).toContain(`var(${name}, #`);
      expect(value).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it('is shown on the surface of the style sheet', () => {
    expect(PAGE).toEqual({ light: token('surface', 'light'), dark: token('surface', 'dark') });
  });

  it.each([
    ['#3651C9', '#3651c9'],
    ['3651c9', '#3651c9'],
    [' #36c ', '#3366cc'],
    ['', ''],
    ['blue', 'blue'],
    ['#3651c', '#3651c'],
  ])('%j is read as %j', (typed, read) => {
    expect(colourOf(typed)).toBe(read);
    expect(isColour(read)).toBe(read.startsWith('#') && read.length === 7);
  });
});
