/** `steward/access`: users, roles, menus and tenants, and what a caller may do. */
export { AccessModule } from './access.module.js';
export { AccountLink, type LinkKind } from './account-link.entity.js';
export { AccountLinks, type NewLink, PASSWORD_LINKS } from './account-links.js';
export { Dept } from './dept.entity.js';
export { permissionsOfRoles, permissionsOfUsers } from './holdings.js';
export { openingButtons, openingCodes, shownEntries, withFolders } from './menu-entries.js';
export { Menu, MenuType } from './menu.entity.js';
export { NO_PASSWORD, PasswordService } from './password.service.js';
export { principalMarkKey, PrincipalService, userVersionKey } from './principal.service.js';
export { PublicOrigin } from './public-origin.js';
export { Role, RoleDept, RoleMenu, RoleScope, SUPER_ADMIN } from './role.entity.js';
export { ReachCheck } from './reach-check.js';
export { refreshRefused, type SessionEnd, sessionEnded, sessionTooOld, UNKNOWN_END } from './session-end.js';
export { providerOf, type SsoSource, ssoSourceOf } from './sso-source.js';
export { assertTenantExists, TenantAccessService, type TenantLogin } from './tenant-access.service.js';
export { NamedTenant, tenantOfNew } from './tenant-of-new.js';
export { PLATFORM_TENANT, Tenant } from './tenant.entity.js';
export { MANUAL, User, UserKind, UserRole } from './user.entity.js';
