import { AppError } from 'steward/core';
import type { Format } from '../render/format.js';
import type { FileState } from './decide.js';

/** The texts of a file; undefined where there is none. */
export interface Texts {
  /** What is on disk. */
  hand?: string;
  /** What was last rendered. */
  base?: string;
  /** What would be rendered now. */
  rendering?: string;
}

/** Whether what is there is anything but what was rendered, in whatever format. */
export async function isEdited(path: string, texts: Texts, format: Format): Promise<boolean> {
  return texts.hand !== texts.base && stateOf(texts, await plainTexts(path, texts, format)) === 'edited';
}

/** What a file is, by its texts as they are and as {@link plainTexts} has them. */
export function stateOf({ hand, base }: Texts, plain: Texts): FileState {
  if (hand === undefined) return 'absent';
  if (base === undefined) return 'unknown';
  return plain.hand === plain.base ? 'untouched' : 'edited';
}

/** What is there and what was rendered, in the format that holds now, and with one kind of line end. */
export async function plainTexts(path: string, { hand, base }: Texts, format: Format): Promise<Texts> {
  const plain = async (text: string | undefined) => text && formatted(text.replaceAll('\r\n', '\n'), path, format);
  return { hand: await plain(hand), base: await plain(base) };
}

/** What cannot be parsed stays as it is: nothing but itself is equal to it, and its merge is a conflict. */
export async function formatted(text: string, path: string, format: Format): Promise<string> {
  try {
    return await format(text, path);
  } catch (error) {
    if (error instanceof AppError) return text;
    throw error;
  }
}
