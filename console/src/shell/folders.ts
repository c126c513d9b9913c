import { ref } from 'vue';

const KEY = 'steward.closed-folders';

/** Ids of the menu folders that are closed in this browser. */
export const closedFolders = ref<readonly number[]>(kept());

/** Opens or closes a menu folder. */
export function toggleFolder(id: number): void {
  const closed = closedFolders.value;
  keep(closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id]);
}

/** Opens any of the folders that are closed. */
export function openFolders(ids: readonly number[]): void {
  if (ids.some((id) => closedFolders.value.includes(id))) keep(closedFolders.value.filter((id) => !ids.includes(id)));
}

function keep(closed: readonly number[]): void {
  closedFolders.value = closed;
  localStorage.setItem(KEY, closed.join());
}

function kept(): number[] {
  return (localStorage.getItem(KEY) ?? '').split(',').filter(Boolean).map(Number);
}
