/** Passkeys of this browser and its user's devices (WebAuthn). */
import { texts } from '@/text/language';
import { type Schemas, type direct, api } from './client';

const t = texts({ notUsed: 'No passkey was used' }, { notUsed: '未使用通行密钥' });

/** An answer of a passkey, as the service takes it. */
export type PasskeyAnswer = Schemas['PasskeyAnswerDto'];

type Bytes = Uint8Array<ArrayBuffer>;

/** Options as the service sends them, with base64url for what the browser takes as bytes. */
interface Credential {
  id: string;
  type: 'public-key';
  transports?: AuthenticatorTransport[];
}
type RequestOptions = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string;
  allowCredentials?: Credential[];
};
type CreationOptions = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Credential[];
};

/**
 * Has the user choose and use a passkey.
 * @param body with the challenge of a second step
 * @param fetch how to send without the session
 * @throws ApiError if the service asks for none; Error if the user gives none
 */
export async function askPasskey(body: { challenge?: string }, fetch?: typeof direct): Promise<PasskeyAnswer> {
  const { requestId, options } = await api.post('/api/passkey/options', { body, fetch });
  const { challenge, allowCredentials, ...others } = options as unknown as RequestOptions;
  const publicKey = { ...others, challenge: bytesOf(challenge), allowCredentials: allowCredentials?.map(known) };
  const { response, ...credential } = await given(navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    requestId,
    response: {
      ...credential,
      response: {
        clientDataJSON: textOf(clientDataJSON),
        authenticatorData: textOf(authenticatorData),
        signature: textOf(signature),
        userHandle: userHandle && textOf(userHandle),
      },
    },
  };
}

/**
 * Has the user make a passkey, and adds it to those of the account.
 * @throws ApiError if the service refuses it; Error if the user makes none
 */
export async function addPasskey(name: string): Promise<void> {
  const { requestId, options } = await api.post('/api/index/passkeyOptions');
  const { challenge, user, excludeCredentials, ...others } = options as unknown as CreationOptions;
  const publicKey = {
    ...others,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(known),
  };
  const { response, ...credential } = await given(navigator.credentials.create({ publicKey }));
  const attestation = response as AuthenticatorAttestationResponse;
  const made = {
    clientDataJSON: textOf(attestation.clientDataJSON),
    attestationObject: textOf(attestation.attestationObject),
    // Older browsers do not tell.
    transports: 'getTransports' in attestation ? attestation.getTransports() : undefined,
  };
  await api.post('/api/index/addPasskey', { body: { requestId, name, response: { ...credential, response: made } } });
}

/** The browser's credential in the service's form. The browser's reasons for refusing one mean little to people. */
async function given(asked: Promise<unknown>) {
  const credential = (await asked.catch((error: unknown) => {
    throw new Error(t.notUsed, { cause: error });
  })) as PublicKeyCredential;
  const { id, rawId, response } = credential;
  return { id, rawId: textOf(rawId), type: 'public-key' as const, response };
}

function known({ id, ...others }: Credential): PublicKeyCredentialDescriptor {
  return { ...others, id: bytesOf(id) };
}

/** Bytes of text in base64url. `PublicKeyCredential.parse…FromJSON` and `toJSON` are missing in older browsers. */
function bytesOf(text: string): Bytes {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
}

/** Bytes as text in base64url. */
function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
