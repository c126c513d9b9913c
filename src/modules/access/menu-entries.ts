/** An entry of the menu, in its place. */
interface Placed {
  id: number;
  parentId: number;
}

/** The held entries and every entry above them, in their order. */
export function withFolders<Entry extends Placed>(entries: Entry[], held: ReadonlySet<number>): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const kept = new Set<number>();
  for (const { id } of entries) {
    if (!held.has(id)) continue;
    for (let entry = byId.get(id); entry && !kept.has(entry.id); entry = byId.get(entry.parentId)) kept.add(entry.id);
  }
  return entries.filter(({ id }) => kept.has(id));
}
