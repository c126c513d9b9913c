/**
 * Steward with a resource of a million rows in a thousand departments, for an administrator of the tenant and for users
 * whose roles reach some of the departments.
 *
 * Its parent starts it with the settings of the service; it answers with its address.
 */
import 'reflect-metadata';
import { Controller, Injectable, Module, Query } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule, type Page, type RawQuery, ReadService, crudPermissions, crudRoutes } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import { Column, DataSource, Entity, PrimaryGeneratedColumn, Repository, Table } from 'typeorm';
import { createApp } from '../../src/app/app.setup.js';
import { Dept } from '../../src/modules/access/dept.entity.js';
import { Menu } from '../../src/modules/access/menu.entity.js';
import { Role, RoleDept, RoleMenu, RoleScope } from '../../src/modules/access/role.entity.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { MANUAL, User, UserRole } from '../../src/modules/access/user.entity.js';
import { loadSettings } from '../../src/settings/settings.js';

const ROWS = 1_000_000;
const DEPARTMENTS = 1000;

/** How many departments the roles of the users reach; none for all rows. */
const REACH = { all: undefined, three: 3, many: 300 } as const;

/** Rows inserted with one statement. */
const BATCH = 10_000;

@Entity('bench_order')
class Order {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'dept_id', type: 'int', nullable: true })
  deptId: number | null;

  @Column({ name: 'created_by', type: 'int', nullable: true })
  createdBy: number | null;

  @Column({ type: 'varchar', length: 64 })
  name: string;
}

@Injectable()
class OrderService extends ReadService<Order> {
  constructor(@InjectRepository(Order) rows: Repository<Order>) {
    super(rows, { label: 'Order', filters: ['name'] });
  }
}

const codes = crudPermissions('bench:order', ['page']);
const routes = crudRoutes(codes);

@Controller('api/bench/order')
class OrderController {
  constructor(private readonly service: OrderService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Order>> {
    return this.service.page(query, caller);
  }
}

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Order])],
  controllers: [OrderController],
  providers: [OrderService],
})
class OrderModule {}

async function fill(db: DataSource): Promise<void> {
  const runner = db.createQueryRunner();
  const mysql = db.options.type === 'mysql';
  await runner.createTable(
    new Table({
      name: 'bench_order',
      columns: [
        {
          name: 'id',
          type: mysql ? 'int' : 'integer',
          isPrimary: true,
          isGenerated: true,
          generationStrategy: 'increment',
        },
        ...['tenant_id', 'dept_id', 'created_by'].map((name) => ({ name, type: 'int', isNullable: true })),
        { name: 'name', type: 'varchar', length: '64' },
      ],
      indices: [
        { name: 'ix_bench_order_dept', columnNames: ['tenant_id', 'dept_id'] },
        { name: 'ix_bench_order_owner', columnNames: ['tenant_id', 'created_by'] },
      ],
    }),
  );
  await runner.release();
  const { manager } = db;
  const now = new Date();
  const tenant = await manager.save(manager.create(Tenant, { name: 'Bench', code: 'bench', status: 1, remark: '' }));
  const tenantId = tenant.id;
  const names = Array.from({ length: DEPARTMENTS }, (_, index) => `Department ${index}`);
  const blank = { tenantId, parentId: 0, status: 1, createdAt: now, updatedAt: now };
  for (let begin = 0; begin < names.length; begin += 200) {
    const some = names.slice(begin, begin + 200).map((name) => ({ ...blank, name, code: name.replaceAll(' ', '-') }));
    await manager.insert(Dept, some);
  }
  const first = (await manager.findOneByOrFail(Dept, { tenantId, name: 'Department 0' })).id;
  const menu = await manager.save(manager.create(Menu, { name: 'Orders', permission: codes.page, status: 1, type: 2 }));
  const admin = await manager.findOneOrFail(User, {
    where: { username: 'admin' },
    select: { id: true, password: true, salt: true },
  });
  for (const [username, count] of Object.entries(REACH)) {
    const dataScope = count === undefined ? RoleScope.All : RoleScope.Chosen;
    const role = await manager.save(
      manager.create(Role, { tenantId, name: username, code: username, status: 1, dataScope }),
    );
    await manager.insert(RoleMenu, { roleId: role.id, menuId: menu.id });
    const step = DEPARTMENTS / (count ?? 1);
    const chosen = Array.from({ length: count ?? 0 }, (_, at) => ({
      roleId: role.id,
      deptId: first + Math.floor(at * step),
    }));
    if (chosen.length > 0) await manager.insert(RoleDept, chosen);
    const { password, salt } = admin;
    const user = await manager.save(manager.create(User, { tenantId, username, password, salt, status: 1 }));
    await manager.insert(UserRole, { userId: user.id, roleId: role.id, source: MANUAL });
  }
  for (let begin = 0; begin < ROWS; begin += BATCH) {
    const values = Array.from({ length: BATCH }, (_, at) => {
      const row = begin + at;
      return `(${tenantId}, ${first + ((row * 7919) % DEPARTMENTS)}, ${100_000 + (row % 5000)}, 'Order ${row}')`;
    });
    await db.query(`INSERT INTO bench_order (tenant_id, dept_id, created_by, name) VALUES ${values.join()}`);
  }
  await db.query(mysql ? 'ANALYZE TABLE bench_order' : 'ANALYZE');
}

async function serve(environment: Record<string, string>): Promise<string> {
  Object.assign(process.env, environment);
  // Filling the table holds up the event loop for longer than a service that serves people would accept.
  const limits = { eventLoopDelay: 0 };
  const app = await createApp(loadSettings(environment), { limits, extensions: [{ module: OrderModule }] });
  await fill(app.get(DataSource));
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

process.once('message', (environment: Record<string, string>) => {
  void serve(environment).then((url) => process.send?.(url));
});
