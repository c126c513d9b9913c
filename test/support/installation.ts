import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BUILT } from './global-setup.js';

/** The built service in a folder of its own, as in an image; a test may add whatever else should be there. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'steward-installation-'));
  readonly main = join(this.folder, 'dist/main.js');

  constructor() {
    cpSync(BUILT, join(this.folder, 'dist'), { recursive: true });
    for (const name of ['package.json', 'templates']) cpSync(name, join(this.folder, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
