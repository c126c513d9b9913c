import { useQueries } from '@tanstack/vue-query';
import { computed, shallowReactive, watch } from 'vue';
import { type Schemas, api, isAbsence } from '@/api/client';
import { messageOf } from '@/kit/lib/toast';
import type { Order } from '@/pages/development/generator/run/generator-run';
import { inTurn } from '@/pages/development/generator/preview/table-plans';

/** A file, and what a merge would do with it. */
export type MergedFile = Schemas['FileDiff'];

/** A place that was changed by hand in one way, and by a change of the table in another. */
export type Conflict = Schemas['MergeConflict'];

/** The decisions about a table: renamed columns, old → new, and what happens to conflicts. */
export interface MergeChoice {
  renames: Readonly<Record<string, string>>;
  way: 'hand' | 'rendering' | 'leave';
}

/** The effect of merging a table. */
export interface TableMerge {
  table: string;
  choice: MergeChoice;
  /** The service's latest answer; undefined until there is one. */
  diff?: Schemas['TableDiff'];
  /** Whether that is the answer to the latest request. */
  settled: boolean;
  /** Why the table cannot be merged. */
  problem?: string;
}

/** The path that differences are read from, which is the first part of their query keys. */
export const DIFF = '/api/generator/diff';

const UNDECIDED: MergeChoice = { renames: {}, way: 'leave' };

/** The effects of merging tables, in order, given the decisions about them. */
export function useTableMerges(
  tables: () => readonly string[],
  moduleOf: (table: string) => string | undefined,
  choices: Map<string, MergeChoice>,
) {
  /** The previous answer is shown while the next one is loading. */
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
    /** The orders for the tables that are not left out. */
    orders: computed(() => merges.value.filter((merge) => !isLeftOut(merge)).map((merge) => orderOf(merge, moduleOf))),
    choose: (table: string, patch: Partial<MergeChoice>) => choices.set(table, { ...choiceOf(table), ...patch }),
  };
}

/** The places of a table that need a decision. */
export function conflictsOf({ diff }: TableMerge): readonly Conflict[] {
  return diff?.files.flatMap(({ conflicts }) => conflicts) ?? [];
}

/** The files of a table in which changes made by hand cannot be told apart. */
export function unknownOf({ diff }: TableMerge): readonly MergedFile[] {
  return diff?.files.filter(({ action, conflicts }) => action === 'conflict' && conflicts.length === 0) ?? [];
}

/** Whether nothing would be written for a table as things stand: a table is written as a whole, or not at all. */
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
