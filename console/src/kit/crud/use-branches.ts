import { keepPreviousData, useQueries, useQuery } from '@tanstack/vue-query';
import { computed, ref, shallowRef, watch } from 'vue';
import { callPath } from '@/api/client';
import { queries as cache } from '@/api/queries';
import type { Row } from './define-crud';
import type { Place, Rest } from './tree-rows';

/** A row of a tree as the API answers it. */
type BranchRow = Row & { hasChildren: boolean };

/** A part of a tree, as the API answers it. */
interface Branches {
  records: BranchRow[];
  total: number;
  current: number;
  size: number;
  above: BranchRow[];
  below: BranchRow[];
  whole: boolean;
}

/** The rows of a level as far as they are known. */
interface Level {
  rows: readonly BranchRow[];
  /** How many there are in all. */
  total?: number;
  state: Rest['state'];
}

/** How many more rows of a level are read and shown at once. */
export const STEP = 50;

/** Which part of the tree is wanted. */
interface Wanted {
  path: string;
  /** The members with the key of a row and of its parent. */
  key: string;
  parent: string;
  /** Filters, order and page of the first level. */
  query: () => Row;
  /** The part of the query that holds on every level: the order. */
  everywhere: () => Row;
  /** Whether the query looks for rows anywhere in the tree. */
  searches: () => boolean;
  enabled?: () => boolean;
  /** Key of a row that is left out, with all rows below it. */
  without?: () => string | undefined;
}

/** The rows of a tree that are shown: the roots, and the rows below those that are open, read when they are opened. */
export function useBranches({ path, key, parent, query, everywhere, searches, enabled, without }: Wanted) {
  const keyOf = (row: Row) => String(row[key]);
  const read = (asked: Row, signal: AbortSignal) =>
    callPath('get', `${path}/branches`, { params: { query: asked }, signal }) as Promise<Branches>;

  const asked = computed(query);
  const first = useQuery(
    {
      queryKey: [`${path}/branches`, asked],
      queryFn: ({ signal }) => read(asked.value, signal),
      placeholderData: keepPreviousData,
      enabled: computed(() => enabled?.() !== false),
    },
    cache,
  );

  /** How many batches of the rows below a row are shown, by its key; 0 if it was closed. */
  const opened = shallowRef<ReadonlyMap<string, number>>(new Map());
  // Search results are open from the start.
  watch(searches, () => (opened.value = new Map()));

  const known = computed(() => {
    const { above = [], below = [], records = [] } = first.data.value ?? {};
    const roots = new Set(records.map(keyOf));
    const searching = above.length > 0 || (searches() && records.length > 0);
    const rows = new Map<string, BranchRow>();
    for (const row of searching ? [...above, ...records] : below) rows.set(keyOf(row), row);
    const children = new Map<string, BranchRow[]>();
    const tops: BranchRow[] = [];
    for (const row of rows.values()) {
      const up = String(row[parent]);
      const isTop = searching ? !rows.has(up) || up === keyOf(row) : false;
      if (isTop) tops.push(row);
      else if (searching || !roots.has(keyOf(row))) children.set(up, [...(children.get(up) ?? []), row]);
    }
    return { children, tops: searching ? tops : records, found: roots, searching };
  });

  const steps = (id: string) => opened.value.get(id) ?? (known.value.searching && known.value.children.has(id) ? 1 : 0);

  /** The pages of levels that are open and not known yet. */
  const lazy = computed(() =>
    first.data.value?.whole === true
      ? []
      : [...opened.value].flatMap(([below, count]) =>
          known.value.children.has(below)
            ? []
            : Array.from({ length: count }, (_, page) => ({ below, pageNo: page + 1 })),
        ),
  );
  const pages = useQueries(
    {
      queries: computed(() =>
        lazy.value.map((page) => {
          const each = { ...everywhere(), ...page, pageSize: STEP };
          return {
            queryKey: [`${path}/branches`, each],
            queryFn: ({ signal }: { signal: AbortSignal }) => read(each, signal),
          };
        }),
      ),
    },
    cache,
  );
  const levels = computed(() => {
    const byParent = new Map<string, Level>();
    for (const [index, { below }] of lazy.value.entries()) {
      const page = pages.value[index];
      const before = byParent.get(below)?.rows ?? [];
      byParent.set(below, {
        rows: [...before, ...(page?.data?.records ?? [])],
        total: page?.data?.total ?? byParent.get(below)?.total,
        state: page?.isError ? 'failed' : page?.data ? 'waiting' : 'loading',
      });
    }
    return byParent;
  });

  function levelOf(id: string): Level {
    const loaded = levels.value.get(id);
    if (loaded) return loaded;
    const rows = known.value.children.get(id) ?? [];
    // Search results are part of their level, and all of them are shown.
    const shown = known.value.searching ? rows : rows.slice(0, steps(id) * STEP);
    return { rows: shown, total: rows.length, state: 'waiting' };
  }

  const focused = ref<string>();
  let before = new Map<string, Place>();

  const shown = computed(() => {
    const places = new Map<string, Place>();
    const rows: BranchRow[] = [];
    const { found, searching, tops } = known.value;
    const left = without?.();
    const add = (level: readonly BranchRow[], depth: number, offset: number, total: number) => {
      for (const [index, row] of level.entries()) {
        const id = keyOf(row);
        if (places.has(id) || id === left) continue;
        const open = row.hasChildren ? steps(id) > 0 : undefined;
        const muted = searching && !found.has(id);
        const at = { level: depth, place: offset + index + 1, siblings: total, open, muted };
        places.set(id, { ...at, tabbed: false, rests: [] });
        rows.push(row);
        if (open) addBelow(id, depth);
      }
    };
    const addBelow = (id: string, depth: number) => {
      const { rows: children, total, state } = levelOf(id);
      add(children, depth + 1, 0, total ?? children.length);
      const more = total === undefined ? undefined : total - children.length;
      const last = rows.at(-1);
      const place = last && places.get(keyOf(last));
      if (last && place && (state !== 'waiting' || (more ?? 0) > 0))
        places.set(keyOf(last), {
          ...place,
          rests: [...place.rests, { below: id, level: depth + 1, left: more, state }],
        });
    };
    const { current = 1, size = 0, total = 0 } = first.data.value ?? {};
    if (searching) add(tops, 1, 0, tops.length);
    else add(tops, 1, (current - 1) * size, total);
    const tabbed = focused.value !== undefined && places.has(focused.value) ? focused.value : rows[0] && keyOf(rows[0]);
    const kept = new Map<string, Place>();
    for (const [id, place] of places) kept.set(id, reused(before.get(id), { ...place, tabbed: id === tabbed }));
    before = kept;
    return { rows, places: kept };
  });

  function setSteps(id: string, count: number): void {
    opened.value = new Map([...opened.value, [id, count]]);
  }

  return {
    first,
    rows: computed<readonly Row[]>(() => shown.value.rows),
    keyOf,
    place: (row: Row) => shown.value.places.get(keyOf(row)),
    open: (row: Row) => steps(keyOf(row)) === 0 && setSteps(keyOf(row), 1),
    toggle: (row: Row) => setSteps(keyOf(row), steps(keyOf(row)) > 0 ? 0 : 1),
    more({ below, state }: Rest): void {
      if (state === 'failed') for (const page of pages.value) if (page.isError) void page.refetch();
      if (state === 'waiting') setSteps(below, steps(below) + 1);
    },
    touch: (row: Row) => void (focused.value = keyOf(row)),
  };
}

/** The same object if nothing about the place has changed, so that its row needs no update. */
function reused(before: Place | undefined, now: Place): Place {
  return before && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
