import { QueryClient, VueQueryPlugin, keepPreviousData } from '@tanstack/vue-query';
import type { App } from 'vue';
import { onRecovery } from './service';
import { onLeave } from './session';

/** How long data that seldom changes is taken for current, in milliseconds. */
const SELDOM_MS = 60_000;

/** The cache of everything read from the service. Reads repeat by themselves when the service is back; writes never do. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 5 * SELDOM_MS,
      refetchOnWindowFocus: false,
      // The banner knows when the service is back.
      retry: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

onRecovery(() => {
  void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
});

/** The options of a query whose old rows stay while new ones load. */
export const keepRows = { placeholderData: keepPreviousData } as const;

/** Gives the pages of an application the cache; the login does without. */
export function provideQueries(app: App | undefined): void {
  if (provided) return;
  provided = true;
  app?.use(VueQueryPlugin, { queryClient: queries });
}

let provided = false;

// What one user has read is none of the next one's business.
onLeave(() => queries.clear());
