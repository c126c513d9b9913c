import { computed, onScopeDispose, shallowRef } from 'vue';
import { type Schemas, api } from '@/api/client';
import { permissions } from '@/api/permissions';
import { can, enter } from '@/api/session';
import { refreshResource } from '@/kit/crud/use-rows';
import { messageOf } from '@/kit/toast';

type Result = Schemas['GenerateResult'];

/** What is to be done with a table. */
export interface Order {
  table: string;
  moduleName?: string;
  /** What the service is set to do where it is left out. */
  overwrite?: boolean;
  /** The files to write; all where it is left out. */
  only?: readonly string[];
}

/** What became of a file. */
export interface FileOutcome {
  path: string;
  outcome: 'generated' | 'skipped' | 'overwritten' | 'failed';
  /** Why it failed. */
  message: string;
}

/** A table of a run, and what became of it. */
export interface RunItem {
  order: Order;
  state: 'waiting' | 'running' | 'done' | 'stopped';
  files: readonly FileOutcome[];
  /** What followed the files; undefined where the service did not answer. */
  after?: Pick<Result, 'menu' | 'dict' | 'route'>;
  /** Why the call failed. */
  error: string;
}

/** Whether something of a table is still to be done. */
export function hasFailed({ state, files, after, error }: RunItem): boolean {
  if (state !== 'done') return false;
  if (error !== '' || files.some(({ outcome }) => outcome === 'failed')) return true;
  return after?.menu.success !== true || !after.route.success;
}

/**
 * Generates tables one after the other, so that each has its progress and its outcome, and one that fails holds up no
 * other. Leaving the page ends the run after the table of the moment.
 */
export function useRun() {
  const items = shallowRef<readonly RunItem[]>([]);
  const running = computed(() => items.value.some(({ state }) => state === 'running'));
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
        const { menu, dict, route, ...files } = await generate(againOf(item));
        const after = { menu, dict, route };
        set(table, { state: 'done', error: '', after, files: merged(item, outcomesOf(files)) });
      } catch (error) {
        set(table, { state: 'done', error: messageOf(error) });
      }
    }
    void refreshResource('/api/generator');
    // The menu has new pages. Where it cannot be read now, the next answer of the service says that it has changed.
    enter().catch(() => undefined);
  }

  function stop(): void {
    stopping = true;
  }

  onScopeDispose(stop);

  return {
    items,
    running,
    stop,
    start(orders: readonly Order[]): void {
      items.value = orders.map((order) => ({ order, state: 'waiting', files: [], error: '' }));
      void work(orders.map(({ table }) => table));
    },
    /** Tries tables again: of one whose files failed, those files alone. */
    retry(tables: readonly string[]): void {
      void work(tables);
    },
  };
}

function generate({ table, moduleName, overwrite, only }: Order): Promise<Result> {
  if (can(permissions.sysGeneratorGenerator)) {
    return api.post('/api/generator/generate', {
      body: { tableName: table, moduleName, overwrite, only: only && [...only] },
    });
  }
  return api.post('/api/generator/batchGenerate', { body: { tableNames: [table], overwrite } }).then(([result]) => {
    if (result === undefined) throw new Error();
    return result;
  });
}

/** What is asked for when a table is tried again. A failure that names the table is one of all its files. */
function againOf({ order, files }: RunItem): Order {
  const failed = files.filter(({ outcome }) => outcome === 'failed').map(({ path }) => path);
  return failed.length === 0 || failed.includes(order.table) ? order : { ...order, only: failed };
}

function outcomesOf({
  generated,
  skipped,
  overwritten,
  failed,
}: Omit<Result, 'menu' | 'dict' | 'route'>): FileOutcome[] {
  const done = Object.entries({ generated, skipped, overwritten }).flatMap(([outcome, paths]) =>
    paths.map((path) => ({ path, outcome: outcome as FileOutcome['outcome'], message: '' })),
  );
  return [...done, ...failed.map(({ path, message }) => ({ path, outcome: 'failed' as const, message }))];
}

/** Outcomes of another try take the place of those of the one before. */
function merged({ order, files }: RunItem, next: readonly FileOutcome[]): FileOutcome[] {
  const tried = new Set(next.map(({ path }) => path));
  const kept = files.filter(({ path, outcome }) => !tried.has(path) && outcome !== 'failed' && path !== order.table);
  return [...kept, ...next].sort((a, b) => (a.path < b.path ? -1 : 1));
}
