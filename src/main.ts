import module from 'node:module';
import { join } from 'node:path';

/** The types are those of Node 20. */
interface CompileCache {
  enableCompileCache?: (folder: string) => unknown;
}

// Before anything is loaded, hence the import below. Node 22 and up know it. Not in the folder for temporary files, where
// other users of the machine could leave code of theirs for us to run.
(module as CompileCache).enableCompileCache?.(join(import.meta.dirname, '.compile-cache'));
await import('./start.js');
