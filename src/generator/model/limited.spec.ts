import { column, table } from '../../../test/support/definition.js';
import { factsOf } from './columns.js';
import { limitedColumns, withOthers } from './limited.js';
import type { TableColumn } from './table.js';

const LIST = 'state:1-on 2-off';

/** The check of a column, and whether it has choices, when its rows hold other values or not. */
function checkOf(given: TableColumn, others = false) {
  const definition = withOthers(table('item', [given]), others ? [given.name] : []);
  const [, found] = factsOf(definition, ['id']).columns;
  return [found?.valued?.check, found?.choices !== undefined];
}

describe('a list of values', () => {
  it.each<[TableColumn, boolean, unknown]>([
    [column('a', 'int', { comment: LIST }), false, ["Listed([1, 2], '1 = on, 2 = off')", true]],
    [column('a', 'int', { comment: LIST }), true, ['Whole()', true]],
    [
      column('a', 'int', { comment: LIST, default: { value: '1' } }),
      false,
      ["Listed([1, 2], '1 = on, 2 = off')", true],
    ],
    [column('a', 'int', { comment: LIST, default: { value: '0' } }), false, ['Whole()', true]],
    [column('a', 'varchar(9)', { comment: LIST, default: { value: '' } }), false, ['Text(9)', true]],
    [column('a', 'varchar(32)', { comment: LIST }), false, ["Listed(['1', '2'], '1 = on, 2 = off')", true]],
    // Text of any kind.
    [column('a', 'varchar(33)', { comment: LIST }), false, [undefined, false]],
    [column('a', 'text', { comment: LIST }), false, [undefined, false]],
    // The labels of a set.
    [
      column('a', "set('x','y')", { values: ['x', 'y'], comment: 'kind:x-one y-two' }),
      false,
      ["SomeOf(['x', 'y'])", true],
    ],
    [column('a', "set('x','y')", { values: ['x', 'y'], comment: 'kind:x-one z-two' }), false, [undefined, true]],
    [column('a', 'date', { comment: LIST }), false, [undefined, true]],
  ])('of %o with others %s is %j', (given, others, expected) => {
    expect(checkOf(given, others)).toEqual(expected);
  });

  it('is looked for in rows together with flags', () => {
    const definition = table('item', [
      column('a', 'tinyint(1)'),
      column('b', 'int', { comment: LIST }),
      column('c', 'char(1)', { comment: 'Y是 N否' }),
      column('d', 'text', { comment: LIST }),
      column('e', "enum('1','2')", { values: ['1', '2'], comment: LIST }),
      column('f', 'int', { comment: 'f:a-x b-y' }),
    ]);
    expect(limitedColumns(definition)).toEqual([
      { name: 'a', values: [0, 1] },
      { name: 'b', values: [1, 2] },
      { name: 'c', values: ['Y', 'N'] },
    ]);
    const { columns } = withOthers(definition, ['a', 'c']);
    expect(columns.map(({ numbers, open }) => [numbers, open]).slice(1, 4)).toEqual([
      [true, undefined],
      [undefined, undefined],
      [undefined, true],
    ]);
  });
});
