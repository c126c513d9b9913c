import Database from 'better-sqlite3';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProjectCopy } from '../../../test/support/project-copy';
import type { TableCase } from '../../../test/support/tables/case';
import { filesOf } from '../../../test/support/tables/cases';
import { ADMIN, type Settings, Steward } from './steward';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A copy of the project with the modules and pages of the given tables, built as a whole. */
export class TablesProject {
  private readonly copy = new ProjectCopy(['console']);
  private readonly settings: Settings = { DB_DATABASE: join(this.copy.folder, 'tables.db') };

  constructor(private readonly tables: TableCase[]) {
    const db = new Database(this.settings.DB_DATABASE);
    for (const { name, ddl, design } of tables) {
      for (const statement of ddl) db.exec(statement);
      if (design) this.copy.write(`.steward/${name.replaceAll('_', '-')}.design.json`, JSON.stringify(design));
    }
    db.close();
  }

  /** Generates, builds, and checks the console's sources. @throws with the output of the step that fails */
  async build(): Promise<void> {
    const { copy, tables } = this;
    const environment = {
      ...this.settings,
      GENERATOR_ENABLED: 'true',
      GENERATOR_OUTPUT_ROOT: copy.folder,
      JWT_SECRET: 'insecure-secret-of-the-generated-tables',
      ADMIN_PASSWORD: ADMIN.password,
    };
    const names = tables.map(({ name }) => name);
    const generate = join(ROOT, 'dist/generate.js');
    await copy.script(generate, names, environment);
    // Exits with another code if a module is behind its table.
    await copy.script(generate, ['--check'], environment);
    await copy.run('@nestjs/cli/bin/nest.js', 'build');
    await copy.script('scripts/bundle.js');
    await copy.script('scripts/console-api.js');
    await copy.run('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'console');
    await copy.run('eslint/bin/eslint.js', ...tables.flatMap(consoleFiles));
    await copy.run('vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn', '--config', 'console/vite.config.ts');
  }

  /** Starts the service that was built, on the database with the tables. */
  start(): Promise<Steward> {
    return Steward.begin(this.settings, join(this.copy.folder, 'dist/main.js'));
  }

  remove(): void {
    this.copy.remove();
  }
}

function consoleFiles(table: TableCase): string[] {
  return filesOf(table).filter((path) => path.startsWith('console/'));
}
