import { useQueries } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type Schemas, api, isAbsence } from '@/api/client';
import { queries } from '@/api/queries';
import { problemOf, ruleOf } from '@/kit/crud/validate';
import { messageOf } from '@/kit/lib/toast';
import { t } from '@/pages/development/generator.text';

/** How many previews are requested at a time: each of them reads a table and renders its files. */
const AT_ONCE = 3;

/** A file that generating a table would write, with what is on disk. */
export type PlannedFile = Schemas['PlannedFile'];

/** The treatment of existing files that differ. */
export type Existing = 'keep' | 'merge' | 'replace';

/** The plan of a table. */
export interface TablePlan {
  table: string;
  /** The first part of its permission codes. */
  moduleName: string;
  /** The name in its files and its route; undefined until the service has responded. */
  kebab?: string;
  files?: readonly PlannedFile[];
  /** Why it cannot be generated; undefined if it can. */
  problem?: string;
}

/** The path that plans are read from, which is the first part of their query keys. */
export const PREVIEW = '/api/generator/preview';

const moduleRule = ruleOf(PREVIEW, 'moduleName');

/** The problem with the name of a module; undefined if there is none. */
export function nameProblemOf(moduleName: string | undefined): string | undefined {
  return problemOf(moduleName, moduleRule);
}

/** The plans of tables, in order, read while `wanted`. */
export function useTablePlans(
  tables: () => readonly string[],
  moduleOf: (table: string) => string,
  wanted: () => boolean,
) {
  const previews = useQueries({
    queries: computed(() =>
      tables().map((tableName) => {
        const moduleName = moduleOf(tableName) || undefined;
        return {
          queryKey: [PREVIEW, { tableName, moduleName }],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            inTurn(() => api.post(PREVIEW, { body: { tableName, moduleName }, signal }), signal),
          enabled: wanted() && nameProblemOf(moduleName) === undefined,
        };
      }),
    ),
  });

  return computed(() => {
    const owners = new Map<string, string>();
    return tables().map((table, index): TablePlan => {
      const { data: files, error } = previews.value[index] ?? {};
      const plan = { table, moduleName: moduleOf(table) || moduleIn(files) };
      if (error && !isAbsence(error)) return { ...plan, problem: messageOf(error) };
      const [first] = files ?? [];
      if (first === undefined) return plan;
      const owner = owners.get(first.path);
      if (owner !== undefined) return { ...plan, problem: t.sameNames(owner) };
      owners.set(first.path, table);
      return { ...plan, files, kebab: kebabOf(first.path) };
    });
  });
}

/** Reads again what tables would become, because the files on disk may have changed. */
export function refreshPlans(): Promise<void> {
  return queries.invalidateQueries({ queryKey: [PREVIEW] });
}

/** `demo-item` from `src/modules/demo-item/demo-item.entity.ts`. */
function kebabOf(path: string): string {
  return path.split('/').at(-2) ?? '';
}

/** `shop` if the codes are created by `crudPermissions('shop:demoItem')`; empty if there are none yet. */
function moduleIn(files: readonly PlannedFile[] = []): string {
  const codes = files.find(({ path }) => path.endsWith('.permissions.ts'))?.content ?? '';
  return /'(\w+):/.exec(codes)?.[1] ?? '';
}

/** `demoItem` from `demo-item`. */
export function camelOf(kebab: string): string {
  return kebab.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** Does the work when its turn comes, because only a few such requests run at a time. */
export async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
