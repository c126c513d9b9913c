import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { PLATFORM_TENANT, TenantAccessService, User } from 'steward/access';
import { errors } from 'steward/core';
import { rowLock } from 'steward/database';

/** Result of a lookup by username. */
type AccountLookup = { kind: 'found'; user: User } | { kind: 'unknown' } | { kind: 'ambiguous' };

/** The result of looking up a name; includes the tenant, if it names an existing one. */
export type NamedAccount = (AccountLookup & { tenantId?: number }) | { kind: 'noTenant' };

/** The columns of an account that a login needs. */
const LOGIN_COLUMNS = {
  id: true,
  tenantId: true,
  username: true,
  kind: true,
  realname: true,
  status: true,
  password: true,
  salt: true,
  passwordState: true,
  passwordExpiresAt: true,
} as const;

/** Reads the accounts that log in. */
@Injectable()
export class AccountService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly tenants: TenantAccessService,
  ) {}

  /** The account that a username and, unless that is unique, the code of its tenant name. */
  async findNamed({ username, tenantCode }: { username: string; tenantCode?: string }): Promise<NamedAccount> {
    if (tenantCode === undefined) return this.findForLogin(username, undefined);
    const tenantId = await this.tenants.idOfCode(tenantCode);
    if (tenantId === undefined) return { kind: 'noTenant' };
    const found = await this.findForLogin(username, tenantId);
    return found.kind === 'found' ? found : { ...found, tenantId };
  }

  /**
   * The account that a login refers to, with password and salt: within a tenant, or among all accounts, where the
   * platform's takes precedence over the tenants'.
   */
  private async findForLogin(username: string, tenantId: number | undefined): Promise<AccountLookup> {
    const found = await this.users.find({
      where: { username, ...(tenantId === undefined ? {} : { tenantId }) },
      select: LOGIN_COLUMNS,
      order: { tenantId: 'ASC' },
      take: 3,
    });
    // MySQL ignores trailing spaces in comparisons; names must match exactly on every database.
    const candidates = found.filter((user) => user.username === username);
    const [first] = candidates;
    if (first === undefined) return { kind: 'unknown' };
    if (candidates.length > 1 && first.tenantId !== PLATFORM_TENANT.id) return { kind: 'ambiguous' };
    return { kind: 'found', user: first };
  }

  /** The same by id, with password and salt. */
  findWithPassword(id: number): Promise<User | null> {
    return this.users.findOne({ where: { id }, select: LOGIN_COLUMNS });
  }

  findById(id: number): Promise<User | null> {
    return this.users.findOneBy({ id });
  }

  /**
   * Reads an account again and locks it until the transaction ends: a change that disables it, deletes it or replaces
   * its password waits, and then ends the new session along with the others.
   * @throws AppError 1002 if it has been disabled, deleted or given another password since it was checked
   */
  async recheck(checked: User, manager: EntityManager): Promise<void> {
    const now = await manager.findOne(User, {
      where: { id: checked.id },
      select: { id: true, status: true, password: true },
      ...rowLock(manager),
    });
    if (now?.status !== 1 || now.password !== checked.password) throw errors.userDisabled();
  }

  /** Stores when a user logged in, in the row that {@link recheck} has locked. */
  async loggedIn(id: number, at: Date, manager: EntityManager): Promise<void> {
    await manager.update(User, { id }, { lastLoginAt: at });
  }
}
