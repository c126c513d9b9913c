import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, readFile, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SettingsService } from 'steward/settings';
import { type FileReport, WriteError, reasonOf } from './file-report.js';

/** A file to be written; its path is relative to the output root, with `/` between the parts. */
export interface OutputFile {
  path: string;
  content: string;
}

/** How a file on disk compares with the one to be written. */
export type FileState = 'absent' | 'same' | 'different';

/** A file that will be written: its content is on disk already, beside the target. */
interface Draft {
  file: OutputFile;
  outcome: 'generated' | 'overwritten';
  /** Left out where the target has the content already. */
  staged?: { temporary: string; folder: string; target: string };
}

/** Names of temporary files; nothing else in a project is called so. */
const TEMPORARY = /^\.steward-[0-9a-f]{16}\.tmp$/;

/** The folders that generated files and designs lie in, and the folders in them. */
const SWEPT = ['src/modules', 'test/generated', 'console/src/pages', 'console/test/flow/generated', '.steward'];

/**
 * The only writer of generated files. It writes below the output root alone, by its real path, and follows no link:
 * neither one in the place of a file nor one in the place of a folder. A file arrives whole: a reader finds the old one
 * or the new one. Callers hold the {@link OutputLock}.
 */
@Injectable()
export class OutputFolder {
  /** Absolute path of the output root as it is set. */
  readonly root: string;

  constructor(settings: SettingsService) {
    this.root = resolve(settings.get('generator.outputRoot'));
  }

  /**
   * Content of a file, undefined where there is none.
   * @throws WriteError where something else stands there, or a link on the way
   */
  async read(path: string): Promise<string | undefined> {
    const parts = partsOf(path);
    let here = await realpath(this.root).catch(absent);
    for (const [depth, part] of parts.entries()) {
      if (here === undefined) return undefined;
      here = join(here, part);
      const found = await lstat(here).catch(absent);
      if (found === undefined) return undefined;
      const isLast = depth === parts.length - 1;
      const fits = isLast ? found.isFile() : found.isDirectory();
      if (!fits) throw misplaced(parts.slice(0, depth + 1), found.isSymbolicLink(), isLast ? 'file' : 'folder');
    }
    return here && readFile(here, 'utf8');
  }

  /** @throws WriteError as {@link read} does */
  async stateOf({ path, content }: OutputFile): Promise<FileState> {
    const found = await this.read(path);
    if (found === undefined) return 'absent';
    return found === content ? 'same' : 'different';
  }

  /** Whether {@link write} would change a file. */
  async wouldChange(files: OutputFile[], overwrite: boolean): Promise<boolean> {
    for (const file of files) {
      const state = await this.stateOf(file).catch(() => undefined);
      if (state === 'absent' || (state === 'different' && overwrite)) return true;
    }
    return false;
  }

  /** What {@link write} would do, as far as that can be seen. */
  async dryRun(files: OutputFile[], overwrite: boolean): Promise<FileReport> {
    const report = emptyReport();
    for (const file of files) {
      try {
        report[actionOn(await this.stateOf(file), overwrite)].push(file.path);
      } catch (error) {
        report.failed.push({ path: file.path, message: reasonOf(error) });
      }
    }
    return report;
  }

  /**
   * Writes files that belong together. Those that are there already are skipped, or overwritten. Where one cannot be
   * written none is: half a module would stop the whole project from building.
   */
  async write(files: OutputFile[], overwrite: boolean): Promise<FileReport> {
    const report = emptyReport();
    const drafts: Draft[] = [];
    const newFolders: string[] = [];
    const fail = ({ path }: OutputFile, error: unknown) => report.failed.push({ path, message: reasonOf(error) });
    for (const file of files) {
      try {
        const state = await this.stateOf(file);
        const outcome = actionOn(state, overwrite);
        if (outcome === 'skipped') report.skipped.push(file.path);
        // A file that is right already is left alone: who watches it would build for nothing.
        else if (state === 'same') drafts.push({ file, outcome });
        else drafts.push({ file, outcome, staged: await this.stage(file, newFolders) });
      } catch (error) {
        fail(file, error);
      }
    }
    if (report.failed.length > 0) {
      await discard(drafts, newFolders);
      const message = `not written, because ${report.failed.map(({ path }) => path).join(', ')} cannot be`;
      report.failed.push(...drafts.map(({ file }) => ({ path: file.path, message })));
      return report;
    }
    for (const draft of drafts) {
      try {
        const arrived = await publish(draft, overwrite);
        // What appeared meanwhile is somebody's work, unless it is a link or a folder.
        if (!arrived) await this.stateOf(draft.file);
        report[arrived ? draft.outcome : 'skipped'].push(draft.file.path);
      } catch (error) {
        fail(draft.file, error);
      }
    }
    return report;
  }

  /** Removes the temporary files of a run that was killed. */
  async sweep(): Promise<void> {
    const root = await realpath(this.root).catch(() => undefined);
    if (root === undefined) return;
    for (const folder of SWEPT.map((path) => join(root, path))) {
      // Behind a link lies what belongs to somebody else.
      if ((await realpath(folder).catch(() => undefined)) !== folder) continue;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
      for (const place of [folder, ...inside]) {
        const names = await readdir(place).catch(() => []);
        for (const name of names.filter((name) => TEMPORARY.test(name))) await remove(join(place, name));
      }
    }
  }

  private async stage({ path, content }: OutputFile, newFolders: string[]): Promise<Draft['staged']> {
    const parts = partsOf(path);
    await makeRoot(this.root);
    const root = await realpath(this.root);
    const folder = await makeFolder(root, parts.slice(0, -1), newFolders);
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
    return { temporary, folder, target: join(root, ...parts) };
  }
}

function emptyReport(): FileReport {
  return { generated: [], skipped: [], overwritten: [], failed: [] };
}

function actionOn(state: FileState, overwrite: boolean): 'generated' | 'skipped' | 'overwritten' {
  if (state === 'absent') return 'generated';
  return overwrite ? 'overwritten' : 'skipped';
}

/** A planned path is made from a table's name: nothing in it may lead elsewhere. */
function partsOf(path: string): string[] {
  const parts = path.split('/');
  if (parts.every((part) => /^\.?[\w-][\w.-]*$/.test(part))) return parts;
  throw new WriteError('the path leads out of the output root');
}

function misplaced(parts: string[], isLink: boolean, wanted: 'file' | 'folder'): WriteError {
  return new WriteError(`${parts.join('/')} is ${isLink ? 'a link, and links are not followed' : `no ${wanted}`}`);
}

/** Makes the root and what is above it, once each: Node's recursive mkdir never ends where a folder takes no folders. */
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

/** Holds, just before it counts, that nobody has put a link in the place of a folder. */
async function assertReal(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw new WriteError('a folder on the way is a link');
}

/** @returns whether the file is there now; false where another one appeared that must not be overwritten */
async function publish({ staged }: Draft, overwrite: boolean): Promise<boolean> {
  if (staged === undefined) return true;
  const { temporary, target, folder } = staged;
  try {
    await assertReal(folder);
    if (!overwrite && !(await enter(temporary, target))) return false;
    if (overwrite) await rename(temporary, target);
  } finally {
    await remove(temporary);
  }
  await syncFolder(folder);
  return true;
}

/** Gives a file its name, unless something has it already: a rename would replace that. */
async function enter(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Not every file system has more than one name for a file.
    await rename(temporary, target);
  }
  return true;
}

/** Makes a rename outlive a power cut, where the file system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Takes back what was prepared; of the new folders those that nobody else put something in. */
async function discard(drafts: Draft[], newFolders: string[]): Promise<void> {
  for (const { staged } of drafts) if (staged) await remove(staged.temporary);
  for (const folder of newFolders.reverse()) await rmdir(folder).catch(() => undefined);
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
