import { type Menu, MenuType } from './menu.entity.js';

/** An entry of the menu, in its place. */
interface Placed {
  id: number;
  parentId: number;
}

/** An entry of the menu, in its place, and the permission that it carries. */
type CodedEntry = Pick<Menu, 'id' | 'parentId' | 'type' | 'permission'>;

/** Endings of the code that a page needs to read its data. The first one that a button of the page has is used. */
const OPENING = [/:page$/, /:list$/, /:data$/];

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

/**
 * The button of each page that reads what the page shows, by the ids of the pages.
 * @param entries pages with all buttons below them
 */
export function openingButtons<Entry extends CodedEntry>(entries: readonly Entry[]): Map<number, Entry> {
  const buttons = new Map<number, Entry[]>();
  for (const entry of entries) {
    if (entry.type !== MenuType.Button) continue;
    const siblings = buttons.get(entry.parentId);
    if (siblings) siblings.push(entry);
    else buttons.set(entry.parentId, [entry]);
  }
  const opening = new Map<number, Entry>();
  for (const { id, type } of entries) {
    if (type !== MenuType.Page) continue;
    const below = buttons.get(id) ?? [];
    const button = OPENING.map((end) => below.find(({ permission }) => end.test(permission))).find(Boolean);
    if (button) opening.set(id, button);
  }
  return opening;
}

/**
 * The permissions without which pages would be refused, by the ids of their entries: the page's own and the one of its
 * button that reads what it shows. A page that everybody may open is not among them.
 * @param entries pages with all buttons below them
 */
export function openingCodes(entries: readonly CodedEntry[]): Map<number, string[]> {
  const opening = openingButtons(entries);
  const codes = new Map<number, string[]>();
  for (const { id, type, permission } of entries) {
    if (type !== MenuType.Page) continue;
    const needed = [permission, opening.get(id)?.permission ?? ''].filter((code) => code !== '');
    if (needed.length > 0) codes.set(id, needed);
  }
  return codes;
}

/**
 * The folders and pages that a menu shows, in their order: held pages that would not be refused, and held folders, with
 * the folders above them. A folder none of whose pages is shown is left out.
 * @param entries all entries, disabled buttons included
 * @param held the ids of enabled entries
 * @param holds whether a permission is held
 */
export function shownEntries<Entry extends CodedEntry>(
  entries: readonly Entry[],
  held: ReadonlySet<number>,
  holds: (permission: string) => boolean,
): Entry[] {
  const codes = openingCodes(entries);
  const shown = entries.filter(({ type }) => type !== MenuType.Button);
  const opens = (id: number) => held.has(id) && (codes.get(id) ?? []).every(holds);
  const pages = shown.filter(({ type }) => type === MenuType.Page);
  const withPages = idsOf(withFolders(shown, idsOf(pages)));
  const open = new Set(pages.map(({ id }) => id).filter(opens));
  // A folder without any page is no matter of pages.
  const empty = shown.filter(({ id }) => held.has(id) && !withPages.has(id));
  return withFolders(shown, new Set([...open, ...idsOf(empty)]));
}

function idsOf(entries: readonly Placed[]): Set<number> {
  return new Set(entries.map(({ id }) => id));
}
