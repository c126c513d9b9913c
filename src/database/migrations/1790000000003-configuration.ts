import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index, unique } from './schema.js';

/** Configuration groups and items, and dictionaries. */
export class Configuration1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'config',
      [
        column.id(),
        column.text('name', 64),
        column.text('code', 64),
        column.int('sort', { default: 0 }),
        ...column.audit(),
      ],
      [unique('uk_code', 'code')],
    );
    await createTable(
      runner,
      'config_item',
      [
        column.id(),
        column.int('config_id'),
        column.text('key', 64),
        column.longText('value'),
        column.longText('options'),
        column.text('type', 16, { default: "'input'" }),
        column.int('status', { default: 1 }),
        column.int('sort', { default: 0 }),
        ...column.audit(),
      ],
      [unique('uk_config_item_key', 'config_id', 'key')],
      { config_id: { table: 'config', onDelete: 'RESTRICT' } },
    );
    await createTable(
      runner,
      'dict',
      [
        column.id(),
        column.text('name', 64),
        column.text('code', 128),
        column.int('status', { default: 1 }),
        column.int('sort', { default: 0 }),
        column.text('remark', 255),
        ...column.audit(),
      ],
      [unique('uk_dict_code', 'code')],
    );
    await createTable(
      runner,
      'dict_item',
      [
        column.id(),
        column.int('dict_id'),
        column.text('label', 128),
        column.text('value', 128),
        column.int('status', { default: 1 }),
        column.int('sort', { default: 0 }),
        ...column.audit(),
      ],
      [index('dict_item', 'dict_id', 'sort')],
      { dict_id: { table: 'dict', onDelete: 'RESTRICT' } },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['dict_item', 'dict', 'config_item', 'config']) await dropTable(runner, table);
  }
}
