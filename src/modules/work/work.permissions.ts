/** Permission codes of /api/work. */
export const workPermissions = {
  page: 'sys:work:page',
  detail: 'sys:work:detail',
  retry: 'sys:work:retry',
  cancel: 'sys:work:cancel',
} as const;
