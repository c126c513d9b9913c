/** The logic of a permission tree: which boxes are checked, and what else checking one changes. */
import type { TreeNode } from '@/kit/lib/use-tree';

/** An entry of a permission tree. */
export interface CheckNode extends TreeNode<CheckNode> {
  id: number;
  /**
   * A folder grants nothing itself: its box shows the state of what is below it. An entry that grants something itself
   * is a page, or a button of the page above it.
   */
  kind: 'folder' | 'page' | 'button';
  children: readonly CheckNode[];
  /** Why its box cannot be changed. */
  locked?: string;
  /** Whether it is a button without which its page is not shown. */
  opens?: boolean;
  /** Its permission code, which the search finds too. */
  code?: string;
  /** Of a button: the least level of its page that includes it; by default `full`. */
  level?: Level;
}

/** How much of a page can be held, from nothing to everything. */
export const LEVELS = ['none', 'view', 'edit', 'full'] as const;

/** One of these. */
export type Level = (typeof LEVELS)[number];

/** The state of a box. */
export type CheckState = 'on' | 'off' | 'mixed';

/** The state of a node's box if these ids are held. */
export function stateOf(node: CheckNode, held: ReadonlySet<number>): CheckState {
  const states = new Set(boxesOf(node).map(({ id }) => held.has(id)));
  if (states.size > 1) return 'mixed';
  return states.has(true) ? 'on' : 'off';
}

/** Why the box of a node cannot be changed; for a folder, why nothing below it can. */
export function lockOf(node: CheckNode): string | undefined {
  const boxes = boxesOf(node);
  return node.locked ?? (boxes.every(({ locked }) => locked !== undefined) ? boxes[0]?.locked : undefined);
}

/**
 * The ids that are held after the box of a node has been pressed. Ids that the tree does not know, and those of
 * folders, stay; only a folder that loses the last entry held below it loses its own id, so that nobody sees an empty
 * folder.
 * @param tree the whole tree
 * @param node the node as it is shown: of a filtered folder, only the entries that are shown change
 */
export function press(tree: readonly CheckNode[], ids: readonly number[], node: CheckNode): number[] {
  if (lockOf(node) !== undefined) return [...ids];
  const before = new Set(ids);
  const held = new Set(ids);
  const boxes = boxesOf(node);
  const on = boxes.some(({ id, locked }) => locked === undefined && !held.has(id));
  const whole = placesOf(tree);
  for (const box of boxes) {
    if (box.locked !== undefined) continue;
    for (const { id, locked } of [box, ...broughtBy(box, on, whole)]) {
      if (locked !== undefined) continue;
      if (on) held.add(id);
      else held.delete(id);
    }
  }
  return withoutEmptied(whole, before, held);
}

/** The levels of a page that differ from each other, the lowest first. */
export function levelsOf(page: CheckNode): Level[] {
  const sizes = LEVELS.map((level) => heldAt(page, level).size);
  return LEVELS.filter((_level, index) => index === 0 || sizes[index] !== sizes[index - 1]);
}

/** The level of a page if these ids are held; undefined if they match none. */
export function levelOf(page: CheckNode, held: ReadonlySet<number>): Level | undefined {
  return levelsOf(page).find((level) => {
    const ids = heldAt(page, level);
    return entriesOf(page).every(({ id }) => ids.has(id) === held.has(id));
  });
}

/** Why a page cannot be given a level: a locked entry would have to change. */
export function levelLockOf(page: CheckNode, held: ReadonlySet<number>, level: Level): string | undefined {
  const ids = heldAt(page, level);
  return entriesOf(page).find(({ id, locked }) => locked !== undefined && ids.has(id) !== held.has(id))?.locked;
}

/**
 * The ids that are held after a page has been given a level.
 * @param tree the whole tree, to which the page belongs
 */
export function setLevel(tree: readonly CheckNode[], ids: readonly number[], page: CheckNode, level: Level): number[] {
  const before = new Set(ids);
  if (levelLockOf(page, before, level) !== undefined) return [...ids];
  const held = new Set(ids);
  const wanted = heldAt(page, level);
  for (const { id } of entriesOf(page)) {
    if (wanted.has(id)) held.add(id);
    else held.delete(id);
  }
  return withoutEmptied(placesOf(tree), before, held);
}

/** The entries of a page that a level includes. */
export function includedIn(page: CheckNode, level: Level): CheckNode[] {
  const most = LEVELS.indexOf(level);
  if (most === 0) return [];
  return entriesOf(page).filter(
    (one) => one === page || one.opens === true || LEVELS.indexOf(one.level ?? 'full') <= most,
  );
}

function heldAt(page: CheckNode, level: Level): Set<number> {
  return new Set(includedIn(page, level).map(({ id }) => id));
}

/** A page and its buttons. */
function entriesOf(page: CheckNode): CheckNode[] {
  return [page, ...page.children.filter(({ kind }) => kind === 'button')];
}

/** The ids that are held, without those of folders that have lost the last entry held below them. */
function withoutEmptied(
  whole: ReadonlyMap<number, Place>,
  before: ReadonlySet<number>,
  held: ReadonlySet<number>,
): number[] {
  const emptied = [...whole.values()].filter(
    ({ node }) => node.kind === 'folder' && stateOf(node, before) !== 'off' && stateOf(node, held) === 'off',
  );
  const gone = new Set(emptied.map(({ node }) => node.id));
  return [...held].filter((id) => !gone.has(id));
}

/** How many ids one list has that the other lacks. */
export function changesOf(before: readonly number[], after: readonly number[]): { added: number; removed: number } {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((id) => !had.has(id)).length,
    removed: [...had].filter((id) => !has.has(id)).length,
  };
}

/** The nodes whose label or code contains a text, with everything below them and the nodes above them. */
export function filterTree(nodes: readonly CheckNode[], text: string): CheckNode[] {
  const typed = text.trim().toLowerCase();
  return nodes.flatMap((node) => {
    if (`${node.label}\n${node.code ?? ''}`.toLowerCase().includes(typed)) return [node];
    const children = filterTree(node.children, text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The nodes whose boxes determine that of a node: those below a folder if there are any, else its own. */
function boxesOf(node: CheckNode): CheckNode[] {
  const boxes = ownBoxesOf(node);
  return boxes.length > 0 ? boxes : [node];
}

/** The node itself; for a folder, the nodes below it that are not folders. */
function ownBoxesOf(node: CheckNode): CheckNode[] {
  if (node.kind !== 'folder') return [node];
  const below = (one: CheckNode): CheckNode[] => [
    ...(one.kind === 'folder' ? [] : [one]),
    ...one.children.flatMap(below),
  ];
  return below(node);
}

interface Place {
  node: CheckNode;
  parent?: CheckNode;
}

function placesOf(
  tree: readonly CheckNode[],
  parent?: CheckNode,
  places = new Map<number, Place>(),
): Map<number, Place> {
  for (const node of tree) {
    places.set(node.id, { node, parent });
    placesOf(node.children, node, places);
  }
  return places;
}

/**
 * Checking a button also checks its page, and checking a page the button that opens it; unchecking a page also unchecks
 * its buttons, even those not shown.
 */
function broughtBy({ id, kind }: CheckNode, on: boolean, whole: ReadonlyMap<number, Place>): readonly CheckNode[] {
  const place = whole.get(id);
  const page = kind === 'button' ? place?.parent : place?.node;
  if (page?.kind !== 'page') return [];
  const buttons = page.children.filter((child) => child.kind === 'button');
  if (on) return [page, ...buttons.filter(({ opens }) => opens)];
  return kind === 'page' ? buttons : [];
}
