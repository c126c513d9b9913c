import { plainName, wordsOf } from './names.js';

/** One way to read the name of a column as a reference. */
export interface NameReading {
  /** The name of the table without prefix, as {@link plainName} writes it. */
  noun: string;
  /** The last word of the name; undefined for a noun alone. */
  ending?: 'id' | 'code' | 'no' | 'uuid';
  /** Whether words before the noun were left out. */
  role: boolean;
  /** Whether the name alone says too little. */
  weak: boolean;
  /** Whether it is the name of an id, such as `uid` or `idsite`. */
  isId: boolean;
  /** The name that the only key column of a table may share with it; undefined for names that every table has. */
  keyName?: string;
  /** Names that the column with its values may have there, as {@link plainName} writes them. */
  keyNames: string[];
}

/** Words that say which of several rows of a table is meant, rather than which table: `create_user_id`. */
const ROLES = new Set(
  (
    'create created creator update updated updater modify modified modifier delete deleted owner own author editor ' +
    'parent root top up super child sub source src target dest destination from to old new current default main primary ' +
    'master first last next prev previous before after origin original start end begin audit auditor approve approver ' +
    'approval assign assigned assignee handle handler handled operate operator operation submit submitter apply applicant ' +
    'lead leader manage manager manager sale sales sell seller buy buyer pay payer payee ship shipping bill billing ' +
    'deliver delivery receive receiver recipient send sender invite inviter refer referrer reply replied belong related ' +
    'rel ref link linked charge duty use used sign check checker confirm cancel close finish complete publish upload deal ' +
    'login visit contact responsible requester reporter other second principal supervisor monthly yearly weekly daily ' +
    'annual scope'
  ).split(' '),
);

/** Nouns that give a number or a position, even if a table has the same name. */
const PLACES = new Set(
  'order sort position rank level number count point score version page state status type size weight'.split(' '),
);

/** Names of keys that every table may have. */
const COMMON_KEYS = ['id', 'uuid', 'guid', 'code', 'no', 'name', 'key'];

const ENDINGS = ['id', 'code', 'no', 'uuid'] as const;

/** Whether a column is called like a list of keys: `tag_ids`. */
export function isCalledList(column: string): boolean {
  const words = wordsOf(column);
  return words.length > 1 && words.at(-1) === 'ids';
}

/** The readings of a column's name, the most likely one first; those of `tag_id` for a list of keys such as `tag_ids`. */
export function readingsOf(name: string): NameReading[] {
  const column = isCalledList(name) ? name.slice(0, -1) : name;
  const { words, ending, role = false } = partsOf(column);
  const plain = plainName(column);
  const keyName = COMMON_KEYS.includes(plain) ? undefined : plain;
  if (ending === undefined) {
    if (plain.endsWith('ids') || PLACES.has(plain)) return [];
    const isId = plain.startsWith('id');
    return [{ noun: plain, role: false, weak: true, isId, keyName, keyNames: [plain] }];
  }
  return words.map((_word, from) => {
    const noun = words.slice(from).join('');
    const keyNames = [`${noun}${ending}`, ...(ending === 'id' ? [] : [ending])];
    const weak = !words.slice(0, from).every((word) => ROLES.has(word));
    return {
      noun,
      ending,
      role: role || from > 0,
      weak,
      isId: from === 0 && !role,
      keyName: from === 0 ? keyName : keyNames[0],
      keyNames,
    };
  });
}

/**
 * The words before the ending, which needs no separator (`categoryid`), and whether words after it tell which row is
 * meant (`user_id_created`).
 */
function partsOf(column: string): { words: string[]; ending?: NameReading['ending']; role?: boolean } {
  const words = wordsOf(column);
  const id = words.indexOf('id');
  const behind = words.slice(id + 1);
  if (id > 0 && behind.length > 0 && behind.every((word) => ROLES.has(word))) {
    return { words: words.slice(0, id), ending: 'id', role: true };
  }
  const last = words.at(-1) ?? '';
  const ending = ENDINGS.find((each) => each === last);
  if (ending !== undefined && words.length > 1) return { words: words.slice(0, -1), ending };
  const [, glued] = /^(.+)id$/.exec(last) ?? [];
  return glued === undefined ? { words } : { words: [...words.slice(0, -1), glued], ending: 'id' };
}
