import { listOf, objectOf, orNull, type RouteDocs, text, time, whole } from 'steward/http';
import { FRESH } from '../factor/factor.docs.js';
import type { NewToken, OwnToken } from './api-tokens.js';

const ownToken = objectOf<OwnToken>('OwnToken', {
  id: whole('Id of the token', 1),
  name: text('What the owner calls it', 'Nightly import'),
  prefix: text('The first part of the token, by which it is known', 'Q7mZ2kXa'),
  scopes: { ...listOf({ type: 'string' }), description: 'Permission codes that it is limited to' },
  addresses: orNull({
    ...listOf({ type: 'string' }),
    description: 'Addresses and CIDR ranges that it may be used from; null = anywhere',
  }),
  expiresAt: time('When it expires'),
  lastUsedAt: orNull(time('When it was last used, to the minute; null = never')),
  revokedAt: orNull(time('When it was revoked; null = it was not')),
  createdAt: time('When it was made'),
});

const newToken = objectOf<NewToken>('NewApiToken', {
  id: whole('Id of the token', 1),
  token: text('The token, which is not shown again', 'stw_Q7mZ2kXa_<43 more characters>'),
});

/** API description of the caller's API tokens. */
export const apiTokenDocs = {
  ownTokens: {
    summary: "The caller's API tokens",
    description: 'The newest 200, those that have expired or been revoked included.',
    answer: listOf(ownToken),
  },
  addOwn: {
    summary: 'Make an API token',
    description: `${FRESH} The token can do what the caller may do, as far as its scopes go.`,
    answer: newToken,
  },
  add: {
    summary: 'API token: make one for a service account',
    description: 'It can do what the account may do, as far as its scopes go.',
    answer: newToken,
  },
  revokeOwn: { summary: 'Revoke an API token', description: 'It is refused from the next request on.' },
} satisfies Record<string, RouteDocs>;
