/** `steward/resources`: Steward's own resources, whose services other modules extend or call (docs/extending.md). */
export { Dept, Menu, Role, Tenant, User } from 'steward/access';
export { ConfigService } from '../config/config.service.js';
export { ConfigItemService } from '../config/config-item.service.js';
export { DeptService } from '../dept/dept.service.js';
export { DictService } from '../dict/dict.service.js';
export { DictItemService } from '../dict/dict-item.service.js';
export { MenuService } from '../menu/menu.service.js';
export { RoleService } from '../role/role.service.js';
export { TenantService } from '../tenant/tenant.service.js';
export { UserService } from '../user/user.service.js';
export { ResourcesModule } from './resources.module.js';
