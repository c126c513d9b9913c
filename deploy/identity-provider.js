/**
 * An identity provider for trying single sign-on on one machine (docs/deployment.md, Single sign-on). It lets everybody
 * in under the name that they type, so it is for nothing else.
 *
 *     node deploy/identity-provider.js [port] [origin of Steward]
 */
import process from 'node:process';
import { Provider } from 'oidc-provider';

const [port = '3400', steward = 'http://localhost:3000'] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'steward',
      client_secret: 'only-for-trying-it-out',
      redirect_uris: [`${steward}/api/sso/callback`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { openid: ['sub', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
  // In the ID token, and not from the user info alone.
  conformIdTokenClaims: false,
  findAccount: (_context, name) => ({
    accountId: name,
    claims: () => ({ sub: name, preferred_username: name, groups: ['staff'], email: `${name}@example.org` }),
  }),
  cookies: { keys: ['only-for-trying-it-out'] },
  pkce: { required: () => true },
});

provider.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`The identity provider is at ${issuer}\n`);
});
