/** Length of a data key in bytes: that of AES-256. */
const KEY_BYTES = 32;

const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[\w+/-]{43}=?$/;

/**
 * The bytes of a data key.
 * @param text 32 bytes in hex, base64 or base64url
 * @returns undefined for any other text
 */
export function keyBytes(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
  return bytes?.length === KEY_BYTES ? bytes : undefined;
}
