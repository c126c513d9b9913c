import { ID, column, table } from '../../../test/support/definition.js';
import { compareColumns, knownColumns, renamedColumns } from './column-changes.js';

const NONE = new Map<string, string>();

const known = (...columns: ReturnType<typeof column>[]) => knownColumns(table('item', columns));

describe('the columns of a table', () => {
  const before = known(column('a', 'int(11)'), column('b', 'varchar(64)', { default: { value: 'x' } }));

  it('are compared by their names, types, defaults and comments', () => {
    const now = known(column('b', 'varchar(64)', { default: { expression: 'x' } }), column('c', 'text'));
    expect(compareColumns(before, now, NONE)).toEqual({ gained: ['c'], lost: ['a'], changed: ['b'] });
    expect(compareColumns(before, before, NONE)).toEqual({ gained: [], lost: [], changed: [] });
    const commented = known(column('a', 'int(11)', { comment: 'A' }), column('b', 'varchar(64)'));
    expect(compareColumns(before, commented, NONE).changed).toEqual(['a', 'b']);
    expect(before.map(({ name }) => name)).toEqual([ID.name, 'a', 'b']);
  });

  it('are neither gained nor lost where they are told to be renamed', () => {
    const now = known(column('z', 'int(11)'), column('b', 'varchar(64)', { default: { value: 'x' } }));
    const renames = new Map([['a', 'z']]);
    expect(compareColumns(before, now, renames)).toEqual({ gained: [], lost: [], changed: [] });
    expect(renamedColumns(before, now, renames)).toEqual([{ from: 'a', to: 'z' }]);
  });

  it.each([
    ['one of the same kind went and one came', [column('z', 'int(11)')], [{ from: 'a', to: 'z' }]],
    ['two came', [column('y', 'int(11)'), column('z', 'int(11)')], []],
    ['none of the same type came', [column('z', 'bigint(20)')], []],
    ['it may be null now', [column('z', 'int(11)', { nullable: true })], []],
    ['it has another default', [column('z', 'int(11)', { default: { value: '1' } })], []],
  ])('are taken for renamed only if that is sure: %s', (_name, came, renamed) => {
    const rest = column('b', 'varchar(64)', { default: { value: 'x' } });
    expect(renamedColumns(before, known(...came, rest), NONE)).toEqual(renamed);
  });
});
