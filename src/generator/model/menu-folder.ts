import { wordsOf } from './names.js';

/** Longest name of a folder, in characters. */
export const MAX_FOLDER = 40;

/** The last part of a folder's path, the same in every database; undefined if its name has no letter or digit. */
export function folderSlug(name: string): string | undefined {
  const words = wordsOf(name);
  return words.length === 0 ? undefined : words.join('-');
}
