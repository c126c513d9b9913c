import { useQuery } from '@tanstack/vue-query';
import { type MaybeRefOrGetter, computed, toValue } from 'vue';
import { callPath } from '@/api/client';
import { permissionOfPath } from '@/api/permissions';
import { can } from '@/api/session';
import type { Option } from '@/kit/options';
import { textOf } from './crud-value';

/** How long the name of a row is taken for current, in milliseconds; a change in this tab counts at once. */
const STALE_MS = 60_000;

/** Whether the caller may choose from the rows of a resource, and the API has them to choose from. */
export function isReadable(path: string): boolean {
  const code = permissionOfPath[`${path}/options`];
  return code !== undefined && can(code);
}

/** The rows of a resource by their names: found by what is typed, and the one that a value stands for. */
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
    /** The row of the value; undefined until it is read, and where there is none. */
    chosen: computed(() => data.value?.find((option) => String(option.value) === ids.value)),
  };
}
