import { shallowRef } from 'vue';
import { type Schemas, api, direct } from './client';
import { onRecovery } from './service';

/** What the login and every page show of the site; undefined until the service has said. */
export const site = shallowRef<Schemas['ConsoleConfig']>();

/** Reads what there is to know of the site: at the start, and when somebody has changed it. */
export async function readSite(): Promise<void> {
  try {
    site.value = await api.get('/api/console/config', { fetch: direct });
  } catch {
    // The page does without; a service that is away is asked again when it is back.
  }
}

onRecovery(() => {
  if (site.value === undefined) void readSite();
});
