/** Longest value of a sealed column, in characters, unless it says otherwise. */
export const SEALED_LENGTH = 64;

/** Length of a keyed hash as text. */
export const HASH_LENGTH = 43;

/**
 * How long the column of a sealed value has to be: four bytes a character, in base64url, and what encryption adds.
 * @param length of the longest value, in characters
 */
export function sealedLength(length = SEALED_LENGTH): number {
  return 64 + Math.ceil((length * 16) / 3);
}

/**
 * The largest file in a column, in bytes: it is one value of one statement, which databases limit to 16 MiB by default.
 */
export const MAX_FILE = 10 * 1_048_576;
