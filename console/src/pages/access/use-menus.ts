import { useQuery } from '@tanstack/vue-query';
import { computed, shallowRef } from 'vue';
import { api } from '@/api/client';
import { queries } from '@/api/queries';
import { type RowSource, refreshResource } from '@/kit/crud/use-rows';
import { toast, toastFailure } from '@/kit/lib/toast';
import { entryName } from '@/text/permission.text';
import { FOLDER, type Menu, type Place, type Position, ancestorsOf, applied, shownOf, siblingsOf } from './menu-tree';
import { t } from './menu.text';

const KEY = ['/api/menu/list'];

/** Entries that the user has opened or closed; kept as long as the console is open. */
const opened = shallowRef<ReadonlyMap<number, boolean>>(new Map());

/** All entries of the menu: which are shown, opening and closing them, and moving them. */
export function useMenus(filters: () => Readonly<Record<string, string>>) {
  const { data, error, isPending, isSuccess, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get('/api/menu/list', { signal }),
  });
  const menus = computed<readonly Menu[]>(() => data.value ?? []);
  const filtered = computed(() => Object.keys(filters()).length > 0);

  // Only folders are open by default, because buttons are many and seldom looked for.
  const isOpen = ({ id, type }: Menu) => opened.value.get(id) ?? type === FOLDER;
  const shown = computed(() => shownOf(menus.value, isOpen, filtered.value ? matching(filters()) : undefined));
  const places = computed(() => new Map([...shown.value].map(([{ id }, place]) => [id, place])));

  function setOpen(ids: Iterable<number>, open: boolean): void {
    opened.value = new Map([...opened.value, ...[...ids].map((id) => [id, open] as const)]);
  }

  const source: RowSource = {
    rows: computed(() => [...shown.value.keys()]),
    error,
    isPending,
    isSuccess,
    isFetching,
    refetch,
    assume(key, patch) {
      const before = queries.getQueryData<Menu[]>(KEY);
      queries.setQueryData<Menu[]>(KEY, (all) => all?.map((menu) => (menu.id === key ? { ...menu, ...patch } : menu)));
      return () => queries.setQueryData(KEY, before);
    },
  };

  /** Shows entries at their new positions, and reverts that if the service refuses. */
  async function save(id: number, positions: readonly Position[]): Promise<void> {
    if (positions.length === 0) return;
    setOpen(
      positions.filter((position) => position.id === id).map(({ parentId }) => parentId),
      true,
    );
    await queries.cancelQueries({ queryKey: KEY });
    const before = menus.value;
    queries.setQueryData(KEY, applied(before, positions));
    try {
      await api.put('/api/menu/sort', { body: [...positions] });
      toast(placeOf(id));
    } catch (failure) {
      queries.setQueryData(KEY, before);
      toastFailure(failure);
    }
    void refreshResource('/api/menu');
  }

  /** Where an entry is, in words. */
  function placeOf(id: number): string {
    const siblings = siblingsOf(menus.value, id);
    const at = siblings.findIndex((menu) => menu.id === id);
    const parent = ancestorsOf(menus.value, id)[0];
    const moved = siblings[at];
    const name = moved ? entryName(moved) : '';
    return parent
      ? t.movedInto(name, at + 1, siblings.length, entryName(parent))
      : t.moved(name, at + 1, siblings.length);
  }

  return {
    menus,
    filtered,
    source,
    place: (id: number): Place | undefined => places.value.get(id),
    setOpen,
    setAllOpen: (open: boolean) =>
      setOpen(
        menus.value.map(({ id }) => id),
        open,
      ),
    save,
  };
}

function matching({ name = '', type, status, permission = '' }: Readonly<Record<string, string>>) {
  const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return (menu: Menu) =>
    (holds(menu.name, name) || holds(entryName(menu), name)) &&
    holds(menu.permission, permission) &&
    (type === undefined || String(menu.type) === type) &&
    (status === undefined || String(menu.status) === status);
}
