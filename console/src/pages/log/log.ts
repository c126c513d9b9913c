import type { Choice, RowAction } from '@/kit/crud';
import { formatExact } from '@/kit/format';
import { c } from '@/text/common.text';
import { t } from './log.text';

/** How an operation or a login ended. */
export function outcomes(): { choices: readonly Choice[] } {
  return {
    choices: [
      { value: 0, label: c.success, kind: 'ok' },
      { value: 1, label: c.failure, kind: 'danger' },
    ],
  };
}

/** What else the same user did, and what else came from the same address. */
export function related(): readonly RowAction[] {
  return [
    { id: 'address', label: t.thisAddress, icon: 'globe', filter: ({ ip }) => ({ ip: String(ip) }) },
    { id: 'user', label: t.thisUser, icon: 'user', filter: ({ username }) => ({ username: String(username) }) },
  ];
}

/** What a row of a log is called. */
export function entryName({ username, createdAt }: { username: string; createdAt: string }): string {
  return `${username}, ${formatExact(createdAt)}`;
}
