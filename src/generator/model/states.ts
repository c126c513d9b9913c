import { last } from './kind-rules.js';
import { wordsOf } from './names.js';

/** Last words in the names of columns that say in which state a row is. */
const STATES = ['status', 'state', 'stage', 'phase', 'enabled', 'disabled', 'active'];

/** Whether the name of a column says that it holds the state of a row. */
export function namesState(column: string): boolean {
  return STATES.includes(last(wordsOf(column)));
}
