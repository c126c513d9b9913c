import { useQuery } from '@tanstack/vue-query';
import { type MaybeRefOrGetter, computed, toValue } from 'vue';
import { callPath } from '@/api/client';
import { permissionOfPath } from '@/api/permissions';
import { can } from '@/api/session';
import type { Option } from '@/kit/controls/options';
import { textOf } from './crud-value';

/** How long the name of a row is considered fresh, in milliseconds; changes in this tab take effect at once. */
const STALE_MS = 60_000;

/** Whether the API offers the rows of a resource to choose from, and the user may read them. */
export function isReadable(path: string): boolean {
  const code = permissionOfPath[`${path}/options`];
  return code !== undefined && can(code);
}

/** The rows of a resource by name: those found by typing, and the one that a value refers to. */
export function useReference(path: string, value: MaybeRefOrGetter<unknown>) {
  const read = (query: Record<string, string>, signal: AbortSignal) =>
    callPath('get', `${path}/options`, { params: { query }, signal }) as Promise<Option[]>;
  const ids = computed(() => textOf(toValue(value)));
  const { data } = useQuery({
    queryKey: computed(() => [`${path}/options`, { ids: ids.value }]),
    queryFn: ({ signal }) => read({ ids: ids.value }, signal),
    staleTime: STALE_MS,
    enabled: computed(() => ids.value !== '' && isReadable(path)),
  });
  return {
    search: (q: string, signal: AbortSignal) => read({ q }, signal),
    /** The row that the value refers to; undefined until it is read, and if there is none. */
    chosen: computed(() => data.value?.find((option) => String(option.value) === ids.value)),
  };
}
