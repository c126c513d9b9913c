/**
 * Steward with two resources over the same rows: one that declares its references to five other tables, and one that
 * does not.
 *
 * Its parent starts it with the settings of the service; it answers with its address.
 */
import 'reflect-metadata';
import { Controller, Injectable, Module, Query } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule, type Page, type RawQuery, ReadService, crudPermissions, crudRoutes } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import { Column, DataSource, Entity, PrimaryColumn, Repository } from 'typeorm';
import { createApp } from '../../src/app/app.setup.js';
import { loadSettings } from '../../src/settings/settings.js';

/** How many rows the resource has, and each table that they refer to. */
const ROWS = 1000;
const REFERRED = 100;

const PROPERTIES = ['a', 'b', 'c', 'd', 'e'] as const;

class Referring {
  @PrimaryColumn({ type: 'int' })
  id: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Column({ type: 'int' })
  a: number;

  @Column({ type: 'int' })
  b: number;

  @Column({ type: 'int' })
  c: number;

  @Column({ type: 'int' })
  d: number;

  @Column({ type: 'int' })
  e: number;
}

@Entity('bench_with')
class With extends Referring {}

@Entity('bench_without')
class Without extends Referring {}

@Injectable()
class WithService extends ReadService<With> {
  constructor(@InjectRepository(With) rows: Repository<With>) {
    const references = PROPERTIES.map((name) => [name, { table: `bench_${name}`, key: 'id', label: 'name' }]);
    super(rows, { label: 'Row', filters: ['name'], references: Object.fromEntries(references) as object });
  }
}

@Injectable()
class WithoutService extends ReadService<Without> {
  constructor(@InjectRepository(Without) rows: Repository<Without>) {
    super(rows, { label: 'Row', filters: ['name'] });
  }
}

const routes = crudRoutes(crudPermissions('bench:row', ['page']));

@Controller('api/bench/with')
class WithController {
  constructor(private readonly service: WithService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<With>> {
    return this.service.page(query, caller);
  }
}

@Controller('api/bench/without')
class WithoutController {
  constructor(private readonly service: WithoutService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Without>> {
    return this.service.page(query, caller);
  }
}

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([With, Without])],
  controllers: [WithController, WithoutController],
  providers: [WithService, WithoutService],
})
class BenchModule {}

async function fill(db: DataSource): Promise<void> {
  const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);
  for (const name of PROPERTIES) {
    await db.query(`CREATE TABLE bench_${name} (id INT PRIMARY KEY, name VARCHAR(64) NOT NULL)`);
    const rows = numbers(REFERRED).map((id) => `(${id}, 'Row ${id} of ${name}')`);
    await db.query(`INSERT INTO bench_${name} VALUES ${rows.join(', ')}`);
  }
  for (const table of ['bench_with', 'bench_without']) {
    const columns = PROPERTIES.map((name) => `${name} INT NOT NULL`).join(', ');
    await db.query(`CREATE TABLE ${table} (id INT PRIMARY KEY, name VARCHAR(64) NOT NULL, ${columns})`);
    const rows = numbers(ROWS).map((id) => {
      const referred = PROPERTIES.map((_name, index) => ((id * (index + 3)) % REFERRED) + 1);
      return `(${id}, 'Row ${id}', ${referred.join(', ')})`;
    });
    await db.query(`INSERT INTO ${table} VALUES ${rows.join(', ')}`);
  }
}

process.once('message', (message) => {
  void serve(message as Record<string, string>).then((url) => process.send?.(url));
});

async function serve(environment: Record<string, string>): Promise<string> {
  const app = await createApp(loadSettings(environment), { extensions: [{ module: BenchModule }] });
  await fill(app.get(DataSource));
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}
