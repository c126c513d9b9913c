import { describe, expect, it } from 'vitest';
import {
  type CheckNode,
  type Level,
  changesOf,
  filterTree,
  levelLockOf,
  levelOf,
  levelsOf,
  lockOf,
  press,
  setLevel,
  stateOf,
} from '@/kit/controls/check-tree';

const LOCKED = 'You do not have it';
const node = (kind: CheckNode['kind'], id: number, label: string, children: CheckNode[] = [], locked?: string) => ({
  id,
  label,
  kind,
  children,
  locked,
});
const folder = (id: number, label: string, ...children: CheckNode[]) => node('folder', id, label, children);
const page = (id: number, label: string, ...children: CheckNode[]) => node('page', id, label, children);
const button = (id: number, label: string) => node('button', id, label);
const opener = (id: number, label: string): CheckNode => ({ ...button(id, label), opens: true });
const locked = (one: CheckNode): CheckNode => ({ ...one, locked: LOCKED });

/**
 * Access(1): Users(10): Add(11), Edit(12) · Roles(20), without buttons
 * System(2): Web(30) · Logs(3): Login(40): Export(41)
 * Archive(4), empty
 */
const tree = [
  folder(1, 'Access', page(10, 'Users', button(11, 'Add'), button(12, 'Edit')), page(20, 'Roles')),
  folder(2, 'System', page(30, 'Web'), folder(3, 'Logs', page(40, 'Login', button(41, 'Export')))),
  folder(4, 'Archive'),
];

function find(id: number, nodes: readonly CheckNode[] = tree): CheckNode {
  for (const one of nodes) {
    if (one.id === id) return one;
    const below = one.children.length > 0 ? findOr(id, one.children) : undefined;
    if (below) return below;
  }
  throw new Error(`no node ${id}`);
}

function findOr(id: number, nodes: readonly CheckNode[]): CheckNode | undefined {
  try {
    return find(id, nodes);
  } catch {
    return undefined;
  }
}

const pressed = (ids: number[], id: number, nodes: readonly CheckNode[] = tree) =>
  press(nodes, ids, find(id, nodes)).sort((a, b) => a - b);
const state = (ids: number[], id: number, nodes: readonly CheckNode[] = tree) => stateOf(find(id, nodes), new Set(ids));

describe('what a box shows', () => {
  it.each([
    // A folder shows what is below it, at any depth, whether its own id is held or not.
    [[], 1, 'off'],
    [[1], 1, 'off'],
    [[20], 1, 'mixed'],
    [[10, 11, 12, 20], 1, 'on'],
    [[1, 10, 11, 12], 1, 'mixed'],
    [[41], 2, 'mixed'],
    [[41], 3, 'mixed'],
    [[40, 41], 3, 'on'],
    [[40, 41], 2, 'mixed'],
    [[30, 40, 41], 2, 'on'],
    // A page shows itself alone.
    [[10], 10, 'on'],
    [[11, 12], 10, 'off'],
    [[11], 11, 'on'],
    // An empty folder has nothing to show but itself.
    [[], 4, 'off'],
    [[4], 4, 'on'],
  ] as const)('of %j, %i is %s', (ids, id, shown) => {
    expect(state([...ids], id)).toBe(shown);
  });
});

describe('pressing a box', () => {
  it.each([
    ['grants a page without its buttons', [], 10, [10]],
    ['grants a page that has no buttons', [], 20, [20]],
    ['grants a button with its page', [], 11, [10, 11]],
    ['leaves the page when a button goes', [10, 11], 11, [10]],
    ['takes the buttons with the page', [10, 11, 12, 20], 10, [20]],
    ['fills a folder', [], 1, [10, 11, 12, 20]],
    ['fills a half-checked folder', [20], 1, [10, 11, 12, 20]],
    ['fills what is below a folder at any depth', [], 2, [30, 40, 41]],
    ['empties a full folder', [10, 11, 12, 20, 30], 1, [30]],
    ['fills an inner folder alone', [], 3, [40, 41]],
    ['grants an empty folder by its own id', [], 4, [4]],
    ['takes an empty folder away by its own id', [4], 4, []],
  ])('%s', (_what, ids, id, after) => {
    expect(pressed(ids, id)).toEqual(after);
  });

  it.each([
    ['ids that the tree does not know', [10, 999], 10, [999]],
    ['ids of folders, while something is held below', [1, 10, 20], 10, [1, 20]],
    ['ids of other folders, held or empty', [1, 2, 20], 30, [1, 2, 20, 30]],
    ['a folder id that holds nothing, when another box is pressed', [2, 10], 11, [2, 10, 11]],
  ])('keeps %s', (_what, ids, id, after) => {
    expect(pressed(ids, id)).toEqual(after);
  });

  it.each([
    ['the last page below it', [1, 20], 20, []],
    ['all that is below it', [1, 10, 11, 12, 20], 1, []],
    ['the last page of a folder in it', [2, 3, 40, 41], 40, []],
    ['the last page of a folder in it, but not its other page', [2, 3, 30, 40], 40, [2, 30]],
  ])('takes the id of a folder with %s', (_what, ids, id, after) => {
    expect(pressed(ids, id)).toEqual(after);
  });

  it.each([
    ['a page with the button that opens it', [], 10, [10, 11]],
    ['another button with both', [], 12, [10, 11, 12]],
    ['a folder with all', [], 1, [10, 11, 12]],
  ])('grants %s', (_what, ids, id, after) => {
    const opened = [folder(1, 'Access', page(10, 'Users', opener(11, 'See'), button(12, 'Edit')))];
    expect(pressed(ids, id, opened)).toEqual(after);
    expect(pressed([10, 11, 12], 11, opened)).toEqual([10, 12]);
  });

  it('never adds the id of a folder', () => {
    for (const id of [1, 2, 3, 10, 41]) expect(pressed([], id)).not.toEqual(expect.arrayContaining([1]));
    expect(pressed([], 2)).toEqual([30, 40, 41]);
  });

  it('leaves ids in their order and adds at the end', () => {
    expect(press(tree, [30, 20, 999], find(11))).toEqual([30, 20, 999, 11, 10]);
  });

  it('twice changes nothing', () => {
    for (const id of [10, 11, 12, 20, 30, 40, 41]) {
      const held = [10, 11, 12, 20, 30, 40, 41];
      const alone = pressed([], id);
      expect(pressed(alone, id).filter((one) => one === id)).toEqual([]);
      expect(pressed(pressed(held, id), id)).toEqual(expect.arrayContaining([id]));
    }
  });
});

describe('locked nodes', () => {
  const withLocks = [
    folder(
      1,
      'Access',
      locked(page(10, 'Users', button(11, 'Add'), locked(button(12, 'Edit')))),
      page(20, 'Roles', locked(button(21, 'Add'))),
    ),
    folder(2, 'System', locked(page(30, 'Web'))),
  ];

  it.each([
    ['do not change themselves', [], 10, []],
    ['held, do not change either', [12], 12, [12]],
    ['are left alone by their folder', [12], 1, [11, 12, 20]],
    ['are left alone by their folder when it is emptied', [10, 11, 12, 20], 1, [10, 12]],
    ['are not brought by a button', [], 11, [11]],
    ['stay when their page goes', [20, 21], 20, [21]],
    ['close a folder that has nothing else', [], 2, []],
  ])('%s', (_what, ids, id, after) => {
    expect(pressed(ids, id, withLocks)).toEqual(after);
  });

  it('say why', () => {
    expect([10, 12, 2].map((id) => lockOf(find(id, withLocks)))).toEqual([LOCKED, LOCKED, LOCKED]);
    expect([1, 11, 20].map((id) => lockOf(find(id, withLocks)))).toEqual([undefined, undefined, undefined]);
  });

  it('count for what their folder shows', () => {
    expect(state([11, 20], 1, withLocks)).toBe('mixed');
    expect(state([10, 11, 12, 20, 21], 1, withLocks)).toBe('on');
  });
});

describe('the level of a page', () => {
  const at = (level: Level | undefined, one: CheckNode): CheckNode => ({ ...one, level });
  const buttons = [
    at('view', opener(11, 'See')),
    at('view', button(12, 'Read')),
    at('edit', button(13, 'Add')),
    at(undefined, button(14, 'Delete')),
  ];
  const users = page(10, 'Users', ...buttons);
  const levelled = [folder(1, 'Access', users, page(20, 'Roles'))];
  const set = (ids: number[], level: Level, nodes: readonly CheckNode[] = levelled) =>
    setLevel(nodes, ids, find(10, nodes), level).sort((a, b) => a - b);

  it.each<[ids: number[], level: Level | undefined]>([
    [[], 'none'],
    [[10, 11, 12], 'view'],
    [[10, 11, 12, 13], 'edit'],
    [[1, 10, 11, 12, 13, 14, 20], 'full'],
    [[10], undefined],
    [[10, 11, 12, 14], undefined],
    [[12], undefined],
  ])('of %j is %s', (ids, level) => {
    expect(levelOf(users, new Set(ids))).toBe(level);
  });

  it.each<[ids: number[], level: Level, after: number[]]>([
    [[], 'view', [10, 11, 12]],
    [[10, 14], 'edit', [10, 11, 12, 13]],
    [[20, 999], 'full', [10, 11, 12, 13, 14, 20, 999]],
    [[10, 11, 12, 13, 14, 20], 'view', [10, 11, 12, 20]],
    [[1, 10, 11, 20], 'none', [1, 20]],
    // With the last entry below it, the folder goes too.
    [[1, 10, 11], 'none', []],
  ])('changes %j to %s', (ids, level, after) => {
    expect(set(ids, level)).toEqual(after);
    expect(levelOf(users, new Set(after))).toBe(level);
  });

  it('is one of those that differ', () => {
    expect(levelsOf(users)).toEqual(['none', 'view', 'edit', 'full']);
    expect(levelsOf(page(20, 'Roles'))).toEqual(['none', 'view']);
    expect(levelsOf(page(30, 'Web', buttons[0]!, buttons[2]!))).toEqual(['none', 'view', 'edit']);
    expect(levelsOf(page(40, 'Files', buttons[0]!, buttons[3]!))).toEqual(['none', 'view', 'full']);
  });

  it('cannot be given if a locked entry would change', () => {
    const partly = [folder(1, 'Access', page(10, 'Users', ...buttons.slice(0, 3), locked(buttons[3]!)))];
    const lockAt = (ids: number[], level: Level) => levelLockOf(find(10, partly), new Set(ids), level);
    expect([lockAt([], 'edit'), lockAt([], 'full')]).toEqual([undefined, LOCKED]);
    expect(set([], 'full', partly)).toEqual([]);
    // What somebody else has granted stays.
    expect([lockAt([10, 14], 'none'), lockAt([10, 14], 'full')]).toEqual([LOCKED, undefined]);
    expect(set([10, 14], 'full', partly)).toEqual([10, 11, 12, 13, 14]);
  });
});

describe('a filtered tree', () => {
  const labels = (nodes: readonly CheckNode[]): string[] =>
    nodes.flatMap(({ label, children }) => [label, ...labels(children)]);

  it.each([
    ['', ['Access', 'Users', 'Add', 'Edit', 'Roles', 'System', 'Web', 'Logs', 'Login', 'Export', 'Archive']],
    ['users', ['Access', 'Users', 'Add', 'Edit']],
    [' EXP ', ['System', 'Logs', 'Login', 'Export']],
    ['access', ['Access', 'Users', 'Add', 'Edit', 'Roles']],
    ['log', ['System', 'Logs', 'Login', 'Export']],
    ['nothing', []],
  ])('by %j', (text, shown) => {
    expect(labels(filterTree(tree, text))).toEqual(shown);
  });

  it('by code', () => {
    const coded = [page(10, 'Users', { ...button(11, 'Delete several'), code: 'sys:user:batchDelete' })];
    expect(labels(filterTree(coded, 'BatchDel'))).toEqual(['Users', 'Delete several']);
  });

  it('changes what is shown of a folder alone', () => {
    const [shown] = filterTree(tree, 'roles');
    expect(press(tree, [], shown!)).toEqual([20]);
  });

  it('takes buttons with their page even where they are not shown', () => {
    const [shown] = filterTree(tree, 'add');
    expect(press(tree, [10, 11, 12], shown!.children[0]!)).toEqual([]);
  });
});

it('changes are counted', () => {
  expect(changesOf([1, 2, 3], [3, 4, 2, 5])).toEqual({ added: 2, removed: 1 });
  expect(changesOf([1], [1])).toEqual({ added: 0, removed: 0 });
});
