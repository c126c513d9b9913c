import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WriteError } from './file-report.js';

/** Content that is already on disk, beside the file that it is for. */
export interface Staged {
  temporary: string;
  folder: string;
  target: string;
}

/** Names of temporary files; nothing else in a project has such a name. */
export const TEMPORARY = /^\.steward-[0-9a-f]{16}\.tmp$/;

/** Writes content beside its file, below a root that may not exist yet. */
export async function stage(root: string, parts: string[], content: string, newFolders: string[]): Promise<Staged> {
  await makeRoot(root);
  const real = await realpath(root);
  const folder = await makeFolder(real, parts.slice(0, -1), newFolders);
  const temporary = join(folder, `.steward-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await remove(temporary);
    throw error;
  }
  return { temporary, folder, target: join(real, ...parts) };
}

/** @returns whether the file is in place; false if another one appeared that must not be overwritten */
export async function publish({ temporary, target, folder }: Staged, overwrite: boolean): Promise<boolean> {
  try {
    await assertReal(folder);
    if (!overwrite) return await enter(temporary, target);
    await rename(temporary, target);
    return true;
  } catch (error) {
    await remove(temporary);
    throw error;
  }
}

/** Makes the names of published files survive a power cut, if the file system can. */
export async function keep(staged: Staged[]): Promise<void> {
  for (const folder of new Set(staged.map((one) => one.folder))) await syncFolder(folder);
}

/** Removes a file, and its folder if nothing else is in it. */
export async function unlink(root: string, parts: string[]): Promise<void> {
  const target = join(await realpath(root), ...parts);
  await assertReal(dirname(target));
  await rm(target);
  await rmdir(dirname(target)).catch(() => undefined);
}

/** Removes prepared files; new folders go only if nobody else put something in them. */
export async function discard(staged: Staged[], newFolders: string[]): Promise<void> {
  for (const { temporary } of staged) await remove(temporary);
  for (const folder of newFolders.reverse()) await rmdir(folder).catch(() => undefined);
}

export async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

export function misplaced(parts: string[], isLink: boolean, wanted: 'file' | 'folder'): WriteError {
  return new WriteError(`${parts.join('/')} is ${isLink ? 'a link, and links are not followed' : `no ${wanted}`}`);
}

/** Undefined for what does not exist. @throws any other error */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Makes the root and its parents, one try each: Node's recursive mkdir never ends if a folder takes no folders. */
async function makeRoot(folder: string): Promise<void> {
  if (await realpath(folder).catch(absent)) return;
  if (dirname(folder) !== folder) await makeRoot(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** A folder below the root, made part by part, so that no link is followed. */
async function makeFolder(root: string, parts: string[], newFolders: string[]): Promise<string> {
  let folder = root;
  for (const [depth, part] of parts.entries()) {
    folder = join(folder, part);
    const found = await lstat(folder).catch(absent);
    if (found?.isDirectory()) continue;
    if (found) throw misplaced(parts.slice(0, depth + 1), found.isSymbolicLink(), 'folder');
    await mkdir(folder);
    newFolders.push(folder);
  }
  await assertReal(folder);
  return folder;
}

/** Checks at the last moment that nobody has replaced a folder with a link. */
async function assertReal(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw new WriteError('a folder on the way is a link');
}

/** Gives a file its name, unless something has it already: a rename would replace that. */
async function enter(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      await remove(temporary);
      return false;
    }
    // Not every file system supports hard links.
    await rename(temporary, target);
    return true;
  }
  await remove(temporary);
  return true;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
