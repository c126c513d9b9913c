import {
  flag,
  listOf,
  orNull,
  type Principal,
  type Restriction,
  type RouteDocs,
  type Schema,
  objectOf,
  text,
  time,
  whole,
} from 'steward/http';
import type { FactorKind } from '../factor/factor.service.js';
import { menuEntry, OPTIONAL_NAMES } from '../menu/menu.docs.js';
import type { GrantableMenu, MenuNode } from '../menu/menu-tree.service.js';

/** The caller, and how they are logged in. */
export interface CurrentUser extends Principal {
  /** The restriction of the session; null if there is none. */
  restriction: Restriction | null;
  /** When they last proved who they are, in ISO 8601. */
  stepUpAt: string;
  /** The kinds of second factors that they have. */
  factors: FactorKind[];
}

const currentUser = objectOf<CurrentUser>('CurrentUser', {
  id: whole('Id of the user', 1),
  tenantId: whole('0 = the platform', 0),
  tenantCode: text('Code of the tenant', 'platform'),
  username: text('Unique within the tenant', 'admin'),
  realname: text('Name of the person', 'Alice Liddell'),
  avatar: text('Address of a picture', ''),
  email: text('Address for mail', 'alice@example.org'),
  mobile: text('Telephone number', ''),
  status: whole('1 = enabled', 1),
  deptId: orNull(whole('Department; null for none', 1)),
  deptName: text('Name of the department; empty for none', 'Sales'),
  roles: { ...listOf({ type: 'string' }), description: 'Codes of the enabled roles', example: ['super_admin'] },
  permissions: { ...listOf({ type: 'string' }), description: 'Permission codes; `*` holds them all', example: ['*'] },
  restriction: orNull({
    type: 'string',
    enum: ['password', 'factor'],
    description:
      'What the session needs before it may be used: a password that its user has chosen, or a second factor',
  }),
  stepUpAt: time('When the caller last proved who they are: at the login, or when asked since'),
  factors: { ...listOf({ type: 'string' }), description: 'Kinds of second factors', example: ['totp'] },
});

const childrenOf = (title: string): Schema => ({
  ...listOf({ $ref: `#/components/schemas/${title}` }),
  description: 'In their order',
});

const menuNode = objectOf<MenuNode>('MenuNode', { ...menuEntry, children: childrenOf('MenuNode') }, OPTIONAL_NAMES);

const grantableMenu = objectOf<GrantableMenu>(
  'GrantableMenu',
  {
    ...menuEntry,
    permission: text('Code that the entry grants; empty for none', 'sys:user:page'),
    status: whole('1 = enabled; 0 = neither shown nor granted', 1),
    grantable: flag('False for what is there for the sake of other entries alone'),
    opens: flag('Whether it is the button that opens its page'),
    children: childrenOf('GrantableMenu'),
  },
  OPTIONAL_NAMES,
);

/** API description of the caller's own account. */
export const indexDocs = {
  getUser: { summary: 'The caller, with roles and permission codes', answer: currentUser },
  getMenuList: { summary: 'The menu tree that the caller may see, without buttons', answer: listOf(menuNode) },
  getGrantableMenus: {
    summary: 'The menu tree that the caller may give to a role, with buttons',
    description: 'Entries whose permission the caller holds or that carry none, disabled ones too.',
    query: 'list',
    filters: { lacking: '`true`: pages also have the buttons that the caller may not give' },
    answer: listOf(grantableMenu),
  },
  updatePassword: { summary: 'Change the own password', description: "Ends all of the caller's sessions." },
  updateInfo: {
    summary: 'Change the own account',
    description: 'Changes the members that the body names and leaves the others.',
  },
} satisfies Record<string, RouteDocs>;
