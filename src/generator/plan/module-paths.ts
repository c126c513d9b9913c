import { Injectable } from '@nestjs/common';
import { Designs } from './designs.js';
import { namesOf } from '../model/names.js';
import { pathsOf } from '../render/paths.js';
import { TakenNames } from './taken-names.js';

/**
 * The paths that the generator itself would plan for tables. Anybody may have written the records on disk, so they
 * never decide which files belong to a module.
 */
@Injectable()
export class ModulePaths {
  constructor(
    private readonly designs: Designs,
    private readonly taken: TakenNames,
  ) {}

  /** The names that the module of a table can have, as in the paths of its files; none for a table that cannot have one. */
  async kebabsOf(table: string): Promise<string[]> {
    if (namesOf(table) === undefined || this.taken.isOwn(table)) return [];
    const kebabs = new Set<string>();
    for (const name of await (await this.designs.open()).possibleNames(table)) {
      const names = namesOf(name);
      if (
        names &&
        (await this.taken.problemOf(table, names, this.taken.classesFor(table, names).classes, [])) === undefined
      )
        kebabs.add(names.kebab);
    }
    return [...kebabs];
  }

  /** All paths that files of the modules of tables can have. */
  async of(tables: readonly string[]): Promise<Set<string>> {
    const paths = new Set<string>();
    for (const table of new Set(tables)) {
      for (const kebab of await this.kebabsOf(table)) for (const path of pathsOf(kebab)) paths.add(path);
    }
    return paths;
  }
}
