/** Permission codes of /api/mail. */
export const mailPermissions = { preview: 'sys:mail:preview' } as const;
