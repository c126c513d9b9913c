import type { EntityManager } from 'typeorm';
import { type Menu, MenuType } from 'steward/access';
import { type FolderSeed, type MenuSeed, madeFolderOf, ofMade, ofPath, ofPlace } from './module-seed.js';
import { cutName, findIn, newMenu } from './seed-rows.js';

/**
 * The folders of pages. One that somebody has renamed or moved is known by its path; a deleted one does not come back.
 */
export class Folders {
  /** The folders that were made. */
  readonly added: Menu[] = [];
  /** Names of records that distinguish these folders from ones that somebody has changed. */
  readonly made: string[] = [];
  /** Names of the records of places that pages have left. */
  readonly left: string[] = [];

  /**
   * @param there existing folders, by path
   * @param around the entries above pages, by id
   */
  private constructor(
    private readonly manager: EntityManager,
    private readonly there: Map<string, Menu>,
    private readonly around: ReadonlyMap<number, Menu>,
    private readonly had: ReadonlySet<string>,
  ) {}

  /**
   * @param pages the pages that exist
   * @param had names of what the database has had
   */
  static async read(
    manager: EntityManager,
    seeds: readonly MenuSeed[],
    pages: readonly Menu[],
    had: ReadonlySet<string>,
  ): Promise<Folders> {
    const paths = seeds.flatMap(({ folders }) => folders.map(({ path }) => path));
    const rows = await findIn(manager, 'path', paths, MenuType.Folder);
    const ids = pages.map(({ parentId }) => parentId);
    const around = await findIn(manager, 'id', ids, MenuType.Folder);
    const there = new Map(rows.map((row) => [row.path, row]));
    return new Folders(manager, there, new Map(around.map((row) => [row.id, row])), had);
  }

  /**
   * The id of the folder that a page belongs to, created if necessary. A folder that was removed is skipped.
   * @param below the entry below which the page appears; by default, the folders that its seed names
   */
  async idOf(seed: MenuSeed, below?: number): Promise<number> {
    const made = madeFolderOf(seed);
    const folders = below === undefined ? seed.folders : made ? [made] : [];
    let parentId = below ?? 0;
    for (const folder of folders) {
      const row = this.there.get(folder.path);
      if (row) parentId = row.id;
      else if (!this.had.has(ofPath(folder.path))) parentId = await this.add(folder, parentId);
    }
    return parentId;
  }

  /** The id of the entry below which a page appeared before it was given a folder; 0 is the top. */
  above(seed: MenuSeed): number {
    const folders = madeFolderOf(seed) ? seed.folders.slice(0, -1) : seed.folders;
    return folders.reduce((id, { path }) => this.there.get(path)?.id ?? id, 0);
  }

  /**
   * The id of the folder to which a page moves because a later generation gave it another one. It moves once, and only
   * from where an earlier generation put it; undefined if it stays.
   * @param above the entry below which it appears without a folder
   */
  async next(seed: MenuSeed, { parentId }: Menu, above: number): Promise<number | undefined> {
    const folder = madeFolderOf(seed);
    if (!folder || this.had.has(ofPlace(seed.path, folder.path))) return undefined;
    const former = ofPlace(seed.path, this.around.get(parentId)?.path ?? '');
    const isPlaced = this.had.has(former);
    if (parentId !== above && !isPlaced) return undefined;
    const id = await this.idOf(seed, above);
    if (id === parentId || (isPlaced && id === above)) return undefined;
    // Should its former folder be named again, it moves back.
    if (isPlaced) this.left.push(former);
    return id;
  }

  private async add({ name, path, icon }: FolderSeed, parentId: number): Promise<number> {
    const row = newMenu(this.manager, { parentId, name: cutName(name), type: MenuType.Folder, path, icon });
    const folder = await this.manager.save(row);
    this.there.set(path, folder);
    this.added.push(folder);
    this.made.push(ofMade(folder));
    return folder.id;
  }
}
