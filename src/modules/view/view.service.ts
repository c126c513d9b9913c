import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository, type SelectQueryBuilder } from 'typeorm';
import { errors } from 'steward/core';
import { type Change, CrudService, type Key, ROW, type RawQuery, single } from 'steward/crud';
import { takeTurn } from 'steward/database';
import { type Caller, flag, holds, PrincipalSource } from 'steward/http';
import { menuPermissions } from '../menu/menu.permissions.js';
import type { AddViewDto, UpdateViewDto } from './view.dto.js';
import { EVERYBODY, SavedView } from './view.entity.js';

/** The most views of a user, and the most that a tenant shares. */
const MAX_VIEWS = 100;

/** The longest JSON text of a state, in characters. */
const MAX_STATE = 8192;

/** The permission to share views, and to change shared ones: they look like parts of the menu to everybody. */
const SHARING = menuPermissions.update;

/**
 * Saved views: everybody's own, and those that a tenant shares. Even callers of the platform see only the ones of their
 * own tenant.
 */
@Injectable()
export class ViewService extends CrudService<SavedView> {
  constructor(
    @InjectRepository(SavedView) rows: Repository<SavedView>,
    private readonly principals: PrincipalSource,
  ) {
    super(rows, {
      label: 'View',
      name: 'name',
      filters: [],
      duplicate: 'A view with this name exists already',
      added: { shared: flag('Whether everybody in the tenant sees it') },
    });
  }

  /** The caller's views of a page and the shared ones, by name. */
  async viewsOf(query: RawQuery, caller: Caller): Promise<SavedView[]> {
    const page = single(query, 'page') ?? '';
    const builder = this.visible(this.rows.manager, caller).andWhere(`${ROW}.page = :page`, { page });
    const views = await builder.orderBy(`${ROW}.name`).addOrderBy(`${ROW}.id`).getMany();
    await this.complete(views);
    return views;
  }

  override async add(values: AddViewDto, caller: Caller): Promise<{ id: number }> {
    caller.principal = await this.principals.of(caller);
    return super.add(values, caller);
  }

  override async update(values: UpdateViewDto, caller: Caller): Promise<void> {
    caller.principal = await this.principals.of(caller);
    return super.update(values, caller);
  }

  override async delete(id: Key, caller: Caller): Promise<void> {
    caller.principal = await this.principals.of(caller);
    return super.delete(id, caller);
  }

  protected override visible(manager: EntityManager, caller: Caller): SelectQueryBuilder<SavedView> {
    return super
      .visible(manager, caller)
      .andWhere(`${ROW}.tenantId = :viewTenant`, { viewTenant: caller.tenantId })
      .andWhere(`${ROW}.userId IN (:...viewers)`, { viewers: [caller.userId, EVERYBODY] });
  }

  protected override async beforeSave(
    draft: SavedView,
    before: SavedView | undefined,
    change: Change,
    { shared = before?.userId === EVERYBODY }: Partial<AddViewDto>,
  ): Promise<void> {
    const { caller } = change;
    draft.userId = shared ? EVERYBODY : caller.userId;
    if (shared || before?.userId === EVERYBODY) assertMayShare(caller);
    draft.name = draft.name.trim();
    if (draft.name === '') throw errors.failure('name must not be empty');
    checkState(draft.state);
    if (draft.userId !== before?.userId) await checkNumber(draft, change);
  }

  protected override async beforeDelete(views: SavedView[], { caller }: Change): Promise<void> {
    if (views.some(({ userId }) => userId === EVERYBODY)) assertMayShare(caller);
  }

  protected override async complete(views: SavedView[]): Promise<void> {
    for (const view of views) view.shared = view.userId === EVERYBODY;
  }
}

/** @throws AppError 403 for a caller who may not change what everybody in the tenant sees */
function assertMayShare({ principal }: Caller): void {
  if (!principal || !holds(principal, SHARING)) throw errors.forbidden(SHARING);
}

function checkState(state: unknown): void {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    throw errors.failure('state must be a JSON object');
  }
  if (JSON.stringify(state).length > MAX_STATE) {
    throw errors.failure(`state must have at most ${MAX_STATE} characters as JSON`);
  }
}

async function checkNumber({ tenantId, userId }: SavedView, { manager }: Change): Promise<void> {
  await takeTurn(manager);
  const views = await manager.countBy(SavedView, { tenantId, userId });
  if (views < MAX_VIEWS) return;
  throw errors.failure(
    userId === EVERYBODY
      ? `The tenant has ${MAX_VIEWS} shared views already`
      : `You have ${MAX_VIEWS} views already; delete some first`,
  );
}
