import { type KeyObject, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { resolveJwtSecret, SettingsService } from 'steward/settings';

/**
 * The keys of tokens: new tokens are signed with the current key; while the secret is being rotated, those signed with
 * the previous one are valid too (setting jwt.previousSecret). Secrets are KeyObjects: given a string, the library
 * first tries it as a public key on every verification, which takes fifty times as long.
 */
export class SigningKeys {
  constructor(
    /** Signs new tokens. */
    readonly current: KeyObject,
    private readonly previous?: KeyObject,
  ) {}

  /** The key to verify a token with: the previous one for a token that the current one did not sign. */
  keyFor(token: string): KeyObject {
    return this.previous === undefined || isSignedWith(this.current, token) ? this.current : this.previous;
  }
}

export const signingKeysProvider = {
  provide: SigningKeys,
  inject: [SettingsService],
  useFactory: (settings: SettingsService): SigningKeys => {
    const previous = settings.get('jwt.previousSecret');
    return new SigningKeys(
      keyOf(resolveJwtSecret(settings.get('jwt.secret'))),
      previous === '' ? undefined : keyOf(previous),
    );
  },
};

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}

function isSignedWith(key: KeyObject, token: string): boolean {
  const end = token.lastIndexOf('.');
  const expected = createHmac('sha256', key)
    .update(token.slice(0, Math.max(0, end)))
    .digest();
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
