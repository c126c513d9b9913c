import { listOf, objectOf, type RouteDocs, text, time, whole } from 'steward/http';
import type { ShownIdentity } from './sso-links.service.js';
import type { SsoProvider } from './sso-provider.entity.js';

const provider = objectOf<Pick<SsoProvider, 'code' | 'name'>>('LoginProvider', {
  code: text('Its code, part of the login address', 'corp'),
  name: text('What the login page calls it', 'Corporate login'),
});

const identity = objectOf<ShownIdentity>('SsoIdentity', {
  id: whole('Id of the link', 1),
  providerId: whole('Identity provider', 1),
  providerName: text('What the login page calls the provider', 'Corporate login'),
  subject: text('Whom the provider means: the claim `sub`', '248289761001'),
  createdAt: time('When it was made'),
});

/** API description of single sign-on beyond the identity providers' own rows. */
export const ssoDocs = {
  providers: {
    summary: 'The identity providers of a login page',
    description: 'Only enabled ones of a tenant that may log in; none for any other code.',
    filters: { tenantCode: 'The tenant; left out or empty: the platform' },
    answer: listOf(provider),
  },
  start: {
    summary: 'Begin a login at an identity provider',
    description: 'For browsers. A login that cannot begin leads to /console/login?sso=failed.',
    params: { tenantCode: 'Code of the tenant', code: 'Code of the identity provider' },
    redirects: true,
  },
  callback: {
    summary: 'Finish a login at an identity provider',
    description:
      'Providers send browsers here. A success sets the cookie of a session and leads to /console/; users with a second ' +
      'factor are led to its form, and a failure leads to /console/login?sso=failed.',
    filters: {
      code: 'What the provider confirms the login with',
      state: 'What the login was begun with',
      iss: 'The provider (RFC 9207)',
      error: 'Why the provider refused',
    },
    redirects: true,
  },
  stepUp: {
    summary: 'Confirm who is calling by logging in again at the identity provider',
    description: 'For sessions that began there, in browsers. The answer ends at /console/, with a new pair.',
    answer: objectOf<{ url: string }>('SsoStepUp', {
      url: text('Where the browser logs in', 'https://login.example.org/authorize?…'),
    }),
  },
  link: {
    summary: 'Link an identity at a provider to a user',
    answer: objectOf<{ id: number }>('LinkedIdentity', { id: whole('Id of the link', 1) }),
  },
  unlink: {
    summary: 'Unlink an identity at a provider from its user',
    description: "Also ends the user's sessions that began there, and their roles that come from there.",
    params: { id: 'Id of the link' },
  },
  identities: {
    summary: 'The identities of a user at identity providers',
    params: { userId: 'Id of the user' },
    answer: listOf(identity),
  },
} satisfies Record<string, RouteDocs>;
