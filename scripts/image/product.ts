import Database from 'better-sqlite3';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProjectCopy } from '../../test/support/project-copy.js';

/** Tables whose modules the product has. */
const TABLES = `
  CREATE TABLE demo_category (
    id integer PRIMARY KEY AUTOINCREMENT,
    name varchar(40) NOT NULL -- Name
  );
  CREATE TABLE demo_product (
    id integer PRIMARY KEY AUTOINCREMENT,
    name varchar(64) NOT NULL, -- Name
    category_id integer NOT NULL REFERENCES demo_category (id), -- Category
    status int NOT NULL DEFAULT 1 -- Status:1-available 2-withdrawn
  )`;

/** What of a project its image has and the build makes. */
const BUILT = ['dist', 'console/dist'];

/** A project with two generated modules, built; the database on which they were generated is gone. */
export class Product {
  private readonly copy = new ProjectCopy(['console']);

  /** Generates the modules and builds the project with their pages. */
  async build(): Promise<void> {
    const { copy } = this;
    const DB_DATABASE = join(copy.folder, 'product.db');
    const database = new Database(DB_DATABASE);
    database.exec(TABLES);
    database.close();
    const environment = { DB_DATABASE, GENERATOR_OUTPUT_ROOT: copy.folder };
    await copy.script(resolve('dist/generate.js'), ['demo_category', 'demo_product'], environment);
    await copy.run('@nestjs/cli/bin/nest.js', 'build');
    await copy.script('scripts/bundle.js');
    await copy.script('scripts/console-api.js');
    await copy.run('vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn', '--config', 'console/vite.config.ts');
  }

  /** Makes a mounted image of Steward one of the product. */
  installIn(root: string): void {
    for (const folder of BUILT) {
      const target = join(root, 'app', folder);
      rmSync(target, { recursive: true });
      cpSync(join(this.copy.folder, folder), target, { recursive: true });
    }
  }

  remove(): void {
    this.copy.remove();
  }
}
