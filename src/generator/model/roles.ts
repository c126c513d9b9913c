import { plainName, wordsOf } from './names.js';

const SECRET_WORDS = ['password', 'passwd', 'pwd', 'secret', 'salt', 'token', 'apikey', 'privatekey'];

/** Names of columns for each role, as {@link plainName} writes them; the first one that a table has plays the role. */
export const ROLE_NAMES = {
  created: ['createdat', 'createtime', 'createdon', 'gmtcreate', 'dateadded', 'addtime', 'inserttime'],
  updated: ['updatedat', 'updatetime', 'gmtmodified', 'datemodified', 'modifiedat', 'lastupdate'],
  createdBy: ['createdby', 'createby', 'creator'],
  updatedBy: ['updatedby', 'updateby', 'updater', 'modifier'],
  deletionFlag: ['deleted', 'isdeleted', 'delflag', 'deleteflag'],
  deletionTime: ['deletedat', 'deletetime', 'deleted'],
  parent: ['parentid', 'pid', 'parent', 'parentcode'],
  label: ['name', 'title', 'label', 'realname', 'username', 'subject', 'code'],
  madeKey: ['id', 'uuid', 'guid'],
} as const;

/** Whether a name marks a value that may be written but never read: `api_key`, `userPassword`, not `max_tokens`. */
export function isSecretColumn(name: string): boolean {
  const words = wordsOf(name);
  const pairs = words.map((word, index) => `${word} ${words[index + 1] ?? ''}`);
  return words.some((word) => SECRET_WORDS.includes(word)) || pairs.some((pair) => /^(private|api) key$/.test(pair));
}

/** The column that plays a role: among the suitable ones, the one whose name comes first in the list. */
export function columnFor<C extends { name: string }>(
  names: readonly string[],
  columns: readonly C[],
  can: (column: C) => boolean = () => true,
): C | undefined {
  for (const wanted of names) {
    const found = columns.find((column) => plainName(column.name) === wanted && can(column));
    if (found) return found;
  }
  return undefined;
}
