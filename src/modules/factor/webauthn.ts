import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import { AppError, errors } from 'steward/core';
import type { SignedCredentialDto } from './passkey-answer.js';
import type { NewCredentialDto } from './passkey.dto.js';
import { REQUEST_TTL_MS } from './passkey-requests.js';
import type { RelyingParty } from './relying-party.js';

/** EdDSA, ES256 and RS256 (COSE Algorithms, IANA): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Passkeys stand for both factors of a login, so that the authenticator always checks who uses it. */
const USER_VERIFICATION = 'required';

/** The library by its first use: it takes half a second to load, and most processes see no passkey. */
const library = () => import('@simplewebauthn/server');

/** Options with which a browser finds or creates a credential, in JSON. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** A credential as browsers are told of it. */
export interface KnownCredential {
  /** In base64url. */
  id: string;
  transports: string[];
}

/** For whom a credential is made. */
export interface CredentialOwner {
  /** User handle in base64url. */
  handle: string;
  username: string;
  realname: string;
}

/** A credential that an authenticator has made. */
export type NewCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** The facts in a signature besides the signer. */
export interface Signature {
  counter: number;
  backedUp: boolean;
}

/** Options to make a credential, unless the authenticator has one of those given. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  site: string,
  { handle, username, realname }: CredentialOwner,
  excludeCredentials: KnownCredential[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: site,
    rpID,
    userID: Buffer.from(handle, 'base64url'),
    userName: username,
    userDisplayName: realname || username,
    timeout: REQUEST_TTL_MS,
    attestationType: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Options to use one of the credentials given, or any that the authenticator knows for the site. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  allowCredentials: KnownCredential[] | undefined,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    allowCredentials,
    timeout: REQUEST_TTL_MS,
    userVerification: USER_VERIFICATION,
  });
}

/**
 * Checks a new credential (WebAuthn, section 7.1).
 * @throws AppError 1020
 */
export async function verifyNewCredential(
  response: NewCredentialDto,
  { id, origin }: RelyingParty,
  expectedChallenge: string,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  return orRefused(async () => {
    assertOrigin(response.response, origin);
    assertWithoutCertificates(decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url')));
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) throw errors.passkeyRefused(UNVERIFIED);
    return registrationInfo;
  });
}

/**
 * Checks a signature (WebAuthn, section 7.2), except that its counter has grown, which only the database can say.
 * @param publicKey COSE key of the credential, in base64url
 * @throws AppError 1020
 */
export async function verifySignature(
  response: SignedCredentialDto,
  { id, origin }: RelyingParty,
  expectedChallenge: string,
  publicKey: string,
): Promise<Signature> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response.response;
  return orRefused(async () => {
    assertOrigin(response.response, origin);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: response.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    });
    if (!verified) throw errors.passkeyRefused(UNVERIFIED);
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  });
}

const UNVERIFIED = 'not verified';

/** The library throws for everything that is wrong with an answer, and quotes it. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw error instanceof AppError ? error : errors.passkeyRefused(UNVERIFIED);
  }
}

/** Named in the log, because it happens to everybody where PUBLIC_URL is wrong. */
function assertOrigin({ clientDataJSON }: { clientDataJSON: string }, origin: string): void {
  const clientData = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<string, unknown>;
  if (clientData.origin !== origin) throw errors.passkeyRefused('wrong origin');
  if (clientData.crossOrigin === true) throw errors.passkeyRefused('within a page of another origin');
}

/**
 * No attestation is asked for, and browsers remove it. A certificate that is sent nevertheless is not read: the library
 * would call the addresses in it.
 */
function assertWithoutCertificates(attestation: AttestationObject): void {
  const format = attestation.get('fmt');
  if (format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)) return;
  throw errors.passkeyRefused('attestation that was not asked for');
}
