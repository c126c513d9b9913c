import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { User } from 'steward/access';
import { type Export, type Page, type RawQuery, ReadService } from 'steward/crud';
import { emptyFieldsOf } from 'steward/database';
import { type Caller, idList } from 'steward/http';
import { deptName, nameDepartments } from './user-departments.js';

/**
 * Columns that the directory hides, with the values that it shows instead. It does not order by them either, because
 * the order would reveal them. Any private column that is added to users must be listed here; fields that a project
 * adds are hidden in any case.
 */
const HIDDEN: Partial<User> = { email: '', mobile: '' };

/** The users of a tenant as any of its users may see them: without contact details and roles. */
@Injectable()
export class UserDirectoryService extends ReadService<User> {
  constructor(@InjectRepository(User) rows: Repository<User>) {
    super(rows, {
      label: 'User',
      filters: ['username', 'realname', 'status', 'remark', 'deptId'],
      added: { roleIds: idList('Empty'), deptName },
      // Everybody of a tenant can be found here, whoever administers them.
      dataScope: false,
    });
  }

  override page(query: RawQuery, caller: Caller): Promise<Page<User>> {
    return super.page(withoutHidden(query), caller);
  }

  override export(query: RawQuery, caller: Caller): Promise<Export> {
    return super.export(withoutHidden(query), caller);
  }

  protected override async complete(users: User[], manager: EntityManager): Promise<void> {
    const hidden = { ...HIDDEN, ...emptyFieldsOf(this.rows.metadata) };
    for (const user of users) Object.assign(user, hidden, { roleIds: [] });
    await nameDepartments(users, manager);
  }
}

function withoutHidden({ orderBy, ...query }: RawQuery): RawQuery {
  return Object.hasOwn(HIDDEN, String(orderBy)) ? query : { ...query, orderBy };
}
