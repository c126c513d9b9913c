import { shallowRef } from 'vue';
import { type Schemas, api, direct } from './client';
import { onRecovery } from './service';

/** The site's data for the login page and all others; undefined until the service has responded. */
export const site = shallowRef<Schemas['ConsoleConfig']>();

/** Reads the data of the site: at the start, and when somebody has changed it. */
export async function readSite(): Promise<void> {
  try {
    site.value = await api.get('/api/console/config', { fetch: direct });
  } catch {
    // The page does without it; an unavailable service is asked again when it is back.
  }
}

onRecovery(() => {
  if (site.value === undefined) void readSite();
});
