import { randomInt } from 'node:crypto';
import { lazily } from 'steward/core';

/**
 * Strokes of the characters that a captcha may show, on a grid of 10 × 14: letters and digits that cannot be mistaken
 * for one another. Because the image is drawn from these points, it needs no font on the machine.
 */
const STROKES: Record<string, string> = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,2 7,0 3,0 0,3 0,11 3,14 7,14 10,12',
  E: '10,0 0,0 0,14 10,14|0,7 8,7',
  F: '10,0 0,0 0,14|0,7 8,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '3,0 9,0 9,11 6,14 3,14 0,11',
  K: '0,0 0,14|10,0 0,8|3,6 10,14',
  L: '0,0 0,14 9,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  N: '0,14 0,0 10,14 10,0',
  P: '0,14 0,0 7,0 10,3 10,5 7,8 0,8',
  R: '0,14 0,0 7,0 10,3 10,5 7,8 0,8|5,8 10,14',
  T: '0,0 10,0|5,0 5,14',
  W: '0,0 2,14 5,6 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  3: '0,1 3,0 7,0 10,3 7,7 4,7|7,7 10,10 7,14 3,14 0,12',
  4: '7,14 7,0 0,10 10,10',
  6: '9,0 4,2 0,8 0,11 3,14 7,14 10,11 7,7 3,7 0,9',
  7: '0,0 10,0 4,14',
  9: '1,14 6,12 10,6 10,3 7,0 3,0 0,3 3,7 7,7 10,5',
};
const ALPHABET = Object.keys(STROKES);

const LENGTH = 4;
const WIDTH = 132;
const HEIGHT = 48;

/** Loaded with the first captcha, so that startup does not wait for the renderer. */
const renderer = lazily(() => import('@resvg/resvg-js'));

/** A random answer and its picture as a PNG. */
export async function drawCaptcha(): Promise<{ answer: string; png: Buffer }> {
  const { Resvg } = await renderer();
  const answer = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '');
  const letters = answer.map((character, index) => letter(character, 14 + index * 28)).join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linecap="round">` +
    `<rect width="100%" height="100%" fill="#f4f5f8"/>${noise(3)}${letters}${noise(3)}</svg>`;
  return { answer: answer.join(''), png: new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng() };
}

/** One character, with every point slightly displaced and the whole rotated and scaled. */
function letter(character: string, x: number): string {
  const lines = (STROKES[character] ?? '')
    .split('|')
    .map((line) => {
      const points = line.split(' ').map((point) =>
        point
          .split(',')
          .map((n) => Number(n) + around(0.7))
          .join(','),
      );
      return `<polyline points="${points.join(' ')}"/>`;
    })
    .join('');
  const place = `translate(${x + around(3)} ${12 + around(4)}) rotate(${around(16)} 5 7) scale(${1.6 + around(0.2)})`;
  return `<g transform="${place}" stroke="${ink()}" stroke-width="${1.5 + around(0.3)}">${lines}</g>`;
}

/** Curves across the picture, in the colours and widths of the characters. */
function noise(count: number): string {
  return Array.from({ length: count }, () => {
    const y = () => randomInt(HEIGHT);
    const path = `M0 ${y()}C${randomInt(WIDTH)} ${y()} ${randomInt(WIDTH)} ${y()} ${WIDTH} ${y()}`;
    return `<path d="${path}" stroke="${ink()}" stroke-width="${1.2 + around(0.4)}"/>`;
  }).join('');
}

function ink(): string {
  return `hsl(${randomInt(360)},${randomInt(40, 80)}%,${randomInt(25, 50)}%)`;
}

/** A random number between -spread and +spread. */
function around(spread: number): number {
  return (randomInt(2001) / 1000 - 1) * spread;
}
