import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import { api, callPath } from '@/api/client';
import { type Option, matching } from '@/kit/controls/options';
import { menuName } from '@/text/menu.text';
import { type Destination, type Searchable, rowDestination, searchableResources } from './destinations';

/** Rows of one resource that were found. */
export interface FoundRows {
  name: string;
  rows: Destination[];
}

/** Shorter texts find too much to be of use. */
const SHORTEST = 2;

/** How long typing must pause before the service is asked, in milliseconds. */
const PAUSE_MS = 250;

/** Limits of what one text asks of the service: results of a resource, resources, and simultaneous requests. */
const MOST_ROWS = 5;
const MOST_RESOURCES = 24;
const AT_ONCE = 4;

/** The rows whose name contains a text, by resource and in the order of the menu; searches that are outdated are aborted. */
export function useRowSearch(text: () => string) {
  const found = shallowRef<readonly FoundRows[]>([]);
  const busy = ref(false);
  let asked: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    asked?.abort();
    busy.value = false;
  }

  async function search(wanted: string): Promise<void> {
    const { signal } = (asked = new AbortController());
    const resources = searchableResources().slice(0, MOST_RESOURCES);
    const results: (FoundRows | undefined)[] = resources.map(() => undefined);
    const waiting = resources.entries();
    const ask = async () => {
      for (const [place, resource] of waiting) {
        const rows = await rowsOf(resource, wanted, signal);
        if (signal.aborted) return;
        if (rows.length > 0) results[place] = { name: menuName(resource.page), rows };
        found.value = results.filter((one) => one !== undefined);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    if (!signal.aborted) busy.value = false;
  }

  watch(text, (now) => {
    stop();
    found.value = [];
    const wanted = now.trim();
    if (wanted.length < SHORTEST || searchableResources().length === 0) return;
    busy.value = true;
    timer = setTimeout(() => void search(wanted), PAUSE_MS);
  });
  onScopeDispose(stop);

  return { found, busy };
}

/** The rows of a resource with a name; none if it cannot be read, which must not hide the others. */
async function rowsOf({ page, path }: Searchable, q: string, signal: AbortSignal): Promise<Destination[]> {
  try {
    const options = await (path === USERS ? usersNamed(q, signal) : optionsNamed(path, q, signal));
    return matching(options, q)
      .slice(0, MOST_ROWS)
      .map((option) => rowDestination(page, option));
  } catch {
    return [];
  }
}

function optionsNamed(path: string, q: string, signal: AbortSignal): Promise<Option[]> {
  return callPath('get', `${path}/options`, { params: { query: { q } }, signal }) as Promise<Option[]>;
}

const USERS = '/api/user';

/** Users, who have two names, by either. */
async function usersNamed(q: string, signal: AbortSignal): Promise<Option[]> {
  const by = <N extends 'username' | 'realname'>(name: N) =>
    api.get('/api/user/page', {
      params: { query: { [name]: q, orderBy: name, order: 'asc', pageSize: MOST_ROWS } },
      signal,
    });
  const pages = await Promise.all([by('username'), by('realname')]);
  const users = new Map(pages.flatMap(({ records }) => records.map((user) => [user.id, user])));
  return Array.from(users.values(), ({ id, username, realname }) => ({ value: id, label: username, hint: realname }));
}
