import type { EnumComment } from './enum-comment.js';
import type { EnumValue } from './value-list.js';

/** The value of a column that means on, and the one that means off. */
export interface Switching {
  on: string;
  off: string;
}

/** Values that come in pairs: the second of each is usually the one that means on. */
const PAIRS = [
  ['0', '1'],
  ['n', 'y'],
  ['f', 't'],
  ['no', 'yes'],
  ['false', 'true'],
];

/** Words for on, each with its words for off. */
const WORDS: readonly (readonly [on: string, off: string])[] = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['on', 'off'],
  ['enabled', 'disabled'],
  ['enable', 'disable'],
  ['active', 'inactive'],
  ['是', '否'],
  ['真', '假'],
  ['开', '关'],
  ['开启', '关闭'],
  ['打开', '关闭'],
  ['启用', '停用'],
  ['启用', '禁用'],
];

/** Words that deny what follows them: 不推荐, not active. */
const DENYING = /^(?:不是|不|否|非|not\s+|no\s+|non-?)/iu;

/** Which of two choices means on, if their values and labels say that a column is on or off. */
export function switchingOf(choices: EnumComment | undefined): Switching | undefined {
  if (!choices || choices.problem !== undefined || choices.items.length !== 2) return undefined;
  const [first, second] = choices.items as [EnumValue, EnumValue];
  const values = [first, second].map(({ value }) => value.toLowerCase()).toSorted();
  if (!PAIRS.some((pair) => pair.join() === values.join())) return undefined;
  if (isOnAndOff(first.label, second.label)) return { on: first.value, off: second.value };
  return isOnAndOff(second.label, first.label) ? { on: second.value, off: first.value } : undefined;
}

function isOnAndOff(one: string, other: string): boolean {
  const [on, off] = [one, other].map((label) => label.trim().toLowerCase()) as [string, string];
  return WORDS.some(([yes, no]) => on === yes && off === no) || (DENYING.test(off) && off.replace(DENYING, '') === on);
}
