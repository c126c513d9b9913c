/** Permission codes of /api/online (contract §6). */
export const onlinePermissions = { page: 'sys:online:page', forceLogout: 'sys:online:forceLogout' } as const;
