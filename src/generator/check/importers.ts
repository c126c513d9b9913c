import { readdir } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { INDEX_PATH } from '../render/registration.js';
import type { OutputFolder } from '../output/output.folder.js';
import type { PlannedFile } from '../plan/plan.js';

/** Folders of a project whose files may import modules. */
const FOLDERS = ['src', 'test'];

const SPECIFIER = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/**
 * The source files of a project, with the paths of what they import. The registration is not among them, because a run
 * writes it itself.
 */
export class Importers {
  private constructor(private readonly files: { file: PlannedFile; imports: Set<string> }[]) {}

  /** Reads the sources below the output root; links are not followed. */
  static async read(output: OutputFolder): Promise<Importers> {
    const files: Importers['files'] = [];
    for (const folder of FOLDERS) {
      const options = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(join(output.root, folder), options).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
        const path = relative(output.root, join(entry.parentPath, entry.name)).split(sep).join('/');
        const content = path === INDEX_PATH ? undefined : await output.read(path).catch(() => undefined);
        if (content !== undefined) files.push({ file: { path, content }, imports: importsOf(path, content) });
      }
    }
    return new Importers(files);
  }

  /** The other files that import one of these. */
  of(paths: readonly string[]): PlannedFile[] {
    const others = this.files.filter(({ file }) => !paths.includes(file.path));
    return others.filter(({ imports }) => paths.some((path) => imports.has(path))).map(({ file }) => file);
  }
}

/** The paths of the TypeScript files that a text imports. */
function importsOf(path: string, text: string): Set<string> {
  const specifiers = Array.from(text.matchAll(SPECIFIER), ([, specifier = '']) => specifier);
  return new Set(
    specifiers.map((specifier) => posix.join(posix.dirname(path), specifier).replace(/(\.js|\.ts)?$/, '.ts')),
  );
}
