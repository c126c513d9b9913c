import { Columns, addColumn, createTable } from '../../src/database/migrations/schema.js';
import { GeneratorApp } from '../support/generator.js';

/** Every sign that a list of values may have, and everything that could end a text in a source file. */
const SIGNS =
  '0：正常，1=停用；2->x、3=>y（a）[b]{c}【d】/e|f 4代表g 5表示h 6是i 7为j 8 means k -9→l .m "n" \'o\' `p` \\q ${r} {{s}} </t> */ -- u';

describe('the comments that a migration gives columns', () => {
  let app: GeneratorApp;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    const runner = app.steward.db.createQueryRunner();
    const column = new Columns(runner);
    await createTable(
      runner,
      'comment_order',
      [
        column.id(),
        column.text('title', 64, { comment: "Subject, as 'the' customer wrote it" }),
        column.int('state', { default: 1, comment: '状态：1待付款\n2已付款，待发货，3完成' }),
        column.flag('paid', { comment: 'Paid; once "and" for all' }),
        column.int('grade', { default: 0, comment: SIGNS.repeat(9).slice(0, 1000) }),
        column.time('sent_at', { isNullable: true, comment: 'Sent -- or handed over' }),
      ],
      [{ name: 'ix_comment_order_state', columnNames: ['state'] }],
    );
    await addColumn(runner, 'comment_order', column.text('code', 32, { comment: 'Tracking (of the parcel)' }));
    await addColumn(runner, 'comment_order', column.int('weight'));
    await runner.release();
  });
  afterAll(() => app.stop());

  it('may be long and strange', async () => {
    const { failed } = await app.generate('comment_order');
    expect(failed).toEqual([]);
    const answer = await app.steward.client.get<{ design: { columns: Record<string, { label: string }> } }>(
      '/api/generator/design?tableName=comment_order',
      app.admin,
    );
    const { label } = answer.body.data.design.columns.grade ?? {};
    expect(label).toMatch(/^[^，；：、=>（）[\]{}/|→`"\\$<]{1,64}$/u);
  });

  it('give the table one design on every database', async () => {
    const answer = await app.steward.client.get<{ design: { columns: Record<string, object> } }>(
      '/api/generator/design?tableName=comment_order',
      app.admin,
    );
    expect(answer.body.data.design.columns).toMatchObject({
      id: { label: 'ID' },
      title: { label: 'Subject', help: "as 'the' customer wrote it" },
      state: { label: '状态', dict: 'comment_order_state' },
      paid: { label: 'Paid', help: 'once "and" for all' },
      sent_at: { label: 'Sent', help: 'or handed over' },
      code: { label: 'Tracking', help: 'of the parcel' },
      weight: { label: 'Weight' },
    });
  });
});
