import type { RouteLocationRaw } from 'vue-router';
import { codeOf, resourceOf } from '@/api/resources';
import { type MenuNode, can } from '@/api/session';
import type { Option } from '@/kit/controls/options';
import { ADD_HASH, rowHash } from '@/kit/crud/address';
import { inSentence } from '@/text/in-sentence';
import { menuName } from '@/text/menu.text';
import { singularOf } from '@/text/plural';
import { grantedPages } from './granted';
import { t } from './palette.text';
import { t as shell } from './shell.text';

/** Somewhere that "Go to" leads. */
export interface Destination {
  /** Always the same for the same place: recently opened places are recognised by it. */
  id: string;
  name: string;
  icon: string;
  to: RouteLocationRaw;
  /** Distinguishes it from others with the same name. */
  hint?: string;
  /** Other words by which it is found. */
  words?: string;
}

/** A resource whose rows can be found by name, and the page that shows them. */
export interface Searchable {
  page: MenuNode;
  path: string;
}

/** Names of the rows of Steward's own pages; other pages are named by their menu. */
const ROWS: Readonly<Record<string, () => string>> = {
  'access/user': () => t.user,
  'access/role': () => t.role,
  'access/menu': () => t.menu,
  'access/tenant': () => t.tenant,
  'system/dict': () => t.dict,
  'system/dict-item': () => t.dictItem,
  'system/config': () => t.config,
  'system/config-item': () => t.configItem,
};

const shownPages = () => grantedPages.value.filter(({ hidden }) => !hidden);

/** The pages of the user's menu, and the user's own. */
export function pageDestinations(): Destination[] {
  return [
    ...shownPages().map((page) => ({
      id: page.path,
      name: menuName(page),
      icon: page.icon || 'file',
      to: page.path,
      words: [page.name, page.nameEn, page.nameZh, page.path].join(' '),
    })),
    { id: '/profile', name: shell.profile, icon: 'user', to: '/profile' },
  ];
}

/** The actions that the user may do, each of which opens the form for it. */
export function actionDestinations(): Destination[] {
  const adding = shownPages().filter((page) => mayDo(page, 'add'));
  return [
    ...adding.map((page) => ({
      id: page.path + ADD_HASH,
      name: t.add(ROWS[page.component]?.() ?? inSentence(singularOf(menuName(page)))),
      icon: 'plus',
      to: { path: page.path, hash: ADD_HASH },
    })),
    { id: '/profile#password', name: t.changePassword, icon: 'key-round', to: { path: '/profile', hash: '#password' } },
  ];
}

/** The resources whose rows the user may find by name and open. */
export function searchableResources(): Searchable[] {
  return shownPages().flatMap((page) => {
    const path = resourceOf(page.component);
    return path !== undefined && mayDo(page, 'options') && mayDo(page, 'detail/{id}') ? [{ page, path }] : [];
  });
}

/** A row, which its page opens. */
export function rowDestination({ path, icon }: MenuNode, { value, label, hint }: Option): Destination {
  const hash = rowHash(value);
  return { id: path + hash, name: label, hint, icon: icon || 'file', to: { path, hash } };
}

function mayDo({ component }: MenuNode, operation: string): boolean {
  const path = resourceOf(component);
  const code = path === undefined ? undefined : codeOf(path, operation);
  return code !== undefined && can(code);
}
