import { isIP } from 'node:net';
import type { TimeUnit } from './value-kinds.js';

/** Forms of values, by which rows confirm or refute what the name of a column says. */

/** The length at which long values are cut before they are looked at, in characters. */
export const LOOKED_AT = 500;

/** The instants that numbers of seconds are taken for: the years 1990 to 2099. */
const FIRST_SECOND = 631_152_000;
const LAST_SECOND = 4_102_444_799;

/** Whether a text is an address that a browser opens: of another site, or a path from the root of this one. */
export function isAddress(text: string): boolean {
  return /^(?:https?:)?\/\/[^\s/]+\S*$/i.test(text) || /^\/[^\s/]\S*$/.test(text);
}

/** Whether a text is the address of one picture. */
export function isPicture(text: string): boolean {
  return isPictureAddress(text) && !(text.includes(',') && !text.startsWith('data:') && isPictures(text));
}

/** Whether a text is a list of addresses, separated by commas or in JSON. */
export function isPictures(text: string): boolean {
  const parts = /^\s*\[/.test(text) ? (text.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map(unquoted) : text.split(',');
  return parts.length > 0 && parts.every((part) => isPictureAddress(part.trim()));
}

function isPictureAddress(text: string): boolean {
  return isAddress(text) || text.startsWith('data:image/');
}

function unquoted(json: string): string {
  return json.slice(1, -1).replaceAll('\\/', '/');
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

export function isPhone(text: string): boolean {
  return /^\+?[\d\s().*/-]{5,24}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i.test(text);
}

export function isColor(text: string): boolean {
  return /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$|^(?:rgb|hsl)a?\([\d\s.,%/deg]+\)$/i.test(text);
}

/** Whether a text is an object or a list in JSON; of one that was cut, whether it begins like one. */
export function isJson(text: string): boolean {
  const json = text.trim();
  if (text.length >= LOOKED_AT) return /^[{[]\s*["{[\d}\]tfn-]/.test(json);
  if (!/^[{[]/.test(json)) return false;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text begins with a tag. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|!--|[a-z][a-z\d]*[\s>/])/i.test(text);
}

/** Whether a text has headings, fences, links, pictures or strong words as Markdown writes them. */
export function isMarkdown(text: string): boolean {
  return /^#{1,6} \S|^```|\[[^\]\n]+\]\([^)\s]+\)|\*\*\S[^*\n]*\*\*/m.test(text) && !isHtml(text);
}

/** Whether a text is one word, as codes are. */
export function isCode(text: string): boolean {
  return /^[^\s\p{Script=Han}]{1,128}$/u.test(text);
}

/** Whether a text is an address of the Internet protocol, also with a port. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 || isIP(text.replace(/:\d+$/, '')) === 4;
}

/** Whether a text is a short list of words: separated by commas, or in JSON. */
export function isTags(text: string): boolean {
  if (/^\s*\[/.test(text)) return /^\s*\[\s*(?:"[^"]{0,40}"\s*(?:,\s*"[^"]{0,40}"\s*)*)?\]\s*$/.test(text);
  return text.split(/[,，;；]/).every((part) => part.trim().length <= 40 && !/[.!?。！？\n]/.test(part));
}

/** The unit in which a number counts the time since 1970, if it may. */
export function epochUnit(number: number): TimeUnit | undefined {
  if (number >= FIRST_SECOND && number <= LAST_SECOND) return 'seconds';
  return number >= FIRST_SECOND * 1000 && number <= LAST_SECOND * 1000 ? 'milliseconds' : undefined;
}
