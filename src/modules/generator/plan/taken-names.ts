import { Injectable } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DataSource } from 'typeorm';
import { type DeclaredRoute, RouteCheck } from 'steward/http';
import { generatedModules } from '../../generated.modules.js';
import type { Classes } from '../model/identifiers.js';
import type { PlannedNames } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import { OutputFolder } from '../output/output.folder.js';
import { INDEX_PATH, entityPath, readRegistration, tableOf } from '../output/registration.js';

/** Pages of the console at paths that a generated one could have. */
const OWN_PAGES = ['dashboard', 'login', 'profile'];

/** Routes that need no controller: the description of the API. */
const OTHER_ROUTES = ['docs', 'docs-json'];

/** What the running application, and the files that are there, leave no name for. */
@Injectable()
export class TakenNames {
  constructor(
    private readonly db: DataSource,
    private readonly modules: ModulesContainer,
    private readonly application: ModuleRef,
    private readonly http: HttpAdapterHost,
    private readonly output: OutputFolder,
  ) {}

  /** Whether a table is one of the service's own. */
  isOwn(table: string): boolean {
    const { migrationsTableName = 'migrations' } = this.db.options;
    if ([migrationsTableName, 'typeorm_metadata'].includes(table)) return true;
    const metadata = this.db.entityMetadatas.find(({ tableName }) => tableName === table);
    return metadata !== undefined && !this.generated().has(metadata.name);
  }

  /** Why a table cannot have its names and permission codes; undefined where it can. */
  async problemOf(table: string, names: PlannedNames, classes: Classes, codes: string[]): Promise<string | undefined> {
    const { kebab } = names;
    const other = this.generated().get(classes.entity);
    if (other !== undefined && other !== table) return `${kebab} is the module of the table ${other} already`;
    if (other === undefined) {
      const own = this.classes();
      const taken = (Object.values(classes) as string[]).find((name) => own.has(name));
      if (taken !== undefined) return `The class name ${taken} is taken`;
      if (this.isRoute(kebab)) return `The route /api/${kebab} is taken`;
      if (OWN_PAGES.includes(kebab)) return `The page /${kebab} of the console is taken`;
      const code = this.routes().find(({ access }) => access?.kind === 'permission' && codes.includes(access.code));
      if (code) return `The permission codes are taken: another module name than ${codes[0]?.split(':')[0]} has others`;
    }
    return (await this.folderProblem(table, kebab)) ?? this.indexProblem(kebab, classes);
  }

  /** The tables of the generated modules that run, by the names of their entities. */
  private generated(): Map<string, string> {
    const names = new Set(generatedModules.map(({ name }) => name.replace(/Module$/, '')));
    const entities = this.db.entityMetadatas.filter(({ name }) => names.has(name));
    return new Map(entities.map(({ name, tableName }) => [name, tableName]));
  }

  /** Names of all modules, controllers, services and entities that run. */
  private classes(): Set<string> {
    const names = this.db.entityMetadatas.map(({ name }) => name);
    for (const { metatype, providers, controllers } of this.modules.values()) {
      names.push(metatype.name);
      for (const { name } of [...providers.values(), ...controllers.values()]) names.push(String(name));
    }
    return new Set(names);
  }

  private isRoute(kebab: string): boolean {
    const path = `/api/${kebab}`;
    if (OTHER_ROUTES.includes(kebab)) return true;
    if (this.routes().some((route) => route.path === path || route.path.startsWith(`${path}/`))) return true;
    const { httpAdapter } = this.http as { httpAdapter?: HttpAdapterHost['httpAdapter'] };
    const server = httpAdapter?.getInstance<Partial<FastifyInstance>>();
    return server?.hasRoute?.({ method: 'GET', url: path }) === true;
  }

  private routes(): DeclaredRoute[] {
    return this.application.get(RouteCheck, { strict: false }).routes();
  }

  /** The folder may hold a module of the same table alone. */
  private async folderProblem(table: string, kebab: string): Promise<string | undefined> {
    const written = tableOf((await this.read(entityPath(kebab))) ?? '');
    if (written === undefined || written === stringLiteral(table)) return undefined;
    return `${kebab} is the module of the table ${written} already`;
  }

  /** `demo_item2` and `demo_item_2` have folders of their own and one class name, which is registered once. */
  private async indexProblem(kebab: string, { module }: Classes): Promise<string | undefined> {
    for (const { moduleClass, file } of readRegistration((await this.read(INDEX_PATH)) ?? '')) {
      if (moduleClass !== module || file === `src/modules/${kebab}/${kebab}.module.ts`) continue;
      if ((await this.read(file)) !== undefined) return `The class name ${module} is taken by ${file}`;
    }
    return undefined;
  }

  /** What stands in the way of reading a file stands in the way of writing it, and is told there. */
  private read(path: string): Promise<string | undefined> {
    return this.output.read(path).catch(() => undefined);
  }
}
