import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DataSource } from 'typeorm';
import { RouteCheck } from '../../common/access/route-check.js';
import { SettingsService } from '../../settings/settings.module.js';
import { generatedModules } from '../generated.modules.js';
import type { Classes } from './identifiers.js';
import type { PlannedNames } from './plan.js';
import { stringLiteral } from './text.js';

/** Routes that need no controller: the description of the API (contract §2). */
const OTHER_ROUTES = ['docs', 'docs-json'];

/** What the running application, and the files that are there, leave no name for. */
@Injectable()
export class TakenNames {
  private readonly modulesFolder: string;

  constructor(
    private readonly db: DataSource,
    private readonly modules: ModulesContainer,
    private readonly application: ModuleRef,
    private readonly http: HttpAdapterHost,
    settings: SettingsService,
  ) {
    this.modulesFolder = join(settings.get('generator.outputRoot', { infer: true }), 'src', 'modules');
  }

  /** Whether a table is one of the service's own. */
  isOwn(table: string): boolean {
    const { migrationsTableName = 'migrations' } = this.db.options;
    if ([migrationsTableName, 'typeorm_metadata'].includes(table)) return true;
    const metadata = this.db.entityMetadatas.find(({ tableName }) => tableName === table);
    return metadata !== undefined && !this.generated().has(metadata.name);
  }

  /** Why a table cannot have its names; undefined where it can. */
  problemOf(table: string, { kebab }: PlannedNames, classes: Classes): string | undefined {
    const other = this.generated().get(classes.entity);
    if (other !== undefined && other !== table) return `${kebab} is the module of the table ${other} already`;
    if (other === undefined) {
      const own = this.classes();
      const taken = (Object.values(classes) as string[]).find((name) => own.has(name));
      if (taken !== undefined) return `The class name ${taken} is taken`;
      if (this.isRoute(kebab)) return `The route /api/${kebab} is taken`;
    }
    return this.folderProblem(table, kebab);
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
    const declared = this.application.get(RouteCheck, { strict: false }).routes();
    if (declared.some((route) => route.path === path || route.path.startsWith(`${path}/`))) return true;
    const { httpAdapter } = this.http as { httpAdapter?: HttpAdapterHost['httpAdapter'] };
    const server = httpAdapter?.getInstance<Partial<FastifyInstance>>();
    return server?.hasRoute?.({ method: 'GET', url: path }) === true;
  }

  /** The folder may hold a module of the same table alone. */
  private folderProblem(table: string, kebab: string): string | undefined {
    const folder = join(this.modulesFolder, kebab);
    if (!existsSync(folder)) return undefined;
    const entity = join(folder, `${kebab}.entity.ts`);
    const text = existsSync(entity) ? readFileSync(entity, 'utf8') : '';
    const written = /^@Entity\((.*)\)$/m.exec(text)?.[1];
    if (written === undefined || written === stringLiteral(table)) return undefined;
    return `${kebab} is the module of the table ${written} already`;
  }
}
