import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Menu, MenuType, openingCodes, Role, RoleMenu, shownEntries, UserRole, withFolders } from 'steward/access';
import { grantTest, holds, type Principal } from 'steward/http';

/** A folder or page of the console's menu, with the entries below it. */
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

/** An entry of the menu that a role may be given, or one above such an entry. */
export interface GrantableMenu extends Omit<MenuNode, 'children'> {
  permission: string;
  status: number;
  /** False for an entry that is included only for the sake of those below it. */
  grantable: boolean;
  children: GrantableMenu[];
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
   */
  async grantableBy(principal: Principal): Promise<GrantableMenu[]> {
    const menus = await this.menus.find({ order: { sort: 'ASC', id: 'ASC' } });
    const mayGrant = grantTest(principal);
    const codes = openingCodes(menus);
    const grantable = new Set(
      menus
        .filter(({ id, permission }) => mayGrant(permission) && (codes.get(id) ?? []).every(mayGrant))
        .map(({ id }) => id),
    );
    return treeOf(
      withFolders(menus, grantable).map((menu): GrantableMenu => {
        const { permission, status } = menu;
        return { ...nodeOf(menu), permission, status, grantable: grantable.has(menu.id), children: [] };
      }),
    );
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

function nodeOf({ id, parentId, name, type, path, component, icon, sort, hidden }: Menu): MenuNode {
  return { id, parentId, name, type, path, component, icon, sort, hidden, children: [] };
}

/** Entries in order under their parents; an entry whose parent is not among them is left out with all below it. */
function treeOf<Node extends { id: number; parentId: number; children: Node[] }>(nodes: Node[]): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) byId.get(node.parentId)?.children.push(node);
  return nodes.filter(({ parentId }) => parentId === 0);
}
