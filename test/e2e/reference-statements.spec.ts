import { Controller, Injectable, Module, Query } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule, type Page, type RawQuery, ReadService, crudPermissions, crudRoutes } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { freshTable } from '../support/fresh-table.js';
import { onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';

const TARGETS = ['maker', 'seller', 'buyer', 'carrier', 'payer'] as const;
const ROWS = 8;

/** A table that refers to five others. */
@Entity('five_deal')
class Deal {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'maker_id', type: 'int' })
  makerId: number;

  @Column({ name: 'seller_id', type: 'int' })
  sellerId: number;

  @Column({ name: 'buyer_id', type: 'int' })
  buyerId: number;

  @Column({ name: 'carrier_id', type: 'int' })
  carrierId: number;

  @Column({ name: 'payer_id', type: 'int' })
  payerId: number;
}

@Injectable()
class DealService extends ReadService<Deal> {
  constructor(@InjectRepository(Deal) rows: Repository<Deal>) {
    const references = TARGETS.map((name) => {
      return [`${name}Id`, { table: `five_${name}`, key: 'id', label: 'name' }] as const;
    });
    super(rows, { label: 'Deal', filters: [], references: Object.fromEntries(references) });
  }
}

const routes = crudRoutes(crudPermissions('five:deal', ['page']));

@Controller('api/five/deal')
class DealController {
  constructor(private readonly service: DealService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Deal>> {
    return this.service.page(query, caller);
  }
}

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Deal])],
  controllers: [DealController],
  providers: [DealService],
})
class DealModule {}

describe('a page of a table with five references', () => {
  let steward: TestApp;
  let token: string;

  beforeAll(async () => {
    steward = await startApp({ extensions: [{ module: DealModule }] });
    await freshTable(steward.db, Deal);
    const id = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';
    for (const name of TARGETS) {
      await steward.db.query(`CREATE TABLE five_${name} (${id}, name varchar(60))`);
      for (let row = 1; row <= ROWS; row++) {
        await steward.db.query(`INSERT INTO five_${name} (name) VALUES (?)`, [`${name} ${row}`]);
      }
    }
    const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
    await steward.db
      .getRepository(Deal)
      .save(numbers.map((n) => ({ makerId: n, sellerId: n, buyerId: n, carrierId: n, payerId: n })));
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  it('reads the labels of each with one statement', async () => {
    let records: unknown[] = [];
    const statements = await statementsOf(steward.db, async () => {
      const path = '/api/five/deal/page?orderBy=id&order=asc';
      const answer = await steward.client.get<Page<Deal>>(path, token);
      expectSuccess(answer);
      ({ records } = answer.body.data);
    });
    expect(records).toHaveLength(ROWS);
    expect(records[2]).toMatchObject({ makerId: 3, makerIdLabel: 'maker 3', payerIdLabel: 'payer 3' });
    for (const name of TARGETS) {
      const reads = statements.filter((sql) => sql.includes(`five_${name}`));
      expect({ name, count: reads.length }).toEqual({ name, count: 1 });
    }
    expect(statements.filter((sql) => sql.includes('five_')).length).toBeLessThanOrEqual(TARGETS.length + 3);
  });
});
