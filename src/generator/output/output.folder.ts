import { lstatSync } from 'node:fs';
import { readFile, readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SettingsService } from 'steward/settings';
import { type FailedFile, WriteError, notWritten, reasonOf } from './file-report.js';
import { type Staged, TEMPORARY, absent, discard, keep, misplaced, publish, remove, stage, unlink } from './staging.js';

/** A file to be written; its path is relative to the output root, with `/` between the parts. */
export interface OutputFile {
  path: string;
  content: string;
}

/** A change to make to a file. */
export interface OutputChange {
  path: string;
  /** Null if the file is to be removed. */
  content: string | null;
  /** Whether an existing file is replaced; otherwise one that appears in the meantime stays. */
  overwrite: boolean;
  /** The text that the file must still hold, null for no file; any text if left out. */
  before?: string | null;
}

/** The result of changes that belong together: some failed, or all were made except where a file appeared. */
export interface Applied {
  failed: FailedFile[];
  /** Paths of files that appeared in the meantime, and stay. */
  appeared: string[];
}

/** A change whose content is already on disk, beside the target; nothing is staged if the target holds it. */
interface StagedChange {
  change: OutputChange;
  staged?: Staged;
}

/** The folders that hold generated files, designs and baselines, directly or one level below. */
const SWEPT = ['src/modules', 'test/generated', 'console/src/pages', 'console/test/flow/generated', '.steward'];

/**
 * The only writer of generated files. It writes only below the output root, by its real path, and follows no link to a
 * file or a folder. A file is replaced as a whole: a reader finds either the old one or the new one. Callers hold the
 * {@link OutputLock}.
 */
@Injectable()
export class OutputFolder {
  /** Absolute path of the output root as it is set. */
  readonly root: string;

  constructor(settings: SettingsService) {
    this.root = resolve(settings.get('generator.outputRoot'));
  }

  /**
   * Content of a file, undefined if there is none.
   * @throws WriteError if something else is there, or if the path leads through a link
   */
  async read(path: string): Promise<string | undefined> {
    const here = await this.locate(path, 'file');
    return here && readFile(here, 'utf8');
  }

  /** Names of the files in a folder, sorted; none if there is no folder. @throws WriteError as {@link read} does */
  async list(path: string): Promise<string[]> {
    const here = await this.locate(path, 'folder');
    const entries = here === undefined ? [] : await readdir(here, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
  }

  /** Whether a file on disk has exactly this content. @throws WriteError as {@link read} does */
  async holds({ path, content }: OutputFile): Promise<boolean> {
    return (await this.read(path)) === content;
  }

  /** Writes files that belong together, over existing ones. @returns those that failed; if any did, none is written */
  async write(files: OutputFile[]): Promise<FailedFile[]> {
    return (await this.apply(files.map((file) => ({ ...file, overwrite: true })))).failed;
  }

  /**
   * Makes changes that belong together. If one cannot be made, none is: half a module would stop the whole project from
   * building.
   */
  async apply(changes: OutputChange[]): Promise<Applied> {
    const drafts: StagedChange[] = [];
    const newFolders: string[] = [];
    const failed: FailedFile[] = [];
    for (const change of changes) {
      try {
        drafts.push({ change, staged: await this.prepare(change, newFolders) });
      } catch (error) {
        failed.push({ path: change.path, message: reasonOf(error) });
      }
    }
    if (failed.length === 0) failed.push(...(await this.changedMeanwhile(drafts)));
    if (failed.length > 0) {
      const staged = drafts.flatMap((draft) => draft.staged ?? []);
      await discard(staged, newFolders);
      const others = changes.filter(({ content, before }) => content !== before).map(({ path }) => path);
      return { failed: notWritten(failed, others), appeared: [] };
    }
    return this.publishAll(drafts);
  }

  /** Removes the temporary files of a run that was killed. */
  async sweep(): Promise<void> {
    const root = await realpath(this.root).catch(() => undefined);
    if (root === undefined) return;
    for (const folder of SWEPT.map((path) => join(root, path))) {
      // A folder behind a link belongs to somebody else.
      if ((await realpath(folder).catch(() => undefined)) !== folder) continue;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
      for (const place of [folder, ...inside]) {
        const names = await readdir(place).catch(() => []);
        for (const name of names.filter((name) => TEMPORARY.test(name))) await remove(join(place, name));
      }
    }
  }

  /** Real path of what is at a path; undefined if nothing is. */
  private async locate(path: string, wanted: 'file' | 'folder'): Promise<string | undefined> {
    const parts = partsOf(path);
    let here = await realpath(this.root).catch(absent);
    for (const [depth, part] of parts.entries()) {
      if (here === undefined) return undefined;
      here = join(here, part);
      // A call for each part of each path: the round trip to a thread would take ten times as long.
      const found = lstatSync(here, { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      const expected = depth === parts.length - 1 ? wanted : 'folder';
      const fits = expected === 'file' ? found.isFile() : found.isDirectory();
      if (!fits) throw misplaced(parts.slice(0, depth + 1), found.isSymbolicLink(), expected);
    }
    return here;
  }

  private async prepare({ path, content }: OutputChange, newFolders: string[]): Promise<Staged | undefined> {
    const found = await this.read(path);
    // A file that is already right is left alone: a watcher would rebuild for nothing.
    if (content === null || found === content) return undefined;
    return stage(this.root, partsOf(path), content, newFolders);
  }

  /** The files that have changed since the changes were worked out: somebody's editor has saved in between. */
  private async changedMeanwhile(drafts: StagedChange[]): Promise<FailedFile[]> {
    const failed: FailedFile[] = [];
    for (const { change } of drafts) {
      const { path, before } = change;
      if (before === undefined) continue;
      const found = (await this.read(path).catch((error: unknown) => reasonOf(error))) ?? null;
      if (found !== before) failed.push({ path, message: 'changed meanwhile' });
    }
    return failed;
  }

  private async publishAll(drafts: StagedChange[]): Promise<Applied> {
    const applied: Applied = { failed: [], appeared: [] };
    for (const { change, staged } of drafts) {
      const { path, content, overwrite } = change;
      try {
        if (content === null) await unlink(this.root, partsOf(path));
        if (staged === undefined || (await publish(staged, overwrite))) continue;
        // A file that appeared in the meantime is somebody's work; a link or a folder is an error.
        await this.read(path);
        applied.appeared.push(path);
      } catch (error) {
        applied.failed.push({ path, message: reasonOf(error) });
      }
    }
    await keep(drafts.flatMap(({ staged }) => staged ?? []));
    return applied;
  }
}

/** A planned path is made from a table's name: nothing in it may lead elsewhere. */
function partsOf(path: string): string[] {
  const parts = path.split('/');
  if (parts.every((part) => /^\.?[\w-][\w.-]*$/.test(part))) return parts;
  throw new WriteError('the path leads out of the output root');
}
