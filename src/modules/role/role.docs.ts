import { listOf, objectOf, type RouteDocs, type Schema, text, whole } from 'steward/http';
import { menuEntry, OPTIONAL_NAMES } from '../menu/menu.docs.js';
import type { GrantedMenu, UnseenGrant } from '../menu/menu-tree.service.js';
import type { RolePreview } from './role.service.js';

const children: Schema = {
  ...listOf({ $ref: '#/components/schemas/GrantedMenu' }),
  description: 'In their order; of a page, the buttons that the role grants',
};

const permission = text('Code that the entry grants; empty for none', 'sys:user:page');

const grantedMenu = objectOf<GrantedMenu>('GrantedMenu', { ...menuEntry, permission, children }, OPTIONAL_NAMES);

const unseenGrant = objectOf<UnseenGrant>('UnseenGrant', {
  id: menuEntry.id,
  name: menuEntry.name,
  type: menuEntry.type,
  permission,
  parent: text('Name of the entry above it; empty at the top', 'Users'),
});

const rolePreview = objectOf<RolePreview>('RolePreview', {
  name: text('Name of the role', 'Reader'),
  status: whole('0 = the role grants nothing at present', 1),
  menus: { ...listOf(grantedMenu), description: 'The menu that the role shows' },
  unseen: { ...listOf(unseenGrant), description: 'Pages and buttons that the role has, but the menu does not show' },
});

/** API description of roles beyond the eight operations. */
export const roleDocs = {
  preview: {
    summary: 'Role: what its holder would see and be able to do',
    description: 'Of this role alone, as if it were enabled.',
    answer: rolePreview,
  },
} satisfies Record<string, RouteDocs>;
