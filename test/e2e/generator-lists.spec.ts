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
  let page: string;
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
        ["opened char(1) NOT NULL DEFAULT 'N'", 'opened (Y=open, N=not open)'],
        ['days varchar(64)', 'Days, comma separated: 1=Mon 2=Tue'],
        ['words varchar(200)', '关键词，多个用逗号分隔'],
        ['note varchar(64)', 'note:1-on 2-off'],
        ['reach int', 'at least 2, at most 8'],
        [`kept ${kept}`, 'kept:x-first y-second'],
      ]),
    );
    await app.steward.db.query('INSERT INTO demo_listed (open_rows) VALUES (1), (5), (NULL)');
    const { failed, dict } = await app.generate('demo_listed');
    expect(failed).toEqual([]);
    dto = app.output.read('src/modules/demo-listed/demo-listed.dto.ts').replace(/\s+/g, ' ');
    page = app.output.read('console/src/pages/demo-listed.page.vue').replace(/\s+/g, ' ');
    dicts = Object.fromEntries(dict.map(({ dict: code, items }) => [code, items.map(({ label }) => label).join(' ')]));
  });
  afterAll(() => app.stop());

  it('limit a column to its values', () => {
    expect(dto).toContain("@Listed([0, 1, 2], '0 = 未付款, 1 = 已收货，待评价, 2 = 已完成') state?: number");
    expect(dto).toContain("@Listed(['Y', 'N'], 'Y = 是, N = 否') shown?:");
  });

  it('keep the state of a row in sight where not all columns fit', () => {
    expect(page).toMatch(/ state: \{[^}]*\}, sort: true, important: true \}/);
    expect(page.match(/important: true/g)).toHaveLength(1);
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
    expect(Object.keys(dicts)).not.toContain('demo_listed_reach');
  });

  it('are switches where they say on and off', () => {
    const text = "dict: 'demo_listed_shown', as: 'switch', on: 'Y', off: 'N'";
    expect(page).toContain(`shown: { label: t.shown, input: { ${text} }`);
    expect(page).toMatch(/opened: \{[^}]*as: 'switch', on: 'Y', off: 'N',? \}, initial: 'N'/);
  });

  it('are chosen several at once where commas separate them, and stored as they were', () => {
    expect(dto).toContain('@Text(64) days?: string | null');
    expect(page).toContain("days: { label: t.days, input: { dict: 'demo_listed_days', as: 'list' } }");
    expect(page).toContain("words: { label: t.words, input: 'tags' }");
    expect(dicts.demo_listed_days).toBe('Mon Tue');
  });

  if (onServices) {
    it('are the labels of a set', () => {
      expect(dicts.demo_listed_kept).toBe('first second');
      expect(dto).toContain("@SomeOf(['x', 'y']) kept?: string[] | null");
      expect(page).toMatch(/kept: \{ label: t\.kept, input: \{ dict: 'demo_listed_kept', as: 'several' \} \}/);
    });
  }
});
