import { flag, listOf, objectOf, orNull, type RouteDocs, text, time, whole } from 'steward/http';
import type { NewTotp, OwnFactors, OwnPasskey } from './factor.service.js';

const ownPasskey = objectOf<OwnPasskey>('OwnPasskey', {
  id: whole('Id of the passkey', 1),
  name: text('As its user calls it', 'Laptop'),
  createdAt: time('When it was added'),
  lastUsedAt: orNull(time('When it was last used; null = never')),
  backedUp: flag('Whether it is kept outside its device too'),
});

const ownFactors = objectOf<OwnFactors>('OwnFactors', {
  totp: flag('Whether there is an authenticator app'),
  passkeys: listOf(ownPasskey),
  recoveryLeft: whole('How many recovery codes are left', 10),
});

const newTotp = objectOf<NewTotp>('NewTotp', {
  secret: text('The seed in base32, for apps that read no QR code', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  uri: text('For apps on the same device', 'otpauth://totp/Steward:admin?secret=JBSWY3DPEHPK3PXP&issuer=Steward'),
  image: text('The same as a QR code: a PNG as a data URL', 'data:image/png;base64,iVBORw0KGgo='),
});

const recoveryCodes = objectOf<{ recoveryCodes: string[] }>('RecoveryCodes', {
  recoveryCodes: {
    ...listOf({ type: 'string' }),
    description: 'Each passes the second step once; they are not shown again',
    example: ['ABCDEFGHIJKLMNOPQRSTUVWX'],
  },
});

/** The description of the routes that ask users to confirm who they are. */
export const FRESH = 'The caller must have logged in, or confirmed who they are, a moment ago.';

/** API description of the caller's second factors. */
export const factorDocs = {
  getFactors: { summary: "The caller's second factors", answer: ownFactors },
  addTotp: {
    summary: 'Begin to set up an authenticator app',
    description: `${FRESH} The seed waits 10 minutes for its first code.`,
    answer: newTotp,
  },
  confirmTotp: {
    summary: 'Turn the authenticator app on with its first code',
    description: FRESH,
    answer: recoveryCodes,
  },
  removeTotp: {
    summary: 'Remove the authenticator app',
    description: `${FRESH} With the last factor, the recovery codes go too.`,
  },
  newRecoveryCodes: {
    summary: 'Replace the recovery codes',
    description: `${FRESH} The old ones end.`,
    answer: recoveryCodes,
  },
} satisfies Record<string, RouteDocs>;
