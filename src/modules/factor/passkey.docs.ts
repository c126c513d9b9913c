import { objectOf, type RouteDocs, type Schema, text, whole } from 'steward/http';
import { FRESH } from './factor.docs.js';
import type { PasskeyAsked } from './passkey.service.js';
import type { CreationOptions, RequestOptions } from './webauthn.js';

const requestId = text('Sent back with the answer', 'Jd2Q…');

const optionsOf = (members: string, example: object): Schema => ({
  type: 'object',
  description: `For \`PublicKeyCredential.${members}\``,
  example,
});

const creation = objectOf<PasskeyAsked<CreationOptions>>('PasskeyCreation', {
  requestId,
  options: optionsOf('parseCreationOptionsFromJSON', {
    challenge: 'nOFx…',
    rp: { name: 'Steward', id: 'admin.example.org' },
    attestation: 'none',
  }),
});

/** The options that ask for a passkey. */
export const passkeyRequest = objectOf<PasskeyAsked<RequestOptions>>('PasskeyRequest', {
  requestId,
  options: optionsOf('parseRequestOptionsFromJSON', { challenge: 'nOFx…', rpId: 'admin.example.org' }),
});

/** API description of the caller's passkeys. */
export const passkeyDocs = {
  creation: {
    summary: 'Begin to add a passkey',
    description: `${FRESH} The authenticator has 5 minutes to answer.`,
    answer: creation,
  },
  add: {
    summary: 'Add the passkey that an authenticator has made',
    description: FRESH,
    answer: objectOf<{ id: number }>('AddedPasskey', { id: whole('Id of the passkey', 1) }),
  },
  rename: { summary: 'Rename a passkey', description: FRESH },
  remove: {
    summary: 'Remove a passkey',
    description: `${FRESH} With the last factor, the recovery codes go too.`,
    params: { id: 'Id of the passkey' },
  },
} satisfies Record<string, RouteDocs>;
