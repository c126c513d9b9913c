import { GeneratorApp } from '../support/generator.js';
import { onServices } from '../support/services.js';

/** The statement for a table whose columns, with their comments, are given. */
function tableOf(name: string, columns: [definition: string, comment: string][]): string {
  const lines = columns.map(([definition, comment], index) => {
    const comma = index < columns.length - 1 ? ',' : '';
    return onServices ? `${definition} COMMENT '${comment}'${comma}` : `${definition}${comma} -- ${comment}`;
  });
  const id = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';
  return `CREATE TABLE ${name} (\n${id},\n${lines.join('\n')}\n)`;
}

describe('lists of values in comments', () => {
  let app: GeneratorApp;
  let dto: string;
  let dicts: Record<string, string>;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    const kept = onServices ? "set('x','y')" : 'int';
    await app.steward.db.query(
      tableOf('demo_listed', [
        ['state int NOT NULL DEFAULT 0', '状态：0->未付款；1->已收货，待评价；2->已完成'],
        ['open_default int NOT NULL DEFAULT 9', 'kind (1:one, 2:two)'],
        ['open_rows int', 'level 1=low 2=high'],
        ['shown char(1)', '是否显示（Y是 N否）'],
        ['note varchar(64)', 'note:1-on 2-off'],
        ['days int', 'at least 2, at most 8'],
        [`kept ${kept}`, 'kept:x-first y-second'],
      ]),
    );
    await app.steward.db.query('INSERT INTO demo_listed (open_rows) VALUES (1), (5), (NULL)');
    const { failed, dict } = await app.generate('demo_listed');
    expect(failed).toEqual([]);
    dto = app.output.read('src/modules/demo-listed/demo-listed.dto.ts').replace(/\s+/g, ' ');
    dicts = Object.fromEntries(dict.map(({ dict: code, items }) => [code, items.map(({ label }) => label).join(' ')]));
  });
  afterAll(() => app.stop());

  it('limit a column to its values', () => {
    expect(dto).toContain("@Listed([0, 1, 2], '0 = 未付款, 1 = 已收货，待评价, 2 = 已完成') state?: number");
    expect(dto).toContain("@Listed(['Y', 'N'], 'Y = 是, N = 否') shown?:");
  });

  it('limit nothing where the default or a row is another value', () => {
    expect(dto).toContain('@Whole() openDefault?: number');
    expect(dto).toContain('@Whole() openRows?: number | null');
  });

  it('are dictionaries all the same, except in long text and in sentences', () => {
    expect(dicts).toMatchObject({
      demo_listed_state: '未付款 已收货，待评价 已完成',
      demo_listed_open_default: 'one two',
      demo_listed_open_rows: 'low high',
      demo_listed_shown: '是 否',
    });
    expect(Object.keys(dicts)).not.toContain('demo_listed_note');
    expect(Object.keys(dicts)).not.toContain('demo_listed_days');
  });

  if (onServices) {
    it('are the labels of a set', () => {
      expect(dicts.demo_listed_kept).toBe('first second');
      expect(dto).toContain("@SomeOf(['x', 'y']) kept?: string[] | null");
      const page = app.output.read('console/src/pages/demo-listed.page.vue');
      expect(page).toMatch(/kept: \{ label: t\.kept, input: \{ dict: 'demo_listed_kept', as: 'several' \} \}/);
    });
  }
});
