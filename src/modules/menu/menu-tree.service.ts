import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, type Repository } from 'typeorm';
import { type Principal, holds } from '../../common/access/caller.js';
import { Role, RoleMenu } from '../role/role.entity.js';
import { UserRole } from '../user/user.entity.js';
import { Menu, MenuType } from './menu.entity.js';

/** A folder or page of the console's menu, with what lies under it. */
export interface MenuNode {
  id: number;
  parentId: number;
  name: string;
  type: MenuType;
  path: string;
  component: string;
  icon: string;
  sort: number;
  hidden: boolean;
  children: MenuNode[];
}

/** Reads the menu tree. */
@Injectable()
export class MenuTreeService {
  constructor(@InjectRepository(Menu) private readonly menus: Repository<Menu>) {}

  /** The enabled folders and pages that a principal holds, as a tree; a held page brings its folders (contract §10). */
  async treeFor(principal: Principal): Promise<MenuNode[]> {
    const shown = await this.menus.find({
      where: { status: 1, type: Not(MenuType.Button) },
      order: { sort: 'ASC', id: 'ASC' },
    });
    if (holds(principal, '*')) return treeOf(shown);
    const held = await this.heldBy(principal.id);
    return treeOf(withFolders(shown, held));
  }

  private async heldBy(userId: number): Promise<Set<number>> {
    const rows = await this.menus
      .createQueryBuilder('menu')
      .select('DISTINCT menu.id', 'id')
      .innerJoin(RoleMenu, 'roleMenu', 'roleMenu.menuId = menu.id')
      .innerJoin(Role, 'role', 'role.id = roleMenu.roleId AND role.status = 1')
      .innerJoin(UserRole, 'userRole', 'userRole.roleId = role.id')
      .where('userRole.userId = :userId AND menu.status = 1', { userId })
      .getRawMany<{ id: number }>();
    return new Set(rows.map(({ id }) => id));
  }
}

/** The held entries and every folder above them. */
function withFolders(menus: Menu[], held: Set<number>): Menu[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const kept = new Set<number>();
  for (const { id } of menus) {
    if (!held.has(id)) continue;
    for (let menu = byId.get(id); menu && !kept.has(menu.id); menu = byId.get(menu.parentId)) kept.add(menu.id);
  }
  return menus.filter(({ id }) => kept.has(id));
}

/** Entries in order under their parents; what hangs on a disabled or missing parent is left out. */
function treeOf(menus: Menu[]): MenuNode[] {
  const nodes = new Map<number, MenuNode>();
  for (const { id, parentId, name, type, path, component, icon, sort, hidden } of menus) {
    nodes.set(id, { id, parentId, name, type, path, component, icon, sort, hidden, children: [] });
  }
  for (const node of nodes.values()) nodes.get(node.parentId)?.children.push(node);
  return [...nodes.values()].filter(({ parentId }) => parentId === 0);
}
