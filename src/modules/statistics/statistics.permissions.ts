/** Permission codes of /api/statistics. */
export const statisticsPermissions = {
  overview: 'sys:statistics:overview',
  logins: 'sys:statistics:logins',
  top: 'sys:statistics:top',
} as const;
