import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import { Menu, MenuType, PrincipalService, RoleMenu } from 'steward/access';
import { SharedReads } from 'steward/crud';
import { forget, recorded, takeTurn, transact } from 'steward/database';
import { Dict, DictItem } from '../../modules/dict/dict.entity.js';
import { ofCode, ofDict, ofHidden, ofItem, ofMade, ofOther, ofPath, ofPlace } from '../../modules/seeds/module-seed.js';
import type { EnteredRows, MenuMade, RowsMade } from './entered.js';
import type { MenuReport } from './reports.js';

/** The result of taking back the rows of a run. */
export interface RowsTaken {
  /** How many are as they were before the run. */
  rows: number;
  /** Rows that stay, because somebody has changed or granted them: `the button app:item:add`. */
  kept: string[];
}

/** Takes back rows of the menu and of dictionaries. */
@Injectable()
export class RowEraser {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: SharedReads,
    private readonly principals: PrincipalService,
  ) {}

  /** Takes back the rows that a run made, except rows that somebody has changed or granted since. */
  takeBack(made: RowsMade): Promise<RowsTaken> {
    return this.change(async (manager) => {
      const taken: RowsTaken = { rows: 0, kept: [] };
      const count = (isTaken: boolean, what: string) => (isTaken ? taken.rows++ : taken.kept.push(what));
      for (const { id, before, after } of made.moves) {
        const { affected } = await manager.update(Menu, { id, parentId: after }, { parentId: before });
        count(affected === 1, `the place of the page ${id}`);
      }
      for (const { id, before, after } of made.hidden) {
        const { affected } = await manager.update(Menu, { id, hidden: after }, { hidden: before });
        count(affected === 1, `whether the menu shows the page ${id}`);
      }
      // Buttons go before their page, a page before its folder, and items before their dictionary: a parent is removed
      // only if nothing is left below it.
      for (const menu of made.menus.toReversed().sort(buttonsFirst)) {
        count(await takeMenu(menu, manager), menu.permission === '' ? menu.path : menu.permission);
      }
      for (const { id, before, after } of made.codes) {
        const { affected } = await manager.update(Menu, { id, permission: after }, { permission: before });
        count(affected === 1, after);
      }
      for (const { id, before, after } of made.labels) {
        const { affected } = await manager.update(DictItem, { id, label: after }, { label: before });
        count(affected === 1, after);
      }
      for (const item of made.items) count(await takeRow(DictItem, item, manager), item.value);
      for (const dict of made.dicts) {
        const isEmpty = !(await manager.existsBy(DictItem, { dictId: dict.id }));
        count(isEmpty && (await takeRow(Dict, dict, manager)), dict.code);
      }
      await forget(manager, made.seeds);
      return taken;
    });
  }

  /** The roles that hold the page of a module or one of its buttons, by their ids. */
  async holders(rows: EnteredRows): Promise<number[]> {
    const { manager } = this.dataSource;
    const menuId = In((await ofModule(rows, manager)).map(({ id }) => id));
    const grants = await manager.findBy(RoleMenu, { menuId });
    return [...new Set(grants.map(({ roleId }) => roleId))];
  }

  /**
   * Removes the page of a module and its buttons, from roles too; a page with other entries below it stays. Its folder
   * goes if it was made for modules and is empty. The records are removed as well, so that the module can be generated
   * afresh.
   * @param path of the page
   */
  removeMenu(rows: EnteredRows, path: string): Promise<MenuReport> {
    return this.change(async (manager) => {
      const menus = await ofModule(rows, manager);
      const page = menus.find(({ type }) => type === MenuType.Page);
      const ids = menus.map(({ id }) => id);
      const buttons = menus.filter(({ type }) => type === MenuType.Button).map(({ id }) => id);
      const others = page ? await manager.findBy(Menu, { parentId: page.id }) : [];
      const around = page && (await manager.findOneBy(Menu, { id: page.parentId }));
      const stays = others.some(({ id }) => !ids.includes(id));
      const gone = page && stays ? buttons : ids;
      await manager.delete(RoleMenu, { menuId: In(gone) });
      await manager.delete(Menu, { id: In(gone) });
      const folder = around && !stays && (await takeFolder(around, manager)) ? around : undefined;
      await forget(manager, [
        ...(folder ? [ofPath(folder.path), ofMade(folder)] : []),
        ofPlace(path, around?.path ?? ''),
        ofPath(path),
        ofHidden(path),
        ...rows.codes.map(ofCode),
        ...Object.entries(rows.dicts).flatMap(namesOfDict),
      ]);
      const message = stays ? `removed ${buttons.length} buttons; the page has other entries below it` : 'removed';
      return { success: true, menuId: page?.id ?? 0, message: menus.length === 0 ? 'not there' : message };
    });
  }

  private change<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return transact(this.dataSource.manager, undefined, async ({ manager, afterCommit }) => {
      await takeTurn(manager);
      for (const entity of [Menu, Dict, DictItem]) {
        afterCommit(() => this.reads.changed(this.dataSource.getMetadata(entity).tableName));
      }
      afterCommit(() => this.principals.grantsChanged());
      return work(manager);
    });
  }
}

function namesOfDict([code, labels]: [string, Record<string, string>]): string[] {
  return [ofDict(code), ofOther(code), ...Object.keys(labels).map((value) => ofItem(code, value))];
}

function buttonsFirst(a: MenuMade, b: MenuMade): number {
  return Number(a.permission === '') - Number(b.permission === '');
}

/** The page and the buttons that runs entered for a module. */
async function ofModule({ menuId, codes }: EnteredRows, manager: EntityManager): Promise<Menu[]> {
  const buttons = await manager.findBy(Menu, { type: MenuType.Button, permission: In(codes) });
  const pageId = buttons[0]?.parentId ?? menuId;
  const page = await manager.findOneBy(Menu, { id: pageId, type: MenuType.Page });
  return page ? [page, ...buttons] : buttons;
}

async function takeMenu(menu: MenuMade, manager: EntityManager): Promise<boolean> {
  const isUsed = await manager.existsBy(RoleMenu, { menuId: menu.id });
  const hasMore = isUsed || (await manager.existsBy(Menu, { parentId: menu.id }));
  return !hasMore && (await takeRow(Menu, menu, manager));
}

/** Deletes a folder that the generator made, if it is empty and nobody has renamed or moved it. */
async function takeFolder(folder: Menu, manager: EntityManager): Promise<boolean> {
  if (folder.type !== MenuType.Folder || (await manager.existsBy(Menu, { parentId: folder.id }))) return false;
  if ((await recorded(manager, [ofMade(folder)])).size === 0) return false;
  await manager.delete(RoleMenu, { menuId: folder.id });
  await manager.delete(Menu, { id: folder.id });
  return true;
}

/** Deletes a row if it is still as it was made. */
async function takeRow(entity: EntityTarget<ObjectLiteral>, row: object, manager: EntityManager): Promise<boolean> {
  const { affected } = await manager.delete(entity, row);
  return affected === 1;
}
