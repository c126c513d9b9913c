import { type RouteDocs, objectOf, text, whole } from 'steward/http';
import { LoginDto, RefreshDto } from './auth.dto.js';
import type { Captcha } from './captcha.service.js';
import type { TokenPair } from './token.service.js';

const tokenPair = objectOf<TokenPair>('TokenPair', {
  access_token: text('Goes into the header Authorization', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'),
  refresh_token: text('Buys one new pair', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'),
  expires_in: whole('Lifetime of the access token in seconds', 7200),
  token_type: { type: 'string', enum: ['Bearer'] },
});

const captcha = objectOf<Captcha>('Captcha', {
  key: text('Sent back with the answer as `key`', '0b0f3d8e'),
  image: text('A PNG as a data URL', 'data:image/png;base64,iVBORw0KGgo='),
});

/** API description of login, tokens and captcha. */
export const authDocs = {
  captcha: { summary: 'A new captcha', answer: captcha, limited: true },
  login: {
    summary: 'Log in',
    description: 'A captcha key that is given must come with the answer, and is used up.',
    body: LoginDto,
    example: { username: 'admin', password: 'the password' },
    answer: tokenPair,
    limited: true,
  },
  token: {
    summary: 'Exchange a refresh token for a new pair',
    description: 'The refresh token cannot be used again. Without one, or with the password grant, this is a login.',
    body: [RefreshDto, LoginDto],
    example: { grant_type: 'refresh_token', refresh_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' },
    answer: tokenPair,
    limited: true,
  },
  logout: { summary: 'End the session: all its access tokens and its refresh token' },
  remove: {
    summary: 'Revoke one token',
    description: 'A token that is invalid or expired is a success that does nothing.',
    params: { token: 'The access or refresh token' },
  },
  checkToken: { summary: 'Succeeds while the access token holds' },
} satisfies Record<string, RouteDocs>;
