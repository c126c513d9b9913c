import type { Extension } from './app/extension.js';

/** What this installation adds to Steward. The file is its own: no release changes it. */
export const extensions: Extension[] = [];
