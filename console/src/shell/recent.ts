import { session } from '@/api/session';
import type { Destination } from './destinations';

/** How many destinations are kept for a user. */
const MOST = 8;

/** The ids and names of the destinations that the user opened last, the last one first. */
type Recent = Pick<Destination, 'id' | 'name'>;

const key = () => `steward.recent.${session.user?.id}`;

/** The destinations that the user opened last in this browser, the last one first. */
export function recentDestinations(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers that a destination was opened. */
export function rememberDestination({ id, name }: Destination): void {
  const others = recentDestinations().filter((recent) => recent.id !== id);
  localStorage.setItem(key(), JSON.stringify([{ id, name }, ...others].slice(0, MOST)));
}

function isRecent(value: unknown): value is Recent {
  const { id, name } = (value ?? {}) as Partial<Recent>;
  return typeof id === 'string' && typeof name === 'string';
}
