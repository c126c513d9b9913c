import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/** The names of menu entries and of dictionary items in each language of the console. */
export class NamesByLanguage1790000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    for (const name of ['name_en', 'name_zh']) await addColumn(runner, 'menu', column.text(name, 64));
    for (const name of ['label_en', 'label_zh']) await addColumn(runner, 'dict_item', column.text(name, 128));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['label_zh', 'label_en']) await dropColumn(runner, 'dict_item', name);
    for (const name of ['name_zh', 'name_en']) await dropColumn(runner, 'menu', name);
  }
}
