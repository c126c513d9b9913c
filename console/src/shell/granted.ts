import { computed } from 'vue';
import { type MenuNode, session } from '@/api/session';
import { pageFiles } from '@/page-files';
import { menuName } from '@/text/menu.text';
import { isPlain } from './address';

/** The type of a {@link MenuNode}. */
export enum MenuType {
  Folder = 0,
  Page = 1,
}

/** Paths that the console itself uses; a menu cannot take them. */
const OWN_PATHS = new Set(['/', '/login', '/profile']);

/** The pages of the user's menu, including hidden ones, in menu order. */
export const grantedPages = computed(() => pagesOf(session.menus));

function pagesOf(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [...(isPage(node) ? [node] : []), ...pagesOf(node.children)]);
}

function isPage({ type, path }: MenuNode): boolean {
  return (type as MenuType) === MenuType.Page && isPlain(path) && !OWN_PATHS.has(path);
}

/** Whether the user's menu leads anywhere. */
export const hasAccess = computed(() => leads(session.menus));

function leads(nodes: readonly MenuNode[]): boolean {
  return nodes.some(({ type, children }) => (type as MenuType) === MenuType.Page || leads(children));
}

/** The path of the console's start page; undefined for users who have no page. */
export function startPath(): string | undefined {
  if (!hasAccess.value) return undefined;
  const shown = grantedPages.value.filter(({ hidden }) => !hidden);
  const first = shown.find(({ component }) => component === 'dashboard') ?? shown[0];
  return first?.path ?? '/profile';
}

/** Whether a path is that of a page that this build has, but the user's menu does not. */
export function isForbidden(path: string): boolean {
  const component = path.replace(/^\/|\/$/g, '');
  return pageFiles.has(component) && !grantedPages.value.some((page) => page.component === component);
}

/** The current name of the page at a menu's path. */
export function pageName(node: MenuNode): string {
  return menuName(grantedPages.value.find((page) => page.path === node.path) ?? node);
}
