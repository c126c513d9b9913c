import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { INDEX, type OutputRoot } from './generator.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The modules that an output root registers, as they are now, compiled and loaded as part of this service. */
export async function loadModules({ path }: OutputRoot): Promise<Type[]> {
  // A module is loaded once from each place.
  const folder = mkdtempSync(join(tmpdir(), 'steward-modules-'));
  try {
    cpSync(join(path, 'src'), join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const packages = join(folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
    }
    symlinkSync(ROOT, join(packages, 'steward'));
    const index = (await import(pathToFileURL(join(folder, INDEX)).href)) as { generatedModules: Type[] };
    return index.generatedModules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
