import { readFileSync } from 'node:fs';
import { Controller, Get, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Columns, addColumn, createTable, dropTable, OwnTable, type Seed } from 'steward/database';
import { Permission } from 'steward/http';
import { Column, type MigrationInterface, PrimaryGeneratedColumn, type QueryRunner } from 'typeorm';
import type { Extension } from '../../src/app/extension.js';
import { MENU_TREE } from '../../src/app/menu.tree.js';
import { FileUploader1790000000025 } from '../../src/database/migrations/1790000000025-file-uploader.js';
import { migrations } from '../../src/database/migrations/index.js';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure } from '../support/checks.js';
import { withDatabase } from '../support/raw-database.js';
import { type Storage, newStorage, onServices } from '../support/services.js';

const PERMISSIONS = { look: 'app:beacon:look', dim: 'app:beacon:dim' } as const;
const RELEASED = migrations.map(({ name }) => name);
const DUMP = `test/fixtures/version-0.1.0.${onServices ? 'mysql' : 'sqlite'}.sql`;

@OwnTable('app_beacon')
class Beacon {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;
}

@Controller('api/app/beacon')
class BeaconController {
  @Get('look')
  @Permission(PERMISSIONS.look)
  look(): { lit: boolean } {
    return { lit: true };
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Beacon])], controllers: [BeaconController] })
class BeaconModule {}

/** Older than all of the service's, and needs a table of the first of them and a column of the last. */
class Beacon1600000000000 implements MigrationInterface {
  static runs = 0;

  async up(runner: QueryRunner): Promise<void> {
    Beacon1600000000000.runs++;
    await runner.query('SELECT created_by FROM file');
    const column = new Columns(runner);
    await createTable(runner, 'app_beacon', [column.id(), column.int('user_id')], [], {
      user_id: { table: 'user', onDelete: 'CASCADE' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'app_beacon');
  }
}

/** Of a later version of the extension, and older all the same. */
class Harbour1500000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT created_by FROM file');
  }

  async down(): Promise<void> {}
}

/** Of a later version of the extension: its table has rows by then. */
class Lamp1610000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'app_beacon', new Columns(runner).text('lamp', 32, { default: "'red'" }));
    await addColumn(runner, 'app_beacon', new Columns(runner).time('lit_at'));
  }

  async down(): Promise<void> {}
}

/** Needs a row of the service's own seeds. */
const beaconSeed: Seed = {
  name: 'beacon',
  entities: [Beacon, User],
  async insert(manager) {
    const { id } = await manager.findOneByOrFail(User, { username: 'admin' });
    await manager.insert(Beacon, { userId: id });
  },
};

const beacon: Extension = {
  module: BeaconModule,
  migrations: [Beacon1600000000000],
  seeds: [beaconSeed],
  menu: [
    { name: 'Beacon', path: '/app/beacon', icon: 'sun', permissions: PERMISSIONS },
    {
      name: 'Not the name of the folder',
      path: '/log',
      icon: 'sun',
      pages: [
        { name: 'Beacon log', path: '/app/beacon-log', icon: 'sun', permissions: { read: 'app:beaconLog:read' } },
      ],
    },
  ],
};

describe('an extension', () => {
  let storage: Storage;
  let steward: TestApp | undefined;
  beforeEach(async () => {
    storage = await newStorage();
    Beacon1600000000000.runs = 0;
  });
  afterEach(async () => {
    await stop();
    await storage.remove();
  });

  async function start(...extensions: Extension[]): Promise<TestApp> {
    await stop();
    steward = await startApp({ storage, extensions });
    return steward;
  }
  async function stop(): Promise<void> {
    await steward?.stop();
    steward = undefined;
  }

  const applied = async ({ db }: TestApp) => {
    const rows = await db.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id');
    return rows.map(({ name }) => name);
  };
  const menuAt = ({ db }: TestApp, where: Partial<Menu>) => db.manager.findBy(Menu, where);
  const expectReady = async ({ client }: TestApp) =>
    expectData(await client.get('/api/health/ready'), {
      status: 'ok',
      database: 'ok',
      migrations: 'ok',
      cache: onServices ? 'redis' : 'memory',
    });

  describe.each([
    ['a new database', async () => {}],
    ['a database that is up to date', async () => void (await start())],
    [
      'a database of the version before',
      () => withDatabase(storage, ({ script }) => script(readFileSync(DUMP, 'utf8'))),
    ],
  ])('of %s', (_database, prepare) => {
    beforeEach(prepare);

    it("has its migrations applied once, after all of the service's", async () => {
      for (let starts = 0; starts < 2; starts++) {
        const app = await start(beacon);
        expect(await applied(app)).toEqual([...RELEASED, 'Beacon1600000000000']);
        expect(Beacon1600000000000.runs).toBe(1);
        await expectReady(app);
      }
    });

    it("has its rows seeded once, after the service's", async () => {
      const { db } = await start(beacon);
      expect(await db.manager.count(Beacon)).toBe(1);
      await db.manager.clear(Beacon);
      expect(await (await start(beacon)).db.manager.count(Beacon)).toBe(0);
    });

    it('has its pages and codes in the menu, once each', async () => {
      const app = await start(beacon);
      const [page, ...others] = await menuAt(app, { path: '/app/beacon' });
      expect(others).toEqual([]);
      expect(page).toMatchObject({ type: MenuType.Page, parentId: 0, component: 'app/beacon', name: 'Beacon' });
      expect(page?.sort).toBe(MENU_TREE.length);
      const codes = await menuAt(app, { parentId: page?.id });
      expect(codes.map(({ permission }) => permission)).toEqual(Object.values(PERMISSIONS));

      await app.db.manager.delete(Menu, { permission: PERMISSIONS.dim });
      const again = await start(beacon);
      expect(await menuAt(again, { path: '/app/beacon' })).toHaveLength(1);
      expect(await menuAt(again, { permission: PERMISSIONS.look })).toHaveLength(1);
      expect(await menuAt(again, { permission: PERMISSIONS.dim })).toEqual([]);
    });

    it('adds its pages to a folder of the service', async () => {
      const app = await start(beacon);
      const [folder, ...others] = await menuAt(app, { path: '/log' });
      expect(others).toEqual([]);
      expect(folder?.name).toBe('Logs');
      const pages = await menuAt(app, { parentId: folder?.id });
      expect(pages.map(({ path }) => path)).toEqual([
        '/log/login',
        '/log/operation',
        '/log/security-event',
        '/app/beacon-log',
      ]);
    });

    it('has its routes served, to who has the code', async () => {
      const app = await start(beacon);
      const { token } = await aCaller(app, [PERMISSIONS.look]);
      expectData(await app.client.get('/api/app/beacon/look', token), { lit: true });
      expectFailure(await app.client.get('/api/app/beacon/look', (await aCaller(app)).token), 403);
    });
  });

  it("has a release's new migration applied before its own new one", async () => {
    const { db } = await start(beacon);
    const runner = db.createQueryRunner();
    await new FileUploader1790000000025().down(runner);
    await runner.release();
    await db.query(`DELETE FROM migration WHERE name = '${FileUploader1790000000025.name}'`);
    const app = await start({ ...beacon, migrations: [Harbour1500000000000, Beacon1600000000000] });
    expect((await applied(app)).slice(-3)).toEqual([
      'Beacon1600000000000',
      FileUploader1790000000025.name,
      'Harbour1500000000000',
    ]);
    expect(Beacon1600000000000.runs).toBe(1);
    await expectReady(app);
  });

  it('adds a column to a table with rows, which get its default', async () => {
    await start(beacon);
    const { db } = await start({ ...beacon, migrations: [Beacon1600000000000, Lamp1610000000000] });
    await db.query('INSERT INTO app_beacon (user_id) SELECT user_id FROM app_beacon');
    const red = { lamp: 'red', lit_at: null };
    expect(await db.query('SELECT lamp, lit_at FROM app_beacon')).toMatchObject([red, red]);
  });

  it('has its migrations applied in the order of their timestamps', async () => {
    const harbour: Extension = { module: class {}, migrations: [Harbour1500000000000] };
    expect((await applied(await start(beacon, harbour))).slice(-2)).toEqual([
      'Harbour1500000000000',
      'Beacon1600000000000',
    ]);
  });

  it('is missed by the readiness probe while a migration of its own is', async () => {
    const { client, db } = await start(beacon);
    await db.query(`DELETE FROM migration WHERE name = 'Beacon1600000000000'`);
    const answer = await client.get('/api/health/ready');
    expectFailure(answer, 503);
    expect(answer.body.msg).toBe('Not ready: migrations');
  });

  it('can be taken away again; its tables stay', async () => {
    await start(beacon);
    const app = await start();
    await expectReady(app);
    expect(await app.db.query('SELECT id FROM app_beacon')).toHaveLength(1);
    expectFailure(await app.client.get('/api/app/beacon/look'), 404);
    expect((await app.client.login('admin', ADMIN_PASSWORD)).access_token).toBeTruthy();
  });

  it.each<[taken: string, extensions: Extension[]]>([
    [
      'menu:/access/user',
      [{ module: class {}, menu: [{ name: 'Mine', path: '/access/user', icon: 'sun', permissions: {} }] }],
    ],
    [
      'permission:sys:user:page',
      [
        {
          module: class {},
          menu: [{ name: 'Mine', path: '/app/mine', icon: 'sun', permissions: { page: 'sys:user:page' } }],
        },
      ],
    ],
    ['beacon', [beacon, { module: class {}, seeds: [beaconSeed] }]],
  ])('does not start with a name that is taken: %s', async (taken, extensions) => {
    await expect(start(...extensions)).rejects.toThrow(taken);
  });
});
