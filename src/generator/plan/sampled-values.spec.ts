import { column, table } from '../../../test/support/definition.js';
import { factsOf } from '../model/columns.js';
import type { TableReader } from '../schema/table.reader.js';
import { sampledValues } from './sampled-values.js';

function readerOf(values: [name: string, values: unknown[]][]) {
  const asked: [string, [string, boolean][]][] = [];
  const reader = {
    sample: async (of: string, columns: ReadonlyMap<string, boolean>) => {
      asked.push([of, [...columns]]);
      return new Map(values);
    },
  };
  return { reader: reader as unknown as TableReader, asked };
}

const columns = [
  column('email', 'varchar(64)'),
  column('password', 'varchar(64)'),
  column('born', 'date'),
  column('photo', 'blob'),
];

it('are the told values of each column, read with one statement that asks for no secrets', async () => {
  const { reader, asked } = readerOf([
    ['id', [1, 2, 3, '0']],
    ['email', ['a@a.example', '', null, '0']],
  ]);
  const sampled = await sampledValues(factsOf(table('item', columns), ['id']), reader);
  expect(asked).toEqual([
    [
      'item',
      [
        ['id', false],
        ['email', true],
      ],
    ],
  ]);
  expect([...sampled]).toEqual([
    ['id', [1, 2, 3]],
    ['email', ['a@a.example']],
  ]);
});

it('are none of a view, whose rows may take long', async () => {
  const { reader, asked } = readerOf([]);
  const sampled = await sampledValues(factsOf(table('item', columns, { view: true }), []), reader);
  expect([asked, [...sampled]]).toEqual([[], []]);
});
