import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { assertHoldsAll } from '../../common/access/grants.js';
import { type Change, CrudService } from '../../common/crud/crud.service.js';
import { SharedReads } from '../../common/crud/shared-reads.js';
import { errors } from '../../common/errors/errors.js';
import { rowLock } from '../../database/transaction.js';
import { PrincipalService } from '../user/principal.service.js';
import { Menu, MenuType } from './menu.entity.js';

/** The console's menu tree and the permissions in it (contract §6, §10). */
@Injectable()
export class MenuService extends CrudService<Menu> {
  constructor(
    @InjectRepository(Menu) rows: Repository<Menu>,
    reads: SharedReads,
    private readonly principals: PrincipalService,
  ) {
    super(rows, reads, {
      label: 'Menu',
      filters: ['parentId', 'name', 'type', 'path', 'component', 'permission', 'status', 'hidden'],
    });
  }

  protected override async beforeSave(draft: Menu, before: Menu | undefined, change: Change): Promise<void> {
    if (draft.parentId !== before?.parentId) await this.checkParent(draft, change);
    if (draft.type === MenuType.Button && before && before.type !== MenuType.Button) {
      await this.checkChildless([before], change);
    }
    await this.checkPermission(draft, before, change);
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async beforeDelete(menus: Menu[], change: Change): Promise<void> {
    await this.checkChildless(menus, change);
    change.afterCommit(() => this.principals.grantsChanged());
  }

  /** Entries that are deleted or become buttons leave nothing below them. */
  private async checkChildless(menus: Menu[], change: Change): Promise<void> {
    const ids = menus.map(({ id }) => id);
    const children = await change.manager.find(Menu, { where: { parentId: In(ids) }, take: ids.length + 1 });
    const child = children.find(({ id }) => !ids.includes(id));
    if (child) {
      const parent = menus.find(({ id }) => id === child.parentId);
      throw errors.failure(`Menu ${parent?.name} still has children, such as ${child.name}`);
    }
  }

  /** A parent exists, takes children, and is not below the entry itself. */
  private async checkParent({ id, parentId = 0 }: Menu, { manager }: Change): Promise<void> {
    const above = new Set<number>();
    for (let next = parentId; next !== 0 && !above.has(next);) {
      if (next === id) throw errors.failure('parentId must not be the menu itself or one below it');
      above.add(next);
      // Locked, so that two changes at once cannot put each entry below the other.
      const menu = await manager.findOne(Menu, { where: { id: next }, ...rowLock(manager) });
      if (menu === null) {
        if (next === parentId) throw errors.failure('parentId does not exist');
        return;
      }
      if (menu.type === MenuType.Button) throw errors.failure('parentId must not be a button');
      next = menu.parentId;
    }
  }

  /** Nobody brings a permission into force that they do not hold. */
  private async checkPermission(draft: Menu, before: Menu | undefined, { caller }: Change): Promise<void> {
    const enabled = draft.status !== 0 && before?.status === 0;
    if (!draft.permission || (draft.permission === before?.permission && !enabled)) return;
    assertHoldsAll(caller, [draft.permission], `Menu ${draft.name}`);
  }
}
