import { TextDecoder } from 'node:util';

/** Precedes bytes that are no text, written in base64url. */
const MARK = 'base64url:';

/** Characters that do not occur in text, and that a path could not hold. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** The text that bytes encode in UTF-8; undefined for bytes that are not UTF-8, or that hold control characters. */
export function plainText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Bytes as text: their text in UTF-8, or `base64url:` and their base64url if they are not UTF-8. No two values share a
 * text: one that begins with `base64url:` itself is written in base64url too.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const text = plainText(bytes);
  return text === undefined || text.startsWith(MARK) ? MARK + Buffer.from(bytes).toString('base64url') : text;
}

/** The bytes that a text stands for; undefined for a text that {@link textOfBytes} never writes. */
export function bytesOfText(text: string): Buffer | undefined {
  const bytes = text.startsWith(MARK) ? Buffer.from(text.slice(MARK.length), 'base64url') : Buffer.from(text);
  return textOfBytes(bytes) === text ? bytes : undefined;
}

/** The bytes of a value of a binary column, as the database or an entity has it. SQLite may hold text in such a column. */
export function storedBytes(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return bytesOfText(String(value)) ?? Buffer.from(String(value));
}
