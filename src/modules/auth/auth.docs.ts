import { type RouteDocs, objectOf, text, whole } from 'steward/http';
import { PasskeyAnswerDto } from '../factor/passkey-answer.js';
import { passkeyRequest } from '../factor/passkey.docs.js';
import { LoginDto, PasskeyOptionsDto, RefreshDto, SecondPasskeyDto, SecondStepDto } from './auth.dto.js';
import type { Captcha } from './captcha.service.js';
import { StepUpDto } from './step-up.service.js';
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
  second: {
    summary: 'Pass the second step of a login',
    description:
      'For a login that was refused with the header X-Login-Challenge. Five wrong answers end the challenge.',
    body: [SecondStepDto, SecondPasskeyDto],
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
  passkeyOptions: {
    summary: 'Ask for a passkey',
    description:
      'For a login, the second step of one (`challenge`), or to confirm who is calling, which names the passkeys of ' +
      'the caller if the request has a token. The authenticator has 5 minutes to answer.',
    body: PasskeyOptionsDto,
    bodyOptional: true,
    answer: passkeyRequest,
    limited: true,
  },
  passkey: {
    summary: 'Log in with a passkey',
    body: PasskeyAnswerDto,
    answer: tokenPair,
    limited: true,
  },
  stepUp: {
    summary: 'Confirm who is calling',
    description: 'For what asks for it with 403 and the header X-Step-Up. The session goes on with the new pair.',
    body: [StepUpDto, PasskeyAnswerDto],
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
