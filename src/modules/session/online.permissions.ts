/** Permission codes of /api/online. */
export const onlinePermissions = { page: 'sys:online:page', forceLogout: 'sys:online:forceLogout' } as const;
