import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The files of a small built console, by their paths. */
export const BUILT: Record<string, string> = {
  'index.html': '<!doctype html><title>Steward</title><script src="/console/theme.js"></script>',
  'theme.js': "document.documentElement.dataset.theme = 'dark';",
  'assets/main-0aB_-9.js': 'export const answer = 42;',
  'assets/plain-1.css': 'body { margin: 0 }',
};

/** Those of which the build also contains compressed versions. */
const COMPRESSED = ['index.html', 'assets/main-0aB_-9.js'];

/** A folder with a built console in it, and beside it a file that must never be served. */
export class BuiltConsole {
  private readonly folder = mkdtempSync(join(tmpdir(), 'steward-console-'));
  readonly root = join(this.folder, 'dist');

  constructor() {
    writeFileSync(join(this.folder, 'secret.txt'), 'secret');
    for (const [path, text] of Object.entries(BUILT)) this.write(path, text);
    for (const path of COMPRESSED) {
      this.write(`${path}.br`, brotliCompressSync(BUILT[path] ?? ''));
      this.write(`${path}.gz`, gzipSync(BUILT[path] ?? ''));
    }
    this.write('.env', 'secret');
    this.write('assets/.hidden.js', 'secret');
  }

  write(path: string, content: string | Buffer): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
