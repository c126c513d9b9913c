import { Module } from '@nestjs/common';
import { field } from 'steward/crud';
import { addColumn, Columns, dropColumn } from 'steward/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Extension } from '../../src/app/extension.js';
import { startApp } from '../support/app.js';

@Module({})
class EmptyModule {}

class RoleIdsColumn1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'user', new Columns(runner).text('x_role_ids', 8));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'user', 'x_role_ids');
  }
}

const extension = (more: Partial<Extension>): Extension => ({ module: EmptyModule, ...more });

describe('additions that stop the start', () => {
  it.each<[string, string, Extension[]]>([
    [
      'a member that Steward has',
      'already have a member email',
      [extension({ extend: { user: { email: field.text(8) } } })],
    ],
    [
      'a member that all audited rows have',
      'already have a member createdAt',
      [extension({ extend: { user: { createdAt: field.time() } } })],
    ],
    [
      'a member that rows have from other tables',
      'already have a member roleIds',
      [extension({ extend: { user: { roleIds: field.text(8) } }, migrations: [RoleIdsColumn1700000000010] })],
    ],
    [
      'a field that two modules add',
      'two modules add user.phone',
      [
        extension({ extend: { user: { phone: field.text(8) } } }),
        extension({ extend: { user: { phone: field.text(9) } } }),
      ],
    ],
    ['a table that Steward lacks', 'no table wombat', [extension({ extend: { wombat: { phone: field.text(8) } } })]],
    ['a name with blanks', 'no name like branchPhone', [extension({ extend: { user: { 'a b': field.text(8) } } })]],
    [
      'a column that no migration added',
      'no column x_phone',
      [extension({ extend: { user: { phone: field.text(8) } } })],
    ],
    ["a kind of operation of Steward's", 'begin at 100', [extension({ operations: { 3: 'Confirm' } })]],
    [
      'a kind of operation that two modules have',
      'Two extensions have operation 101: Confirm and Cancel',
      [extension({ operations: { 101: 'Confirm' } }), extension({ operations: { 101: 'Cancel' } })],
    ],
  ])('%s', async (_, message, extensions) => {
    await expect(startApp({ extensions })).rejects.toThrow(message);
  });
});
