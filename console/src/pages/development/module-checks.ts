import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type Schemas, api } from '@/api/client';
import { permissions } from '@/api/permissions';
import { can } from '@/api/session';

/** How a module stands to its table. */
export type CheckedModule = Schemas['CheckedTable'];

const CHECK = '/api/generator/check';

/**
 * How modules stand to their tables, by the names of these; only those are in it that are not current. It is read once,
 * and again after what may have changed it. Where it cannot be read, nothing is known, and nothing is said.
 */
export function useModuleChecks() {
  const { data, refetch } = useQuery({
    queryKey: [CHECK],
    queryFn: ({ signal }) => api.get(CHECK, { signal }),
    staleTime: Infinity,
    enabled: () => can(permissions.sysGeneratorPage),
  });
  const checks = computed(
    () => new Map((data.value ?? []).filter(({ state }) => state !== 'current').map((one) => [one.table, one])),
  );
  return { checks, refetch };
}

/** Whether no row of the list of tables can say it: the table is gone, or its name is not known. */
export function isWithoutTable({ state, table }: CheckedModule): boolean {
  return state === 'dropped' || (state === 'unreadable' && table.endsWith('.json'));
}
