import { useQueries } from '@tanstack/vue-query';
import { computed, shallowReactive, watch } from 'vue';
import { type Schemas, api, isAbsence } from '@/api/client';
import { messageOf } from '@/kit/toast';
import type { Order } from './generator-run';
import { inTurn } from './table-plans';

/** A file, and what a merge would do with it. */
export type MergedFile = Schemas['FileDiff'];

/** A place that somebody changed by hand in one way, and the table in another. */
export type Conflict = Schemas['MergeConflict'];

/** What was decided about a table: columns that have other names now, old → new, and what becomes of conflicts. */
export interface MergeChoice {
  renames: Readonly<Record<string, string>>;
  way: 'hand' | 'rendering' | 'leave';
}

/** What merging would do with a table. */
export interface TableMerge {
  table: string;
  choice: MergeChoice;
  /** The latest answer of the service; undefined until there is one. */
  diff?: Schemas['TableDiff'];
  /** Whether that is the answer to what was asked last. */
  settled: boolean;
  /** Why nothing can be done with it. */
  problem?: string;
}

/** The path that differences are read from, which their queries begin with. */
export const DIFF = '/api/generator/diff';

const UNDECIDED: MergeChoice = { renames: {}, way: 'leave' };

/** What merging would do with tables, in their order, as it was decided about them. */
export function useTableMerges(
  tables: () => readonly string[],
  moduleOf: (table: string) => string | undefined,
  choices: Map<string, MergeChoice>,
) {
  /** What is shown while another answer is on its way. */
  const latest = shallowReactive(new Map<string, Schemas['TableDiff']>());
  const choiceOf = (table: string) => choices.get(table) ?? UNDECIDED;

  const diffs = useQueries({
    queries: computed(() =>
      tables().map((tableName) => {
        const body = { tableName, moduleName: moduleOf(tableName), renames: choiceOf(tableName).renames };
        return {
          queryKey: [DIFF, body],
          queryFn: ({ signal }: { signal: AbortSignal }) => inTurn(() => api.post(DIFF, { body, signal }), signal),
        };
      }),
    ),
  });
  watch(
    diffs,
    (results) => {
      for (const { data } of results) if (data) latest.set(data.table, data);
    },
    { immediate: true },
  );

  const merges = computed(() =>
    tables().map((table, index): TableMerge => {
      const { data, error } = diffs.value[index] ?? {};
      const diff = data ?? latest.get(table);
      const merge = { table, choice: choiceOf(table), diff, settled: data !== undefined };
      if (error && !isAbsence(error)) return { ...merge, settled: true, problem: messageOf(error) };
      return { ...merge, problem: data?.problem ?? undefined };
    }),
  );

  return {
    merges,
    /** What is to be done with the tables that are not left out. */
    orders: computed(() => merges.value.filter((merge) => !isLeftOut(merge)).map((merge) => orderOf(merge, moduleOf))),
    choose: (table: string, patch: Partial<MergeChoice>) => choices.set(table, { ...choiceOf(table), ...patch }),
  };
}

/** The places of a table that have to be decided. */
export function conflictsOf({ diff }: TableMerge): readonly Conflict[] {
  return diff?.files.flatMap(({ conflicts }) => conflicts) ?? [];
}

/** The files of a table in which nobody can tell what was written by hand. */
export function unknownOf({ diff }: TableMerge): readonly MergedFile[] {
  return diff?.files.filter(({ action, conflicts }) => action === 'conflict' && conflicts.length === 0) ?? [];
}

/** Whether nothing of a table would be written as things stand: a table is written whole, or not at all. */
export function isLeftOut(merge: TableMerge): boolean {
  if (merge.problem !== undefined || unknownOf(merge).length > 0) return true;
  return conflictsOf(merge).length > 0 && merge.choice.way === 'leave';
}

function orderOf(merge: TableMerge, moduleOf: (table: string) => string | undefined): Order {
  const { table, choice } = merge;
  const { renames, way } = choice;
  return {
    table,
    moduleName: moduleOf(table),
    merge: true,
    conflicts: way === 'leave' || conflictsOf(merge).length === 0 ? undefined : way,
    renames: Object.keys(renames).length > 0 ? renames : undefined,
  };
}
