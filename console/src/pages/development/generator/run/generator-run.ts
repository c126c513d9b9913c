import { computed, onScopeDispose, shallowRef } from 'vue';
import { type Schemas, api } from '@/api/client';
import { permissions } from '@/api/permissions';
import { can, enter } from '@/api/session';
import { refreshResource } from '@/kit/crud/use-rows';
import { messageOf } from '@/kit/lib/toast';

type Result = Schemas['GenerateResult'];

/** The outcomes of files that the run has written. */
export const WRITTEN: readonly FileOutcome['outcome'][] = ['generated', 'overwritten', 'merged'];

/** The order for a table. */
export interface Order {
  table: string;
  moduleName?: string;
  /** Defaults to the service's setting. */
  overwrite?: boolean;
  /** Whether changes made by hand are kept. */
  merge?: boolean;
  /** The side that wins if both have changed the same place. */
  conflicts?: 'hand' | 'rendering';
  /** Renamed columns, old → new. */
  renames?: Readonly<Record<string, string>>;
  /** The files to write; all by default. */
  only?: readonly string[];
}

/** The outcome of a file. */
export interface FileOutcome {
  path: string;
  outcome: 'generated' | 'skipped' | 'outdated' | 'overwritten' | 'merged' | 'noted' | 'failed';
  /** Why it failed, or what else there is to know about it. */
  message: string;
}

/** A table of a run, and its outcome. */
export interface RunItem {
  order: Order;
  state: 'waiting' | 'running' | 'done' | 'stopped';
  files: readonly FileOutcome[];
  /** Places that were changed on both sides, because of which the table is not written. */
  conflicts?: Result['conflicts'];
  /** The steps after the files; undefined if the service did not respond. */
  after?: Pick<Result, 'menu' | 'dict' | 'route'>;
  /** Why the call failed. */
  error: string;
}

/** Whether a table has failed, in whole or in part. */
export function hasFailed({ state, files, after, error }: RunItem): boolean {
  if (state !== 'done') return false;
  if (error !== '' || files.some(({ outcome }) => outcome === 'failed')) return true;
  return after?.menu.success !== true || !after.route.success;
}

/**
 * Generates tables one after the other, so that each has its own progress and outcome, and a failure does not hold up
 * the others. Leaving the page ends the run after the current table.
 */
export function useRun() {
  const items = shallowRef<readonly RunItem[]>([]);
  const running = computed(() => items.value.some(({ state }) => state === 'running'));
  /** The tables for which something was written. */
  const written = shallowRef<readonly string[]>([]);
  /** Name of the run, which an undo takes back whole; not a UUID, which browsers make for secure origins only. */
  let run = '';
  let stopping = false;

  function set(table: string, patch: Partial<RunItem>): void {
    items.value = items.value.map((item) => (item.order.table === table ? { ...item, ...patch } : item));
  }

  async function work(tables: readonly string[]): Promise<void> {
    stopping = false;
    for (const table of tables) set(table, { state: 'waiting' });
    for (const table of tables) {
      const item = items.value.find(({ order }) => order.table === table);
      if (item === undefined) continue;
      if (stopping) {
        set(table, { state: 'stopped' });
        continue;
      }
      set(table, { state: 'running' });
      try {
        const { menu, dict, route, ...files } = await generate(againOf(item), run);
        const after = { menu, dict, route };
        const outcomes = outcomesOf(files);
        if (outcomes.some(({ outcome }) => WRITTEN.includes(outcome)))
          written.value = [...new Set([...written.value, table])];
        set(table, { state: 'done', error: '', after, conflicts: files.conflicts, files: joined(item, outcomes) });
      } catch (error) {
        set(table, { state: 'done', error: messageOf(error) });
      }
    }
    void refreshResource('/api/generator');
    // The menu has new pages. If it cannot be read now, the service's next response says that it has changed.
    enter().catch(() => undefined);
  }

  function stop(): void {
    stopping = true;
  }

  onScopeDispose(stop);

  return {
    items,
    running,
    written,
    stop,
    start(orders: readonly Order[]): void {
      written.value = [];
      run = `${Date.now()}-${Math.random()}`;
      items.value = orders.map((order) => ({ order, state: 'waiting', files: [], error: '' }));
      void work(orders.map(({ table }) => table));
    },
    /** Retries tables: if some files of a table failed, only those files. */
    retry(tables: readonly string[]): void {
      void work(tables);
    },
  };
}

function generate({ table, only, ...order }: Order, run: string): Promise<Result> {
  if (can(permissions.sysGeneratorGenerator)) {
    return api.post('/api/generator/generate', {
      body: { tableName: table, ...order, only: only && [...only], run },
    });
  }
  const { overwrite } = order;
  return api
    .post('/api/generator/batchGenerate', { body: { tableNames: [table], overwrite, run } })
    .then(([result]) => {
      if (result === undefined) throw new Error();
      return result;
    });
}

/**
 * The order with which a table is retried. A failure that names the table concerns all of its files, and so does any
 * failure of a merge.
 */
function againOf({ order, files }: RunItem): Order {
  const failed = files.filter(({ outcome }) => outcome === 'failed').map(({ path }) => path);
  return failed.length === 0 || failed.includes(order.table) || order.merge ? order : { ...order, only: failed };
}

function outcomesOf(result: Omit<Result, 'menu' | 'dict' | 'route'>): FileOutcome[] {
  const { generated, overwritten, merged, outdated, failed, notes } = result;
  const skipped = result.skipped.filter((path) => !outdated.includes(path));
  const messageOfFile = (path: string) =>
    notes.flatMap((note) => (note.path === path ? [note.message] : [])).join('; ');
  const done = Object.entries({ generated, skipped, outdated, overwritten, merged }).flatMap(([outcome, paths]) =>
    paths.map((path) => ({ path, outcome: outcome as FileOutcome['outcome'], message: messageOfFile(path) })),
  );
  const others = new Set(notes.map(({ path }) => path).filter((path) => !done.some((file) => file.path === path)));
  return [
    ...done,
    ...Array.from(others, (path) => ({ path, outcome: 'noted' as const, message: messageOfFile(path) })),
    ...failed.map(({ path, message }) => ({ path, outcome: 'failed' as const, message })),
  ];
}

/** The outcomes of a retry replace those of the previous attempt. */
function joined({ order, files }: RunItem, next: readonly FileOutcome[]): FileOutcome[] {
  const tried = new Set(next.map(({ path }) => path));
  const kept = files.filter(({ path, outcome }) => !tried.has(path) && outcome !== 'failed' && path !== order.table);
  return [...kept, ...next].sort((a, b) => (a.path < b.path ? -1 : 1));
}
