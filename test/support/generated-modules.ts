import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { INDEX, type OutputRoot } from './generator.js';
import { linkPackages } from './project-copy.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A folder that packages are found from, for as long as the process lives. */
const home = mkdtempSync(join(tmpdir(), 'steward-modules-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
linkPackages(home);
symlinkSync(ROOT, join(home, 'node_modules', 'steward'));

/** The modules that an output root registers, as they are now, compiled and loaded as part of this service. */
export async function loadModules({ path }: OutputRoot): Promise<Type[]> {
  // A module is loaded once from each place.
  const folder = mkdtempSync(join(home, 'output-'));
  cpSync(join(path, 'src'), join(folder, 'src'), { recursive: true });
  const index = (await import(pathToFileURL(join(folder, INDEX)).href)) as { generatedModules: Type[] };
  return index.generatedModules;
}
