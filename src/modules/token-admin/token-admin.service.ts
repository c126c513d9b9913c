import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { permissionsOfUsers, User, UserKind } from 'steward/access';
import { errors } from 'steward/core';
import { type Change, CrudService, type Key } from 'steward/crud';
import type { Caller, Client } from 'steward/http';
import { UserService } from '../user/user.service.js';
import type { AddTokenDto } from './token-admin.dto.js';
import { ApiToken } from '../api-token/api-token.entity.js';
import { ApiTokens, type NewToken } from '../api-token/api-tokens.js';

/** The API tokens of a tenant as administrators see them. */
@Injectable()
export class TokenAdminService extends CrudService<ApiToken> {
  constructor(
    @InjectRepository(ApiToken) rows: Repository<ApiToken>,
    private readonly tokens: ApiTokens,
    private readonly users: UserService,
  ) {
    super(rows, {
      label: 'API token',
      name: 'name',
      filters: ['name', 'prefix', 'userId', 'createdBy', 'expiresAt', 'revokedAt'],
      owner: 'userId',
      references: {
        userId: { entity: User, label: 'username' },
        createdBy: { entity: User, label: 'username' },
      },
      incidental: ['lastUsedAt'],
    });
  }

  /**
   * Makes a token for a service account. It is shown this once.
   * @throws AppError code 1 for a user whom the caller may not manage or who is a person, and for a permission that the
   *   caller or the account does not hold
   */
  async addFor({ userId, ...values }: AddTokenDto, caller: Caller, client: Client): Promise<NewToken> {
    const wanted = await this.tokens.checked(values, caller);
    const make = async (user: User, change: Change): Promise<NewToken> => {
      const held = await permissionsOfUsers([user.id], change.manager);
      const lacking = wanted.scopes.find((code) => !held.includes(code) && !held.includes('*'));
      if (lacking === undefined) return this.tokens.store(user, wanted, { caller, client }, change);
      throw errors.failure(`scopes: the account does not hold the permission ${lacking}`, {
        reason: 'notHeldByAccount',
        permission: lacking,
        member: 'scopes',
      });
    };
    return this.users.manage(userId, caller, make, UserKind.Service);
  }

  /** Deletes a token, which is refused from the next request on. */
  deleteFrom(client: Client, id: Key, caller: Caller): Promise<void> {
    return this.deleteAnd(id, caller, (row, change) => this.tokens.revoke(row, caller, client, change));
  }
}
