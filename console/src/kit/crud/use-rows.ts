import { useQuery } from '@tanstack/vue-query';
import { type MaybeRefOrGetter, type Ref, computed, toValue, watch } from 'vue';
import { callPath } from '@/api/client';
import { keepRows, queries } from '@/api/queries';
import { epochOf, isEpoch } from '@/kit/lib/epoch';
import { endOfDay, startOfDay, zone } from '@/kit/lib/zone';
import { type Crud, type Row, endsOf } from './define-crud';
import type { TableState } from './use-url-state';

/** A page of rows, as the API returns it. */
export interface Page {
  records: Row[];
  total: number;
}

/** The rows of a table, and the state of reading them. */
export interface RowSource {
  rows: Readonly<Ref<readonly Row[]>>;
  /** How many rows all pages have; undefined if there are no pages. */
  total?: Readonly<Ref<number>>;
  /** Whether the rows still belong to the previous page while the next one loads. */
  stale?: Readonly<Ref<boolean>>;
  error: Readonly<Ref<unknown>>;
  isPending: Readonly<Ref<boolean>>;
  isSuccess: Readonly<Ref<boolean>>;
  isFetching: Readonly<Ref<boolean>>;
  refetch: () => unknown;
  /** Shows a change to a row before the service has made it; the returned function reverts it. */
  assume: (key: unknown, patch: Row) => () => void;
}

/** The filters and order of a table as the API takes them: days of a time range become instants in the chosen zone. */
export function parametersOf(of: Crud, { filters, orderBy, order }: TableState): Record<string, string> {
  const instants = Object.entries(of.filters).flatMap(([name, { input }]) => {
    const [from = '', to = ''] = (input === 'numbers' || input === 'days' ? undefined : endsOf(name, input)) ?? [];
    const [start, end] = [filters[from], filters[to]];
    const sent = (instant: string) => (isEpoch(input) ? String(epochOf(instant, input)) : instant);
    return [
      ...(start ? [[from, sent(startOfDay(start, zone.value))] as const] : []),
      ...(end ? [[to, sent(endOfDay(end, zone.value))] as const] : []),
    ];
  });
  return { ...filters, ...Object.fromEntries(instants), ...(orderBy ? { orderBy, order } : {}) };
}

/** The rows that a table shows; old ones stay while new ones load, and reads that are no longer needed are aborted. */
export function useRows(of: Crud, state: MaybeRefOrGetter<TableState>, fixed: MaybeRefOrGetter<Row>, refresh?: number) {
  const query = computed(() => {
    const { pageNo, pageSize } = toValue(state);
    return { ...parametersOf(of, toValue(state)), ...toValue(fixed), pageNo, pageSize };
  });
  const result = useQuery({
    queryKey: [`${of.path}/page`, query],
    queryFn: ({ signal }) =>
      callPath('get', `${of.path}/page`, { params: { query: query.value }, signal }) as Promise<Page>,
    ...keepRows,
    refetchInterval: refresh,
  });
  const rows = computed(() => result.data.value?.records ?? []);
  const total = computed(() => result.data.value?.total ?? 0);

  function assume(key: unknown, patch: Row): () => void {
    const queryKey = [`${of.path}/page`, query.value];
    const before = queries.getQueryData<Page>(queryKey);
    queries.setQueryData<Page>(queryKey, (page) =>
      page ? { ...page, records: page.records.map((row) => (row[of.key] === key ? { ...row, ...patch } : row)) } : page,
    );
    return () => queries.setQueryData(queryKey, before);
  }

  return { ...result, rows, total, stale: result.isPlaceholderData, assume };
}

/**
 * Reads again everything that shows rows of a resource: its pages, lists that other screens choose from, and whatever
 * shares its path prefix, such as `/api/dict/data/…` and `/api/dict/item`.
 */
export function refreshResource(path: string): Promise<void> {
  const family = `${path.split('/').slice(0, 3).join('/')}/`;
  return queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => String(first).startsWith(family) });
}

/** Goes back to the last page if deletes have left the current one empty. */
export function correctPage(
  state: () => TableState,
  { total, settled }: { total: () => number; settled: () => boolean },
  go: (pageNo: number) => void,
): void {
  watch([total, settled], () => {
    const { pageNo, pageSize } = state();
    const last = Math.max(1, Math.ceil(total() / pageSize));
    if (settled() && pageNo > last) go(last);
  });
}
