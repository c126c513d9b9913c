/**
 * Shades of the site's accent colour in which everything that the console draws with it can be read (WCAG 2.2: text
 * 4.5:1, focus and borders 3:1). Contrast depends on luminance alone, so a shade is the accent mixed with black or
 * white until it has a luminance with which the default tokens are known to work.
 */

/** The two looks of the console. */
export type Look = 'light' | 'dark';

/** Of the surfaces that text in the accent colour stands on, the one with the least contrast: --surface-3. */
const SURFACE = { light: '#e6e9ee', dark: '#2a2f38' };

/** --surface, on which most of it stands. */
export const PAGE = { light: '#ffffff', dark: '#181b20' };

const READABLE = 4.5;

/** Contrast of a derived shade: a little more than {@link READABLE}, so that rounding cannot spoil it. */
const DERIVED = 4.6;

/** Luminances of the default --accent-soft and of the dark --on-accent. */
const SOFT = { light: 0.849, dark: 0.0258 };
const INK = 0.0078;

/** The accent colour in a look, and how it came about. */
export interface Shades {
  /** Lowest contrast that the chosen colour itself would have as text. */
  contrast: number;
  /** Whether the chosen colour is used as it is. */
  kept: boolean;
  /** Lowest contrast of the shade in use. */
  shown: number;
  accent: string;
  strong: string;
  onAccent: string;
  soft: string;
}

/** The shades of an accent colour (`#rrggbb`) in a look. */
export function shadesOf(colour: string, look: Look): Shades {
  const surface = luminanceOf(SURFACE[look]);
  const contrast = contrastOf(luminanceOf(colour), surface);
  const right = look === 'light' ? luminanceOf(colour) < surface : luminanceOf(colour) > surface;
  const kept = right && contrast >= READABLE;
  const wanted = look === 'light' ? (surface + 0.05) / DERIVED - 0.05 : (surface + 0.05) * DERIVED - 0.05;
  const accent = kept ? colour : shadeOf(colour, wanted);
  const luminance = luminanceOf(accent);
  return {
    contrast,
    kept,
    shown: contrastOf(luminance, surface),
    accent,
    strong: shadeOf(colour, strongOf(luminance, look)),
    onAccent: look === 'light' ? '#ffffff' : shadeOf(colour, INK),
    soft: shadeOf(colour, SOFT[look]),
  };
}

/** The custom properties of an accent colour (`#rrggbb`) that tokens.css reads. */
export function accentProperties(colour: string): Record<string, string> {
  const [light, dark] = [shadesOf(colour, 'light'), shadesOf(colour, 'dark')];
  return {
    '--accent-light': light.accent,
    '--accent-dark': dark.accent,
    '--accent-strong-light': light.strong,
    '--accent-strong-dark': dark.strong,
    '--accent-soft-light': light.soft,
    '--accent-soft-dark': dark.soft,
    '--on-accent-dark': dark.onAccent,
  };
}

/** The luminance of a shade with more contrast than the accent, or with less if the accent has the most there is. */
function strongOf(luminance: number, look: Look): number {
  if (look === 'light') return luminance < 0.04 ? luminance + 0.05 : luminance * 0.65;
  return luminance > 0.8 ? luminance * 0.75 : luminance * 1.25;
}

/** A colour mixed with black or white, so that it has a luminance. */
function shadeOf(colour: string, luminance: number): string {
  const end = luminanceOf(colour) > luminance ? 0 : 255;
  const mixed = (share: number) => hex(channelsOf(colour).map((channel) => channel + (end - channel) * share));
  let [from, to] = [0, 1];
  for (let step = 0; step < 12; step++) {
    const middle = (from + to) / 2;
    if (luminanceOf(mixed(middle)) > luminance === (end === 0)) from = middle;
    else to = middle;
  }
  return mixed((from + to) / 2);
}

/** Relative luminance of WCAG, 0 to 1. */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of WCAG between two luminances, 1 to 21. */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
