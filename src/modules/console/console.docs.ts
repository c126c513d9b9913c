import { flag, type RouteDocs, objectOf, text, whole } from 'steward/http';
import type { TenantLogin } from 'steward/access';
import { authDocs } from '../auth/auth.docs.js';
import type { ConsoleConfig } from './console-config.service.js';
import type { AccessToken } from './console-session.service.js';

const accessToken = objectOf<AccessToken>('AccessToken', {
  access_token: text('Goes into the header Authorization', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'),
  expires_in: whole('Lifetime of the access token in seconds', 7200),
  token_type: { type: 'string', enum: ['Bearer'] },
});

const consoleConfig = objectOf<ConsoleConfig>('ConsoleConfig', {
  siteName: text('Name of the site', 'Steward'),
  siteLogo: text('Address of a picture', ''),
  siteDescription: text('About the site', ''),
  siteCopyright: text('Whose the site is', ''),
  siteTheme: text('`light` or `dark`; otherwise the theme of the system counts', 'auto'),
  siteAccent: text('Accent colour, such as `#3651c9`; empty for the console’s own', ''),
  generatorEnabled: flag('Whether the code generator is on'),
  docsEnabled: flag('Whether the API describes itself at /api/docs'),
  version: text('Version of the service', '1.0.0'),
});

const tenantLogin = objectOf<TenantLogin>('TenantLogin', {
  name: text('Name of the tenant; empty if it shows nothing', 'Acme'),
  logo: text('Address of a picture; may be empty', ''),
});

const OWN_PAGE =
  'Needs the header `X-Steward: console`; where the browser sends `Sec-Fetch-Site`, it must be `same-origin`.';

/** API description of the routes that only the console uses. */
export const consoleDocs = {
  config: { summary: 'What the console shows before a login', answer: consoleConfig },
  tenant: {
    summary: "What a tenant's login page shows of it",
    description:
      'Both members are empty for a code that is unknown, and for a tenant that is disabled, has expired or has not ' +
      'turned on `loginShown`: nothing tells these apart.',
    filters: { code: 'Code of the tenant' },
    answer: tenantLogin,
  },
  login: {
    ...authDocs.login,
    summary: 'Log in with the refresh token in a cookie',
    description: `${authDocs.login.description} The cookie \`steward_refresh\` holds the refresh token.`,
    answer: accessToken,
  },
  second: {
    ...authDocs.second,
    summary: 'Pass the second step of a login with the refresh token in a cookie',
    answer: accessToken,
  },
  passkey: {
    ...authDocs.passkey,
    summary: 'Log in with a passkey, with the refresh token in a cookie',
    answer: accessToken,
  },
  stepUp: {
    ...authDocs.stepUp,
    summary: 'Confirm who is calling, with the refresh token in a cookie',
    description: `${OWN_PAGE} ${authDocs.stepUp.description}`,
    answer: accessToken,
  },
  refresh: {
    summary: 'Exchange the refresh token of the cookie for a new pair',
    description: `${OWN_PAGE} A refusal leaves the cookie alone.`,
    answer: accessToken,
  },
  logout: {
    summary: 'End the session of the cookie',
    description: `${OWN_PAGE} A request without the cookie is a success that does nothing.`,
  },
} satisfies Record<string, RouteDocs>;
