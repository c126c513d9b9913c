import type { Choice, RowAction } from '@/kit/crud';
import { formatExact } from '@/kit/lib/format';
import { c } from '@/text/common.text';
import { t } from './log.text';

/** The outcomes of an operation or a login. */
export function outcomes(): { choices: readonly Choice[] } {
  return {
    choices: [
      { value: 0, label: c.success, kind: 'ok' },
      { value: 1, label: c.failure, kind: 'danger' },
    ],
  };
}

/** Actions that show what else came from the same address, and what else the same user did. */
export function related(): readonly RowAction[] {
  return [
    { id: 'address', label: t.thisAddress, icon: 'globe', filter: ({ ip }) => ({ ip: String(ip) }) },
    { id: 'user', label: t.thisUser, icon: 'user', filter: ({ username }) => ({ username: String(username) }) },
  ];
}

/** The name of a log entry. */
export function entryName({ username, createdAt }: { username: string; createdAt: string }): string {
  return `${username}, ${formatExact(createdAt)}`;
}
