import { QueryClient, VueQueryPlugin, keepPreviousData } from '@tanstack/vue-query';
import type { App } from 'vue';
import { onRecovery } from './service';
import { onLeave } from './session';

/** How long data that seldom changes is considered fresh, in milliseconds. */
const SELDOM_MS = 60_000;

/** The cache of everything read from the service. Failed reads are repeated when it is back; writes never are. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 5 * SELDOM_MS,
      refetchOnWindowFocus: false,
      // The banner knows when the service is back.
      retry: false,
      networkMode: 'always',
      // Data are replaced, never changed: to watch each member of each row took a tenth of the time to draw 100 rows.
      shallow: true,
    },
    mutations: { networkMode: 'always' },
  },
});

onRecovery(() => {
  void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
});

/** Options of a query that keeps showing its old rows while new ones load. */
export const keepRows = { placeholderData: keepPreviousData } as const;

/** Provides the cache to an application's pages; the login page does without it. */
export function provideQueries(app: App | undefined): void {
  if (provided) return;
  provided = true;
  app?.use(VueQueryPlugin, { queryClient: queries });
}

let provided = false;

// The next user must not see what the previous one has read.
onLeave(() => queries.clear());
