import { computed, shallowRef } from 'vue';
import { type LocationQueryRaw, useRoute, useRouter } from 'vue-router';
import { type Crud, filterNames } from './define-crud';

/** The numbers of rows that a page can have. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** The state of a table in the URL: the parameters of the page, with days in place of instants. */
export interface TableState {
  filters: Readonly<Record<string, string>>;
  orderBy?: string;
  order: 'asc' | 'desc';
  pageNo: number;
  pageSize: number;
}

/** Changes to the URL are queued, because each builds on the result of the one before. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The state of a table, kept in the URL, so that back, forward, reload and a copied link show the same rows.
 * @param size rows per page if the URL does not say
 * @param prefix prefix of the names in the URL, for a second table on a page
 */
export function useUrlState(of: Crud, size: () => number, prefix = '') {
  const route = useRoute();
  const router = useRouter();

  const state = computed(() =>
    stateIn(
      (name) => {
        const value = route.query[prefix + name];
        return typeof value === 'string' ? value : '';
      },
      of,
      size(),
    ),
  );

  /** Changes parts of the URL and removes empty or undefined ones. Goes back to page 1 unless `pageNo` is given. */
  function change(patch: Record<string, string | number | undefined>, how: 'push' | 'replace' = 'push'): void {
    const wanted = 'pageNo' in patch ? patch : { ...patch, pageNo: undefined };
    const { path } = route;
    last = last.then(() => {
      if (route.path !== path) return undefined;
      const query: LocationQueryRaw = { ...route.query };
      for (const [name, value] of Object.entries(wanted)) query[prefix + name] = value;
      const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
      return router[how]({ query: Object.fromEntries(kept), hash: route.hash });
    });
  }

  /** Removes the hash, which opened a row or a form. */
  function dropHash(): void {
    const { path } = route;
    last = last.then(() =>
      route.path === path && route.hash !== '' ? router.replace({ query: route.query }) : undefined,
    );
  }

  /** Removes all filters. */
  function reset(): void {
    change(Object.fromEntries(filterNames(of).map((name) => [name, undefined])));
  }

  return { state, change, reset, dropHash, hash: () => route.hash };
}

/** The state of a table that is not in the URL, such as one in the details of a row. */
export function useOwnState(of: Crud, size: () => number): UrlState {
  const parameters = shallowRef<Readonly<Record<string, string | number | undefined>>>({});
  const state = computed(() => stateIn((name) => String(parameters.value[name] ?? ''), of, size()));

  function change(patch: Record<string, string | number | undefined>): void {
    parameters.value = { ...parameters.value, pageNo: undefined, ...patch };
  }

  function reset(): void {
    change(Object.fromEntries(filterNames(of).map((name) => [name, undefined])));
  }

  return { state, change, reset, dropHash: () => undefined, hash: () => '' };
}

/** The state that parameters stand for. */
function stateIn(text: (name: string) => string, of: Crud, size: number): TableState {
  const orderBy = text('orderBy');
  const pageSize = Number(text('pageSize'));
  return {
    filters: Object.fromEntries(
      filterNames(of)
        .map((name) => [name, text(name)])
        .filter(([, value]) => value !== ''),
    ) as Record<string, string>,
    orderBy: of.columns[orderBy]?.sort ? orderBy : undefined,
    order: text('order') === 'desc' ? 'desc' : 'asc',
    pageNo: Math.max(1, Math.trunc(Number(text('pageNo'))) || 1),
    pageSize: (PAGE_SIZES as readonly number[]).includes(pageSize) ? pageSize : size,
  };
}

/** The state of a table in the URL, and how it changes. */
export type UrlState = ReturnType<typeof useUrlState>;
