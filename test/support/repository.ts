import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of the repository except those that .gitignore names, by its path from the root. */
export function repositoryFiles(): string[] {
  const patterns = readFileSync('.gitignore', 'utf8').split('\n');
  return filesBelow('.', ['.git', ...patterns.map((pattern) => pattern.replace(/\/$/, ''))]);
}

function filesBelow(folder: string, ignored: string[]): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // As in Git, a pattern with a slash is a path from the root, and one without a slash is a name in any folder.
    const isIgnored = ignored.some((pattern) =>
      pattern.includes('/') ? path === pattern.replace(/^\//, '') : entry.name === pattern,
    );
    if (isIgnored) return [];
    return entry.isDirectory() ? filesBelow(path, ignored) : entry.isFile() ? [path] : [];
  });
}
