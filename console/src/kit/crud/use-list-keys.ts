import { useShortcut } from '@/kit/lib/shortcuts';
import { t } from './crud.text';

/** The actions of a list that have a key. */
export interface ListActions {
  filter: () => void;
  add: () => void;
  reload: () => void;
  /** Number of the page that is shown, from 1. */
  page: () => number;
  /** How many pages there are. */
  pages: () => number;
  turnTo: (page: number) => void;
}

/** The keys of a list: `/` filter, `n` new, `r` reload, `[` and `]` for pages. */
export function useListKeys({ filter, add, reload, page, pages, turnTo }: ListActions): void {
  useShortcut('/', filter, t.keyFilter);
  useShortcut('n', add, t.keyNew);
  useShortcut('r', reload, t.keyReload);
  useShortcut('[', () => page() > 1 && turnTo(page() - 1), t.keyPrevious);
  useShortcut(']', () => page() < pages() && turnTo(page() + 1), t.keyNext);
}
