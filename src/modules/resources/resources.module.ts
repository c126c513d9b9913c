import { Module } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { DeptModule } from '../dept/dept.module.js';
import { DictModule } from '../dict/dict.module.js';
import { MenuModule } from '../menu/menu.module.js';
import { RoleModule } from '../role/role.module.js';
import { TenantModule } from '../tenant/tenant.module.js';
import { UserModule } from '../user/user.module.js';

const modules = [ConfigModule, DeptModule, DictModule, MenuModule, RoleModule, TenantModule, UserModule];

/** The services of Steward's own resources, for modules that call them. */
@Module({ imports: modules, exports: modules })
export class ResourcesModule {}
