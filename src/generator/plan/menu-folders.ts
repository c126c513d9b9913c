import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Menu, MenuType } from 'steward/access';
import type { FolderSeed } from '../../modules/seeds/module-seed.js';

/** Most levels of the menu that are looked at. */
const MAX_DEPTH = 20;

/** The folders of the menu, as other databases know them. */
@Injectable()
export class MenuFolders {
  constructor(private readonly db: DataSource) {}

  /**
   * The folders from the top down to an entry, including it if it is one. Ids differ between databases; a path does
   * not, so a folder without one is left out.
   * @param id id of the entry; 0 is the top
   */
  async above(id: number): Promise<FolderSeed[]> {
    const folders: FolderSeed[] = [];
    for (let depth = 0; id !== 0 && depth < MAX_DEPTH; depth++) {
      const entry = await this.db.manager.findOneBy(Menu, { id });
      if (!entry) break;
      const { type, name, path, icon, parentId } = entry;
      if (type === MenuType.Folder && path !== '') folders.unshift({ name, path, icon });
      id = parentId;
    }
    return folders;
  }
}
