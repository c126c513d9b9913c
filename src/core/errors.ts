import { AppError } from './app.error.js';
import { type Fault, type Use, counted } from './fault.js';

/** One text for "no such user" and "wrong password", so that neither tells which usernames exist. */
const WRONG_CREDENTIALS = 'Incorrect username or password';

/** The fault of a failed login whose cause must not be told. */
const CREDENTIALS: Fault = { reason: 'credentials' };

function tooMany(what: string, reason: string, retryAfter: number): AppError {
  const message = `Too many ${what}, please try again later`;
  return new AppError(message, { status: 429, level: 'warn', reason, retryAfter, fault: { reason: 'tooMany', what } });
}

/** Every failure of the service by name, with its fine code and its HTTP status (docs/api.md, Conventions). */
export const errors = {
  /** A business rule said no, or the input is invalid; HTTP 200, code 1. */
  failure: (message: string, fault?: Fault) => new AppError(message, { fault }),
  notFound: (what: string) => new AppError(`${what} does not exist`, { fault: { reason: 'notFound', what } }),
  /** A value that is not written in the format of its member. @param rule what it must be, as the message says it */
  malformed: (member: string, format: string, rule: string) =>
    new AppError(`${member} ${rule}`, { fault: { reason: 'format', format, member } }),
  /** An id that no row of the kind can have. */
  badId: (message: string) => new AppError(message, { fault: { reason: 'format', format: 'id', member: 'id' } }),
  /** A row that others use cannot be deleted. @param example one of them */
  inUse: (what: string, uses: Use[], example?: string) => {
    const by = uses.length === 0 ? '' : ` by ${uses.map(counted).join(', ')}`;
    const message = `${what} is in use${by}${example === undefined ? '' : `, such as ${example}`}`;
    return new AppError(message, { fault: { reason: 'inUse', what, uses } });
  },
  /** The row has another tag than the request's If-Match header names. */
  changedSince: (what: string) =>
    new AppError(`${what} has been changed by somebody else meanwhile`, { fault: { reason: 'changedSince', what } }),

  unauthenticated: (reason: string) =>
    new AppError('Login expired or invalid, please log in again', {
      code: 401,
      status: 401,
      reason,
      fault: { reason: 'sessionEnded' },
    }),
  /** @param what why the session ended, as the client is told */
  sessionEnded: (what: string) =>
    new AppError(`${what}, please log in again`, {
      code: 401,
      status: 401,
      reason: `session ended: ${what}`,
      fault: { reason: 'sessionEnded', what },
    }),
  /**
   * The session was not used for too long, or its login was too long ago.
   * @param what as in {@link errors.sessionEnded}
   */
  sessionOutlived: (what: string) =>
    new AppError(`${what}, please log in again`, {
      code: 1014,
      status: 401,
      reason: 'session idle or too old',
      fault: { reason: 'sessionEnded', what },
    }),
  /** One text for every reason, so that somebody who found the token learns nothing. @param why for the log */
  apiTokenRefused: (why: string) =>
    new AppError('The API token is not accepted: it is unknown, expired or revoked, or may not be used from here', {
      code: 1022,
      status: 401,
      reason: `API token refused: ${why}`,
      fault: { reason: 'apiToken' },
    }),
  /** A route that people alone may call. */
  notForTokens: () =>
    new AppError('This cannot be done with an API token', { status: 403, fault: { reason: 'notForTokens' } }),
  tooManyTokenRequests: (retryAfter: number) => tooMany('requests with this API token', 'API token limit', retryAfter),
  signatureWrong: () =>
    new AppError('The signature of the request is missing or wrong', {
      status: 403,
      level: 'warn',
      reason: 'webhook signature wrong',
    }),
  /** @param toleranceS seconds */
  signatureOld: (toleranceS: number) =>
    new AppError(`The time of the signature is more than ${toleranceS} s from now`, {
      status: 403,
      level: 'warn',
      reason: 'webhook signature old',
    }),
  /** HTTP 200, so that the sender stops repeating it. */
  webhookRepeated: () => new AppError('This request has been handled before', { reason: 'webhook repeated' }),
  /** @param setting the dotted name of the one that is missing */
  webhookUnready: (setting: string) =>
    new AppError(`This webhook is not set up: the setting ${setting} is empty`, { status: 503, level: 'error' }),
  /** A page of another site, or of none, tries to act on the console's cookie. */
  otherSite: () => new AppError('Requests of other sites are refused', { status: 403, level: 'warn' }),
  forbidden: (permission: string) =>
    new AppError(`Permission ${permission} is required`, { status: 403, fault: { reason: 'permission', permission } }),

  userUnknown: () => new AppError(WRONG_CREDENTIALS, { code: 1001, reason: 'user does not exist', fault: CREDENTIALS }),
  tenantUnknown: () =>
    new AppError(WRONG_CREDENTIALS, { code: 1001, reason: 'tenant does not exist', fault: CREDENTIALS }),
  userAmbiguous: () =>
    new AppError('Several tenants have this username: please give the tenant code (tenantCode)', {
      code: 1001,
      reason: 'username is ambiguous, a tenant code is needed',
      fault: { reason: 'tenantCodeNeeded' },
    }),
  userDisabled: () =>
    new AppError('The account is disabled', {
      code: 1002,
      reason: 'account disabled',
      fault: { reason: 'accountDisabled' },
    }),
  passwordWrong: () => new AppError(WRONG_CREDENTIALS, { code: 1003, reason: 'wrong password', fault: CREDENTIALS }),
  /** No password works for this account: its tenant requires single sign-on, or it is a service account. */
  passwordLoginOff: () =>
    new AppError(WRONG_CREDENTIALS, { code: 1023, reason: 'password login off', fault: CREDENTIALS }),
  passwordLegacy: () =>
    new AppError('The stored password is outdated: please have an administrator reset it', {
      code: 1003,
      reason: 'legacy md5 password, reset required',
      fault: { reason: 'passwordOutdated' },
    }),
  /** The password was right, but somebody else has set it. */
  passwordExpired: () =>
    new AppError('The temporary password has expired: please have an administrator reset it', {
      code: 1017,
      reason: 'temporary password expired',
      fault: { reason: 'passwordExpired' },
    }),
  /** A password that may not be set. @param rule what it must be, or why it is refused, as the message says it */
  passwordRefused: (member: string, rule: string, fault: Fault) =>
    new AppError(`${member} ${rule}`, { code: 1018, reason: `password refused: ${rule}`, fault: { ...fault, member } }),
  /** The strict level: nobody else may choose or know a user's password. */
  passwordChosenByAnother: () =>
    new AppError('Users choose their passwords themselves here: please make a reset link (POST /api/user/resetLink)', {
      fault: { reason: 'useResetLink' },
    }),
  captchaWrong: () =>
    new AppError('The captcha is wrong or expired', {
      code: 1004,
      reason: 'captcha wrong or expired',
      fault: { reason: 'captcha' },
    }),
  /**
   * The password was right, and the user has a second factor.
   * @param challenge what the second step refers to, if it may come alone
   * @param methods how it may be passed
   */
  secondFactorRequired: (challenge: string | undefined, methods: string[]) =>
    new AppError('A second step is required: send the code as otp', {
      code: 1009,
      reason: 'second factor required',
      fault: { reason: 'secondFactor' },
      headers: {
        ...(challenge === undefined ? {} : { 'x-login-challenge': challenge }),
        'x-login-methods': methods.join(', '),
      },
    }),
  /** One text for every reason, so that it tells nothing. @param why what is wrong with a passkey, for the log */
  secondFactorWrong: (why?: string) =>
    new AppError('The code is wrong, or the login has taken too long', {
      code: 1010,
      reason: `second factor wrong${why === undefined ? '' : `: ${why}`}`,
      fault: { reason: 'secondFactorWrong' },
    }),
  /** One text for every reason, so that it tells nothing. @param why for the log */
  passkeyRefused: (why: string) =>
    new AppError('The passkey was not accepted', {
      code: 1020,
      reason: `passkey refused: ${why}`,
      fault: { reason: 'passkey' },
    }),
  /** An identity provider or its answer is not accepted, or does not answer. @param why for the log */
  ssoRefused: (why: string) =>
    new AppError('The sign-in with the identity provider did not succeed', {
      code: 1021,
      reason: `SSO refused: ${why}`,
      fault: { reason: 'sso' },
    }),
  /** @param lacking what the session lacks: its user's own password, or a second factor */
  restricted: (lacking: 'password' | 'factor') =>
    new AppError(
      lacking === 'password' ? 'Please set a password of your own first' : 'Please set up a second factor first',
      {
        code: 1016,
        status: 403,
        reason: `session restricted: ${lacking}`,
        fault: { reason: 'restricted', what: lacking },
        headers: { 'x-restricted': lacking },
      },
    ),
  lastFactor: () =>
    new AppError('A second factor is required, and this is your last one', { fault: { reason: 'lastFactor' } }),
  /** @param methods how the caller may confirm who they are */
  stepUpRequired: (methods: string[]) =>
    new AppError('Please confirm that it is you', {
      code: 1015,
      status: 403,
      reason: 'step-up required',
      fault: { reason: 'stepUp' },
      headers: { 'x-step-up': methods.join(', ') },
    }),
  /** One text for a link that is unknown, expired, used up, or whose user may not log in. */
  linkInvalid: () =>
    new AppError('The link is invalid or has expired, please ask for a new one', {
      code: 1019,
      reason: 'link invalid',
      fault: { reason: 'linkInvalid' },
    }),
  linksOff: () =>
    new AppError('Links for this are turned off: please ask an administrator', { fault: { reason: 'linksOff' } }),
  captchaRequired: () =>
    new AppError('Please answer the captcha', {
      code: 1012,
      reason: 'captcha required',
      fault: { reason: 'captcha' },
      headers: { 'x-captcha': 'required' },
    }),
  tenantExpired: () =>
    new AppError('The tenant has expired', {
      code: 1005,
      reason: 'tenant expired',
      fault: { reason: 'tenantExpired' },
    }),
  tenantDisabled: () =>
    new AppError('The tenant is disabled', {
      code: 1006,
      reason: 'tenant disabled',
      fault: { reason: 'tenantDisabled' },
    }),
  refreshInvalid: () =>
    new AppError('The refresh token is invalid or expired, please log in again', {
      reason: 'refresh token invalid',
      fault: { reason: 'sessionEnded' },
    }),
  refreshUserGone: () =>
    new AppError('Account deleted, please log in again', {
      code: 1001,
      reason: 'user does not exist',
      fault: { reason: 'sessionEnded', what: 'Account deleted' },
    }),
  /** The console's cookie is missing. */
  sessionMissing: () => new AppError('There is no session, please log in', { reason: 'no refresh token in a cookie' }),
  /** The console's cookie is there more than once. */
  sessionAmbiguous: () =>
    new AppError('There were several sessions, please log in', {
      code: 401,
      status: 401,
      level: 'warn',
      reason: 'several cookies with a refresh token',
    }),
  refreshUsed: () =>
    new AppError('The refresh token was already used or revoked, please log in again', {
      code: 1008,
      reason: 'refresh token already used or revoked',
      fault: { reason: 'sessionEnded' },
    }),
  /** Somebody used a refresh token again; the session has ended. The client is told no more than of any used token. */
  refreshReused: () =>
    new AppError('The refresh token was already used or revoked, please log in again', {
      code: 1013,
      level: 'warn',
      reason: 'refresh token reused, session ended',
      fault: { reason: 'sessionEnded' },
    }),
  /** @param what why the session of the refresh token ended, as the client is told */
  refreshEnded: (what: string, code: 1008 | 1014 = 1008) =>
    new AppError(`${what}, please log in again`, {
      code,
      reason: `session ended: ${what}`,
      fault: { reason: 'sessionEnded', what },
    }),

  /** Too many logins of one account have failed; no row of the login log says so. */
  mailsOff: () => new AppError('There is no mail server: SMTP_URL is not set', { fault: { reason: 'mailsOff' } }),
  noConfirmedAddress: () =>
    new AppError('Your account has no confirmed e-mail address', { fault: { reason: 'noConfirmedAddress' } }),
  tooManyAttemptsOfAccount: (retryAfter: number) =>
    new AppError('Too many failed logins of this account, please try again later', {
      code: 1011,
      status: 429,
      level: 'warn',
      reason: 'account throttled',
      retryAfter,
      fault: { reason: 'tooMany', what: 'failed logins' },
    }),
  tooManyAttempts: (retryAfter: number) => tooMany('login attempts', 'login rate limit', retryAfter),
  tooManyCaptchas: (retryAfter: number) => tooMany('captchas', 'captcha rate limit', retryAfter),
  tooManyOperations: (retryAfter: number) => tooMany('changes', 'operation rate limit', retryAfter),
  tooManyPasswordChanges: (retryAfter: number) =>
    tooMany('attempts to change the password', 'password change rate limit', retryAfter),
  tooManyPasskeyRequests: (retryAfter: number) => tooMany('requests for passkeys', 'passkey rate limit', retryAfter),
  tooManyStepUps: (retryAfter: number) => tooMany('confirmations', 'step-up rate limit', retryAfter),
  tooManyTestMails: (retryAfter: number) => tooMany('test mails', 'test mail rate limit', retryAfter),
  tooManyWebhooks: (retryAfter: number) => tooMany('requests', 'webhook rate limit', retryAfter),
  tooManyLinks: (retryAfter: number) => tooMany('links', 'link rate limit', retryAfter),
  tooManyPasswords: () => tooMany('passwords at once', 'password checks at once', 1),
  noSuchPath: (method: string, path: string) =>
    new AppError(`No such path: ${method} ${path}`, { status: 404, fault: { reason: 'noSuchPath' } }),
  noSuchFile: () => new AppError('No such file', { status: 404, fault: { reason: 'notFound', what: 'File' } }),
  notJson: () =>
    new AppError('The request body must be JSON (content-type application/json)', {
      status: 400,
      fault: { reason: 'badRequest' },
    }),
  /** The route takes bodies of these media types alone. */
  notOfType: (types: readonly string[]) => errors.badRequest(`The request body must be ${types.join(' or ')}`),
  notAnImage: () =>
    new AppError('The request body must be an image, as its content-type says: PNG, JPEG or WebP', {
      status: 400,
      fault: { reason: 'notAnImage' },
    }),
  imageTooLarge: (pixels: number) =>
    new AppError(`The image must have at most ${pixels / 1_000_000} megapixels`, {
      status: 400,
      fault: { reason: 'imageTooLarge', limit: pixels / 1_000_000 },
    }),
  badRequest: (message: string, status = 400) => new AppError(message, { status, fault: { reason: 'badRequest' } }),
  tooLarge: (what: 'request body' | 'URL', status: 413 | 414) =>
    new AppError(what === 'URL' ? 'The URL is too long' : 'The request body is too large', {
      status,
      fault: { reason: 'tooLarge', what },
      // The client may still be sending.
      headers: { connection: 'close' },
    }),
  unavailable: (reason: string, cause?: unknown) =>
    new AppError('The service is temporarily unavailable, please try again', {
      status: 503,
      level: 'error',
      reason,
      fault: { reason: 'unavailable' },
      retryAfter: 5,
      cause,
    }),
  /** The one failure after which a change may have happened. */
  outcomeUnknown: (cause?: unknown) =>
    new AppError('The outcome is not known: the database did not confirm the change in time. Please check it.', {
      status: 503,
      level: 'error',
      reason: 'commit not confirmed',
      fault: { reason: 'outcomeUnknown' },
      retryAfter: 5,
      cause,
    }),
  /** @param missing what the client is told; `reason` may say more to the log */
  notReady: (missing: string[], reason = missing.join(', ')) =>
    new AppError(`Not ready: ${missing.join(', ')}`, { status: 503, level: 'warn', reason, retryAfter: 5 }),
  overloaded: () =>
    new AppError('The service is overloaded, please try again', {
      status: 503,
      level: 'warn',
      reason: 'the event loop is late',
      fault: { reason: 'overloaded' },
      retryAfter: 5,
    }),
  internal: (cause: unknown) =>
    new AppError('Internal server error', {
      status: 500,
      level: 'error',
      reason: 'internal error',
      cause,
      fault: { reason: 'internal' },
    }),
} as const;
