import { type Baseline, baselinePath, isBaselineName } from './baseline.js';
import { baselineText, readBaseline } from './baseline-text.js';

const BASELINE: Baseline = {
  dialect: 'mysql',
  table: 'demo_item',
  moduleName: 'app',
  definition: {
    columns: [{ name: 'id', type: 'int', nullable: false, default: null, made: true, comment: 'Größe: "a"' }],
  },
  files: new Map([
    ['src/modules/demo-item/demo-item.dto.ts', 'a\nb\n'],
    ['test/generated/demo-item.spec.ts', ''],
  ]),
  rows: { menuId: 7, codes: ['app:demoItem:page'], dicts: { demo_item_state: { '1': 'on' } } },
};

type Stored = Record<string, unknown> & { files: Record<string, string[]> };

const stored = (): Stored => JSON.parse(baselineText(BASELINE)) as Stored;

describe('a baseline', () => {
  it('is read as it was written, in whatever order and format', () => {
    expect(readBaseline(baselineText(BASELINE))).toEqual(BASELINE);
    const reversed = Object.fromEntries(Object.entries(stored()).reverse());
    expect(readBaseline(JSON.stringify(reversed, null, 4))).toEqual(BASELINE);
  });

  it('keeps lines, with the version that wrote them', () => {
    const { format, steward, files } = stored();
    expect([format, steward]).toEqual([1, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect(files['src/modules/demo-item/demo-item.dto.ts']).toEqual(['a', 'b', '']);
  });

  it.each<[name: string, spoil: (value: Stored) => unknown]>([
    ['another table', (value) => (value.table = 'other')],
    ['another text', (value) => (value.files['test/generated/demo-item.spec.ts'] = ['x'])],
    ['another row', (value) => (value.rows = { menuId: 8, codes: [], dicts: {} })],
    ['another digest', (value) => (value.digest = '0')],
    ['no digest', (value) => delete value.digest],
    ['another format', (value) => (value.format = 2)],
    ['more than it has', (value) => (value.more = 1)],
  ])('counts as none with %s', (_name, spoil) => {
    const value = stored();
    spoil(value);
    expect(readBaseline(JSON.stringify(value))).toBeUndefined();
  });

  it.each([
    '../../outside.ts',
    'src/modules/demo-item/../user/user.service.ts',
    'src/modules/demo-item/other.ts',
    'src/modules/user/user.service.ts',
    '/etc/passwd',
    '',
  ])('counts as none where it names %j, even with a digest that fits', (path) => {
    const files = new Map([...BASELINE.files, [path, 'x']]);
    expect(readBaseline(baselineText({ ...BASELINE, files }))).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{', '"x"', '{"format":1}'])('counts as none as %j', (text) => {
    expect(readBaseline(text)).toBeUndefined();
  });

  it('lies under the name of its table', () => {
    expect(baselinePath('demo_item')).toBe('.steward/demo-item.json');
    expect(baselinePath('undo')).toBe('.steward/undo.baseline.json');
    expect(baselinePath('__')).toBeUndefined();
    const names = ['demo-item.json', 'undo.baseline.json', 'demo-item.design.json', 'undo.json', 'README.md'];
    expect(names.filter(isBaselineName)).toEqual(['demo-item.json', 'undo.baseline.json']);
  });
});
