import module from 'node:module';
import { join } from 'node:path';

/** Not in the installed types, which are for Node 20. */
interface CompileCache {
  enableCompileCache?: (folder: string) => unknown;
}

// Before anything is loaded, hence the dynamic import below. Available from Node 22 on. Not in the folder for temporary
// files, where other users of the machine could plant code.
(module as CompileCache).enableCompileCache?.(join(import.meta.dirname, '.compile-cache'));
await import('./start.js');
