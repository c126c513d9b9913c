import { describe, expect, it } from 'vitest';
import {
  type Menu,
  BUTTON,
  FOLDER,
  PAGE,
  TOP,
  ancestorsOf,
  applied,
  lastSort,
  move,
  parentOptions,
  shift,
  shownOf,
  subtreeOf,
} from '@/pages/access/menu-tree';

function menu(id: number, parentId: number, type: number, name: string, sort: number): Menu {
  const times = { createdAt: '2026-01-31T08:00:00.000Z', updatedAt: '2026-01-31T08:00:00.000Z' };
  const rest = { nameEn: '', nameZh: '', path: '', component: '', icon: '', permission: '', status: 1, hidden: false };
  return { id, parentId, type, name, sort, ...rest, ...times };
}

/** Home(1) · Access(2): Users(3): add(4) · Roles(5) · Logs(6), with the entry of a folder that is gone, Lost(7). */
const menus = [
  menu(6, TOP, FOLDER, 'Logs', 9),
  menu(5, 2, PAGE, 'Roles', 1),
  menu(4, 3, BUTTON, 'add', 0),
  menu(3, 2, PAGE, 'Users', 1),
  menu(2, TOP, FOLDER, 'Access', 1),
  menu(1, TOP, PAGE, 'Home', -1),
  menu(7, 99, PAGE, 'Lost', 10),
];
const entry = (id: number) => menus.find((one) => one.id === id)!;
const names = (shown: Map<Menu, unknown>) => [...shown.keys()].map(({ name }) => name);

describe('what is shown', () => {
  it('is in the order of sort and id, with what has lost its parent at the top', () => {
    const shown = shownOf(menus, () => true);
    expect(names(shown)).toEqual(['Home', 'Access', 'Users', 'add', 'Roles', 'Logs', 'Lost']);
    expect(shown.get(entry(4))).toEqual({ level: 3, open: undefined, context: false });
    expect(shown.get(entry(2))).toEqual({ level: 1, open: true, context: false });
    expect(shown.get(entry(7))?.level).toBe(1);
  });

  it('leaves out what is below a closed entry', () => {
    const shown = shownOf(menus, ({ type }) => type === FOLDER);
    expect(names(shown)).toEqual(['Home', 'Access', 'Users', 'Roles', 'Logs', 'Lost']);
    expect(shown.get(entry(3))?.open).toBe(false);
  });

  it('keeps the entries above a match, and only says of them that they are there for its sake', () => {
    const shown = shownOf(
      menus,
      () => false,
      ({ name }) => name === 'add',
    );
    expect([...shown].map(([{ name }, { context }]) => [name, context])).toEqual([
      ['Access', true],
      ['Users', true],
      ['add', false],
    ]);
  });

  it('ends where entries are each below the other', () => {
    const circle = [menu(1, 2, FOLDER, 'A', 0), menu(2, 1, FOLDER, 'B', 0)];
    expect(names(shownOf(circle, () => true))).toEqual([]);
    expect(ancestorsOf(circle, 1).map(({ id }) => id)).toEqual([2, 1]);
    expect([...subtreeOf(circle, 1)]).toEqual([1, 2]);
  });
});

describe('a move', () => {
  it('into another parent numbers what is there, and names no entry that stays as it is', () => {
    expect(move(menus, 6, 2, 5)).toEqual([
      { id: 3, parentId: 2, sort: 0 },
      { id: 6, parentId: 2, sort: 1 },
      { id: 5, parentId: 2, sort: 2 },
    ]);
    expect(move(menus, 4, 5)).toEqual([{ id: 4, parentId: 5, sort: 0 }]);
  });

  it('after all others, where nothing is said of its place', () => {
    expect(names(shownOf(applied(menus, move(menus, 1, 2)), () => true))).toEqual([
      'Access',
      'Users',
      'add',
      'Roles',
      'Home',
      'Logs',
      'Lost',
    ]);
  });

  it('by one place ends at the ends', () => {
    expect(shift(menus, entry(1), -1)).toEqual([]);
    expect(shift(menus, entry(7), 1)).toEqual([]);
    const up = applied(menus, shift(menus, entry(5), -1));
    expect(names(shownOf(up, () => true))).toEqual(['Home', 'Access', 'Roles', 'Users', 'add', 'Logs', 'Lost']);
    const down = applied(menus, shift(menus, entry(1), 1));
    expect(names(shownOf(down, () => true))).toEqual(['Access', 'Users', 'add', 'Roles', 'Home', 'Logs', 'Lost']);
  });

  it('brings what has lost its parent to the top for good', () => {
    expect(shift(menus, entry(7), -1)).toContainEqual({ id: 7, parentId: TOP, sort: 2 });
  });
});

it('an entry goes into any other that is no button, but not into itself', () => {
  const options = parentOptions(menus, 'Top', ({ name }) => name, 3);
  expect(options.map(({ label, hint }) => `${hint}/${label}`)).toEqual([
    '/Top',
    '/Home',
    '/Access',
    'Access/Roles',
    '/Logs',
    '/Lost',
  ]);
});

it('a new entry comes after the last', () => {
  expect(lastSort(menus, TOP)).toBe(11);
  expect(lastSort(menus, 5)).toBe(0);
});
