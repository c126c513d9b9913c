import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type Schemas, api } from '@/api/client';
import { permissions } from '@/api/permissions';
import { can } from '@/api/session';

/** The state of a module compared with its table. */
export type CheckedModule = Schemas['CheckedTable'];

const CHECK = '/api/generator/check';

/**
 * The modules that are not current, by the names of their tables. They are read once, and again after anything that may
 * have changed them. If they cannot be read, nothing is known, and nothing is said.
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

/** Whether no row in the list of tables can show the state: the table is gone, or its name is not known. */
export function isWithoutTable({ state, table }: CheckedModule): boolean {
  return state === 'dropped' || (state === 'unreadable' && table.endsWith('.json'));
}
