import { AppError } from 'steward/core';
import type { Format } from '../output/format.js';
import type { FileState } from './decide.js';

/** The texts of a file; undefined if there is none. */
export interface FileTexts {
  /** The text on disk. */
  hand?: string;
  /** The last rendering. */
  base?: string;
  /** The current rendering. */
  rendering?: string;
}

/** Whether a file differs from its last rendering in more than its format. */
export async function isEdited(path: string, texts: FileTexts, format: Format): Promise<boolean> {
  return texts.hand !== texts.base && stateOf(texts, await plainTexts(path, texts, format)) === 'edited';
}

/** The state of a file, by its texts as they are and as {@link plainTexts} returns them. */
export function stateOf({ hand, base }: FileTexts, plain: FileTexts): FileState {
  if (hand === undefined) return 'absent';
  if (base === undefined) return 'unknown';
  return plain.hand === plain.base ? 'untouched' : 'edited';
}

/** The text on disk and the last rendering, in the current format and with LF line endings. */
export async function plainTexts(path: string, { hand, base }: FileTexts, format: Format): Promise<FileTexts> {
  const plain = async (text: string | undefined) => text && formatted(text.replaceAll('\r\n', '\n'), path, format);
  return { hand: await plain(hand), base: await plain(base) };
}

/** Formats a text. One that cannot be parsed stays as it is: it equals only itself, and its merge is a conflict. */
export async function formatted(text: string, path: string, format: Format): Promise<string> {
  try {
    return await format(text, path);
  } catch (error) {
    if (error instanceof AppError) return text;
    throw error;
  }
}
