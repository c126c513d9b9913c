import { type Filter, endsOf } from './define-crud';

/** The most filters that a table shows at first. */
const MOST = 4;

/** The room of one line in a window of 1280 pixels, measured in text filters. */
const LINE = 5;

/** The width of a filter: two days take as much as two texts, two numbers as much as one. */
function roomOf(name: string, { input }: Filter): number {
  return endsOf(name, input) === undefined || input === 'numbers' ? 1 : 2;
}

/**
 * The filters that a table shows before others are added: as many as fit into one line, in the order of the description
 * unless a filter says otherwise.
 */
export function firstFilters(filters: Readonly<Record<string, Filter>>): string[] {
  const names = Object.keys(filters).filter((name) => filters[name]?.first !== false);
  const preferred = names.filter((name) => filters[name]?.first);
  const chosen = new Set<string>();
  let room = LINE;
  for (const name of [...preferred, ...names]) {
    const needed = roomOf(name, filters[name] as Filter);
    if (chosen.size === MOST || needed > room || chosen.has(name)) continue;
    chosen.add(name);
    room -= needed;
  }
  return names.filter((name) => chosen.has(name));
}
