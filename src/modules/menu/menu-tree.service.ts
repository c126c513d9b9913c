import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import {
  Menu,
  MenuType,
  openingButtons,
  openingCodes,
  Role,
  RoleMenu,
  shownEntries,
  UserRole,
  withFolders,
} from 'steward/access';
import { grantTest, holds, type Principal } from 'steward/http';

/** A folder or page of the console's menu, with the entries below it. */
export interface MenuNode {
  id: number;
  parentId: number;
  name: string;
  /** In the English console, if it is not the name. */
  nameEn?: string;
  /** In the Chinese console, if it is not the name. */
  nameZh?: string;
  type: MenuType;
  path: string;
  component: string;
  icon: string;
  sort: number;
  hidden: boolean;
  children: MenuNode[];
}

/** An entry of the menu that a role may be given, or one above such an entry. */
export interface GrantableMenu extends Omit<MenuNode, 'children'> {
  permission: string;
  status: number;
  /** False for an entry that is included only for the sake of others. */
  grantable: boolean;
  /** Whether it is the button that opens its page. */
  opens: boolean;
  children: GrantableMenu[];
}

/** An entry of the menu as the holder of a role has it: a page with the buttons that the role grants. */
export interface GrantedMenu extends Omit<MenuNode, 'children'> {
  permission: string;
  children: GrantedMenu[];
}

/** A page or button that a role grants, but that has no place in the menu. */
export interface UnseenGrant extends Pick<Menu, 'id' | 'name' | 'type' | 'permission'> {
  /** Name of the entry above it; empty at the top. */
  parent: string;
}

/** The grants of a role alone. */
export interface RoleGrants {
  menus: GrantedMenu[];
  unseen: UnseenGrant[];
}

/** Reads the menu tree. */
@Injectable()
export class MenuTreeService {
  constructor(@InjectRepository(Menu) private readonly menus: Repository<Menu>) {}

  /**
   * The enabled folders and pages that a principal holds, as a tree, without pages that would be refused; a held entry
   * includes those above it.
   */
  async treeFor(principal: Principal): Promise<MenuNode[]> {
    const entries = await this.menus.find({
      where: [{ status: 1 }, { type: MenuType.Button }],
      order: { sort: 'ASC', id: 'ASC' },
    });
    if (holds(principal, '*')) return treeOf(entries.filter(({ type }) => type !== MenuType.Button).map(nodeOf));
    return treeOf(shownEntries(entries, await this.heldBy(principal.id), grantTest(principal)).map(nodeOf));
  }

  /**
   * All entries that a principal may give to a role, including buttons and disabled ones, as a tree: a role keeps a
   * disabled entry, which takes effect again when it is enabled.
   * @param lacking whether pages also have the buttons that the principal may not give
   */
  async grantableBy(principal: Principal, lacking: boolean): Promise<GrantableMenu[]> {
    const menus = await this.menus.find({ order: { sort: 'ASC', id: 'ASC' } });
    const mayGrant = grantTest(principal);
    const codes = openingCodes(menus);
    const grantable = new Set(
      menus
        .filter(({ id, permission }) => mayGrant(permission) && (codes.get(id) ?? []).every(mayGrant))
        .map(({ id }) => id),
    );
    const opening = new Set([...openingButtons(menus).values()].map(({ id }) => id));
    const wanted = new Set(withFolders(menus, grantable).map(({ id }) => id));
    const shown = menus.filter(
      ({ id, type, parentId }) => wanted.has(id) || (lacking && type === MenuType.Button && wanted.has(parentId)),
    );
    return treeOf(
      shown.map((menu): GrantableMenu => {
        const { id, permission, status } = menu;
        const marks = { grantable: grantable.has(id), opens: opening.has(id) };
        return { ...nodeOf(menu), permission, status, ...marks, children: [] };
      }),
    );
  }

  /**
   * The menu and the permissions of somebody who has only this role.
   * @param held the ids of the entries that the role has; `*` for all, with every permission
   */
  async grantsOf(held: readonly number[] | '*'): Promise<RoleGrants> {
    const menus = await this.menus.find({ order: { sort: 'ASC', id: 'ASC' } });
    const enabled = menus.filter(({ status }) => status === 1);
    if (held === '*') return { menus: treeOf(enabled.map(grantedOf)), unseen: [] };
    const ids = new Set(held);
    const granted = enabled.filter(({ id }) => ids.has(id));
    const codes = new Set(['', ...granted.map(({ permission }) => permission)]);
    const entries = menus.filter(({ status, type }) => status === 1 || type === MenuType.Button);
    const shown = shownEntries(entries, new Set(granted.map(({ id }) => id)), (code) => codes.has(code));
    const places = new Set(shown.map(({ id }) => id));
    const isSeen = ({ id, type, parentId }: Menu) => places.has(type === MenuType.Button ? parentId : id);
    const seen = new Set([...places, ...granted.filter(isSeen).map(({ id }) => id)]);
    const names = new Map(menus.map(({ id, name }) => [id, name]));
    return {
      menus: treeOf(enabled.filter(({ id }) => seen.has(id)).map(grantedOf)),
      unseen: granted
        .filter((menu) => menu.type !== MenuType.Folder && !isSeen(menu))
        .map(({ id, name, type, permission, parentId }) => {
          return { id, name, type, permission, parent: names.get(parentId) ?? '' };
        }),
    };
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

function nodeOf({ id, parentId, name, nameEn, nameZh, type, path, component, icon, sort, hidden }: Menu): MenuNode {
  const names = { name, ...(nameEn && { nameEn }), ...(nameZh && { nameZh }) };
  return { id, parentId, ...names, type, path, component, icon, sort, hidden, children: [] };
}

function grantedOf(menu: Menu): GrantedMenu {
  return { ...nodeOf(menu), permission: menu.permission, children: [] };
}

/** Entries in order under their parents; an entry whose parent is not among them is left out with all below it. */
function treeOf<Node extends { id: number; parentId: number; children: Node[] }>(nodes: Node[]): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) byId.get(node.parentId)?.children.push(node);
  return nodes.filter(({ parentId }) => parentId === 0);
}
