import Database from 'better-sqlite3';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProjectCopy } from './project-copy.js';

/** What of a project its image has and the build makes. */
const BUILT = ['dist', 'console/dist'];

/** A project with modules that were generated from tables of a database of its own. Needs the built service. */
export class Product {
  readonly copy = new ProjectCopy(['console']);
  readonly database = join(this.copy.folder, 'product.db');

  /** The program that starts it, once it is built. */
  readonly main = join(this.copy.folder, 'dist/main.js');

  /** @param ddl the statements that create its tables, and whatever else */
  constructor(ddl: string) {
    this.query(ddl);
  }

  /** Generates the modules of tables and builds the project with their pages. */
  async build(tables: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const { copy } = this;
    const output = { DB_DATABASE: this.database, GENERATOR_OUTPUT_ROOT: copy.folder };
    await copy.script(resolve('dist/generate.js'), tables, { ...output, ...environment });
    await copy.run('@nestjs/cli/bin/nest.js', 'build');
    await copy.script('scripts/bundle.js');
    await copy.script('scripts/console-api.js');
    await copy.run('vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn', '--config', 'console/vite.config.ts');
  }

  /** Runs statements on its database. */
  query(sql: string): void {
    const db = new Database(this.database, { timeout: 10_000 });
    db.exec(sql);
    db.close();
  }

  /** Puts what was built into a mounted image of Steward. */
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
