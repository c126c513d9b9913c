/** Whether the browser has passkeys: it needs https, or localhost. */
export const hasPasskeys = typeof PublicKeyCredential !== 'undefined';
