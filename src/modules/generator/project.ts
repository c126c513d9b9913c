import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that the service's own sources, templates and packages are in, from wherever it was compiled to. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'templates', 'entity.hbs'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder templates/ is not there');
    folder = parent;
  }
  return folder;
}
