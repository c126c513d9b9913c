import { Controller, Injectable, Module, Query } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import {
  CrudModule,
  type Export,
  type Page,
  type RawQuery,
  ReadService,
  crudPermissions,
  crudRoutes,
} from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectSuccess } from '../support/checks.js';
import { freshTable } from '../support/fresh-table.js';

/** A table without tenants, which refers to one that has tenants. */
@Entity('shared_remark')
class Remark {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'author_id', type: 'int' })
  authorId: number;

  authorIdLabel?: string | null;
}

@Injectable()
class RemarkService extends ReadService<Remark> {
  constructor(@InjectRepository(Remark) rows: Repository<Remark>) {
    super(rows, {
      label: 'Remark',
      filters: ['authorId'],
      references: { authorId: { table: 'user', key: 'id', label: 'username', tenant: 'tenant_id' } },
    });
  }
}

/** Shows the same authors to every tenant. */
@Injectable()
class OpenRemarkService extends ReadService<Remark> {
  constructor(@InjectRepository(Remark) rows: Repository<Remark>) {
    super(rows, {
      label: 'Remark',
      filters: ['authorId'],
      references: { authorId: { table: 'user', key: 'id', label: 'username' } },
    });
  }
}

const routes = crudRoutes(crudPermissions('shared:remark', ['page', 'list', 'export']));

@Controller('api/shared/remark')
class RemarkController {
  constructor(private readonly service: RemarkService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Remark>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Remark[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }
}

@Controller('api/shared/open')
class OpenRemarkController {
  constructor(private readonly service: OpenRemarkService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Remark>> {
    return this.service.page(query, caller);
  }
}

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Remark])],
  controllers: [RemarkController, OpenRemarkController],
  providers: [RemarkService, OpenRemarkService],
})
class RemarkModule {}

const PATHS = ['remark/page', 'remark/page?orderBy=id&order=asc', 'remark/list', 'remark/export', 'open/page'];

describe('equal reads of callers who may not see the same', () => {
  let steward: TestApp;
  let tokens: string[];

  beforeAll(async () => {
    steward = await startApp({ extensions: [{ module: RemarkModule }] });
    await freshTable(steward.db, Remark);
    const codes = ['page', 'list', 'export'].map((operation) => `shared:remark:${operation}`);
    const callers = [];
    for (let i = 0; i < 2; i++) {
      const { id: tenantId } = await steward.make.aTenant();
      callers.push(await aCaller(steward, codes, { tenantId }));
    }
    await steward.db.getRepository(Remark).save(callers.map(({ user }) => ({ authorId: user.id })));
    const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
    tokens = [...callers.map(({ token }) => token), access_token];
  });
  afterAll(() => steward.stop());

  const read = async (path: string, token: string): Promise<string> => {
    const response = await fetch(`${steward.url}/api/shared/${path}`, { headers: { authorization: token } });
    expect(response.status).toBe(200);
    return response.text();
  };

  it('each shows the labels of its own tenant alone', async () => {
    const labels = await Promise.all(
      tokens.map(async (token) => {
        const answer = await steward.client.get<Page<Remark>>('/api/shared/remark/page?orderBy=id&order=asc', token);
        expectSuccess(answer);
        return answer.body.data.records.map(({ authorIdLabel }) => typeof authorIdLabel);
      }),
    );
    expect(labels.map((row) => row.sort())).toEqual([
      ['object', 'string'],
      ['object', 'string'],
      ['string', 'string'],
    ]);
  });

  it.each(PATHS)('%s is the same at the same moment as alone', async (path) => {
    const alone: string[] = [];
    for (const token of tokens) alone.push(await read(path, token));
    const together = await Promise.all(
      Array.from({ length: 99 }, (_, i) => i % tokens.length).map(async (i) => [i, await read(path, tokens[i] ?? '')]),
    );
    expect(together.filter(([i, text]) => text !== alone[Number(i)])).toEqual([]);
  });

  it('two resources over one table do not show the rows of each other', async () => {
    const [token = ''] = tokens;
    const alone = [await read('remark/page', token), await read('open/page', token)];
    expect(alone[0]).not.toBe(alone[1]);
    const together = await Promise.all(
      Array.from({ length: 60 }, (_, i) => read(i % 2 === 0 ? 'remark/page' : 'open/page', token)),
    );
    expect(together.filter((text, i) => text !== alone[i % 2])).toEqual([]);
  });
});
