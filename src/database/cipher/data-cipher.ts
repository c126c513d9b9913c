import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { AppError } from '../../core/app.error.js';

/** The place of a value: `table:column:id`. A value that is moved to another place cannot be decrypted there. */
export type CipherPlace = `${string}:${string}:${number | string}`;

/** The format; another one would begin differently. */
const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The data key is missing, or is not the one that a value was encrypted with. To a client it is a failure with code 1,
 * whose message names `DATA_KEY`.
 */
export class DataKeyError extends AppError {
  constructor(message: string, reason: string) {
    super(message, { level: 'error', reason });
  }
}

/**
 * Encrypts text that a stolen database must not reveal, with AES-256-GCM under the data key (setting `data.key`).
 * While the key is being changed, what the previous one encrypted can be read too (setting `data.previousKey`).
 */
export class DataCipher {
  private readonly key: KeyObject | undefined;
  private readonly previous: KeyObject | undefined;

  /**
   * @param key 32 bytes; without them every call fails with a {@link DataKeyError}
   * @param previous 32 bytes, tried where `key` does not fit
   */
  constructor(key: Buffer | undefined, previous?: Buffer) {
    this.key = key && createSecretKey(key);
    this.previous = previous && createSecretKey(previous);
  }

  /** Fingerprints of the present key and the previous one, which do not reveal them; undefined for none. */
  get fingerprints(): (string | undefined)[] {
    return [this.key, this.previous].map(
      (key) => key && createHmac('sha256', key).update('fingerprint').digest('base64url').slice(0, 22),
    );
  }

  /**
   * @returns `v1.iv.tag.text`, the last three in base64url; a different one each time
   * @throws DataKeyError without a key
   */
  encrypt(text: string, place: CipherPlace): string {
    if (!this.key) throw noKey(place);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, ...[iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))].join('.');
  }

  /**
   * @param stored what {@link encrypt} returned for the same place
   * @throws DataKeyError if neither key fits, the place is another, or the value was changed
   */
  decrypt(stored: string, place: CipherPlace): string {
    const text = openWith(this.key, stored, place) ?? openWith(this.previous, stored, place);
    if (text !== undefined) return text;
    throw new DataKeyError(
      'What is stored cannot be decrypted: please set DATA_KEY to the key that it was encrypted with',
      `DATA_KEY does not fit ${place}`,
    );
  }

  /**
   * Keyed hashes of a text, by which a value is found without being decrypted: of the present key, and of the previous one
   * while the key is being changed.
   * @returns 43 characters each
   * @throws DataKeyError without a key
   */
  hashes(text: string, place: CipherPlace): string[] {
    const keys = [this.key, this.previous].filter((key) => key !== undefined);
    if (keys.length === 0) throw noKey(place);
    return keys.map((key) => createHmac('sha256', key).update(`${place} `).update(text).digest('base64url'));
  }

  /** Whether the present key decrypts a value: one that only the previous key does is to be encrypted again. */
  isCurrent(stored: string, place: CipherPlace): boolean {
    return openWith(this.key, stored, place) !== undefined;
  }
}

function noKey(place: CipherPlace): DataKeyError {
  return new DataKeyError('This needs a key for encryption: please set DATA_KEY', `no DATA_KEY for ${place}`);
}

/** The text, or undefined if the key does not fit. */
function openWith(key: KeyObject | undefined, stored: string, place: CipherPlace): string | undefined {
  const [version, ...parts] = stored.split('.');
  const [iv, tag, encrypted] = parts.map((part) => Buffer.from(part, 'base64url'));
  // A shorter tag would be easier to forge.
  if (!key || version !== VERSION || parts.length !== 3 || iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES) {
    return undefined;
  }
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted ?? Buffer.alloc(0)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
