import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Options to make a credential, as far as an authenticator reads them. */
export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

/** Options to use a credential, as far as an authenticator reads them. */
export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials?: { id: string }[];
}

/** Deviations of an answer from the truth, which must be refused. */
export interface Forgery {
  origin?: string;
  crossOrigin?: boolean;
  type?: string;
  challenge?: string;
  rpId?: string;
  /** Whether the user was verified, by a finger or a PIN. */
  verified?: boolean;
  present?: boolean;
  counter?: number;
  userHandle?: string;
  signature?: string;
  /** Name and statement of an attestation. */
  attestation?: [format: string, statement: Map<string, unknown>];
}

const FLAGS = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

/**
 * A browser and an authenticator in one (WebAuthn, section 6): makes one ES256 credential, without attestation, and
 * signs with it.
 */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';
  private count = 0;

  /**
   * @param origin of the page that uses it
   * @param synced whether it is copied to other devices; such a credential has no counter
   */
  constructor(
    private readonly origin: string,
    private readonly synced = false,
  ) {}

  /** Answers `navigator.credentials.create`, in the form of `PublicKeyCredential.toJSON()`. */
  create({ challenge, rp, user }: CreationOptions, forgery: Forgery = {}) {
    this.userHandle = user.id;
    const clientDataJSON = this.clientData('webauthn.create', challenge, forgery);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(coseKey(this.keys.publicKey))]);
    const authData = Buffer.concat([this.authenticatorData(rp.id, FLAGS.attested, forgery), attested]);
    const [fmt, attStmt] = forgery.attestation ?? ['none', new Map<string, unknown>()];
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON,
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Answers `navigator.credentials.get`, in the same form. */
  get({ challenge, rpId }: RequestOptions, forgery: Forgery = {}) {
    const clientDataJSON = this.clientData('webauthn.get', challenge, forgery);
    const data = this.authenticatorData(rpId, 0, forgery);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: forgery.signature ?? sign('sha256', signed, this.keys.privateKey).toString('base64url'),
        userHandle: forgery.userHandle ?? (this.userHandle || null),
      },
    };
  }

  private clientData(type: string, challenge: string, forgery: Forgery): string {
    const truth = { type, challenge, origin: this.origin, crossOrigin: false };
    const { origin, crossOrigin, type: otherType, challenge: otherChallenge } = forgery;
    const told = { origin, crossOrigin, type: otherType, challenge: otherChallenge };
    const set = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
    return Buffer.from(JSON.stringify({ ...truth, ...set })).toString('base64url');
  }

  private authenticatorData(rpId: string, more: number, forgery: Forgery): Buffer {
    const { present = true, verified = true, counter = this.synced ? 0 : ++this.count } = forgery;
    const data = Buffer.alloc(37);
    sha256(Buffer.from(forgery.rpId ?? rpId)).copy(data);
    data[32] =
      (present ? FLAGS.present : 0) |
      (verified ? FLAGS.verified : 0) |
      (this.synced ? FLAGS.backupEligible | FLAGS.backedUp : 0) |
      more;
    data.writeUInt32BE(counter, 33);
    return data;
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** An EC2 key on P-256 for ES256 (RFC 9053, section 7.1). */
function coseKey(key: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

/** A value in CBOR (RFC 8949): whole numbers, texts, bytes, lists and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map((each) => cbor(each))]);
  if (value instanceof Map) {
    return Buffer.concat([
      cborHead(5, value.size),
      ...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)]),
    ]);
  }
  throw new TypeError(`no CBOR for ${typeof value}`);
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
