import { Injectable } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DataSource } from 'typeorm';
import { errors } from 'steward/core';
import { serviceOf } from 'steward/crud';
import { hasNoEntity } from 'steward/database';
import { type DeclaredRoute, RouteCheck } from 'steward/http';
import { generatedModules } from '../../modules/generated.modules.js';
import { type Classes, classesOf } from '../model/identifiers.js';
import { type PlannedNames, capital, installationAddress, namesOf } from '../model/names.js';
import { OutputFolder } from '../output/output.folder.js';
import {
  INDEX_PATH,
  addressOf,
  controllerPath,
  entityPath,
  readRegistration,
  sourceOf,
  tableOf,
} from '../render/registration.js';

/** Characters that no TypeORM statement can hold in a table name. */
const UNUSABLE = /[\p{Cc}.'"`\\?:]/u;

/** Pages of the console at paths that a generated page could have. */
const OWN_PAGES = ['dashboard', 'login', 'profile'];

/** Routes that need no controller: the description of the API. */
const OTHER_ROUTES = ['docs', 'docs-json'];

/** Last part of the route of a resource's pages. */
const PAGE = '/page';

/** Whether a name belongs to the entity of another table's lines, even if that table's name has lost a prefix. */
function isLineOf(name: string, entity: string, table: string): boolean {
  const line = namesOf(table)?.pascal ?? '';
  const rest = name.startsWith(entity) ? name.slice(entity.length) : '';
  return /^[A-Z0-9]/.test(rest) && line.endsWith(rest);
}

/** The identifiers of a module. */
interface Identifiers {
  classes: Classes;
  /** A class name that the service uses itself; the module gets longer ones. */
  taken?: string;
}

/** The names that the running application and the existing files have taken. */
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
    if (hasNoEntity(table, this.db)) return true;
    const generated = [...this.generated().keys()];
    const names = this.db.entityMetadatas.filter(({ tableName }) => tableName === table).map(({ name }) => name);
    // A generated module has entities for its lines too, which are named after both.
    return names.some((name) => !generated.some((entity) => name === entity || isLineOf(name, entity, table)));
  }

  /** Where the rows of a table are served by this process; undefined if they are not. */
  routeOf(table: string): string | undefined {
    const page = this.routes().find(({ path, controller }) => {
      const service = path.endsWith(PAGE) ? serviceOf(controller) : undefined;
      return service && this.application.get(service, { strict: false }).describe().entity.tableName === table;
    });
    return page?.path.slice(0, -PAGE.length);
  }

  /**
   * Where a table's route and page are: below `app/` if its name is reserved for installations, unless its module was
   * generated before that rule.
   */
  async addressFor(table: string, { kebab }: PlannedNames): Promise<string> {
    const address = installationAddress(table, kebab);
    if (address === undefined) return kebab;
    const written = addressOf((await this.read(controllerPath(kebab))) ?? '');
    return written === kebab ? kebab : address;
  }

  /** @throws AppError code 1 for a table of the service itself, or one whose name no statement or path can hold */
  assertUsable(table: string): void {
    if (this.isOwn(table)) throw errors.failure(`${table} is a table of the service itself`);
    if (UNUSABLE.test(table) || !namesOf(table))
      throw errors.failure(`The name ${JSON.stringify(table)} makes no name for a module`);
  }

  /**
   * The identifiers of a table's module; prefixed with the module's name if the service has one of them itself.
   * @param moduleName by default, that of the table's running module
   */
  classesFor(table: string, names: PlannedNames, moduleName?: string): Identifiers {
    const classes = classesOf(names);
    if (this.generated().has(classes.entity)) return { classes };
    const own = this.classes();
    const taken = (Object.values(classes) as string[]).find((name) => own.has(name));
    if (taken === undefined) return { classes };
    const longer = moduleName === undefined ? this.runningAs(table, names) : capital(moduleName) + names.pascal;
    return { classes: classesOf({ ...names, pascal: longer }), taken };
  }

  /** The entity of a table's running module, or its likely name: the table's, prefixed with a word. */
  private runningAs(table: string, { pascal }: PlannedNames): string {
    const running = [...this.generated()].find(([entity, of]) => of === table && entity.endsWith(pascal));
    return running?.[0] ?? `App${pascal}`;
  }

  /** Why a table cannot have its names and permission codes; undefined if it can. */
  async problemOf(table: string, names: PlannedNames, classes: Classes, codes: string[]): Promise<string | undefined> {
    const { kebab, address } = names;
    const other = this.generated().get(classes.entity);
    if (other !== undefined && other !== table) return `${kebab} is the module of the table ${other} already`;
    if (other === undefined) {
      const own = this.classes();
      const taken = (Object.values(classes) as string[]).find((name) => own.has(name));
      if (taken !== undefined) return `The class name ${taken} is taken`;
      if (this.isRoute(address)) return `The route /api/${address} is taken`;
      if (OWN_PAGES.includes(address)) return `The page /${address} of the console is taken`;
      const code = this.routes().find(({ access }) => access?.kind === 'permission' && codes.includes(access.code));
      if (code) return `The permission codes are taken: another module name than ${codes[0]?.split(':')[0]} has others`;
    }
    return (await this.folderProblem(table, kebab)) ?? this.indexProblem(kebab, classes);
  }

  /** The tables of the running generated modules, by the names of their entities. */
  private generated(): Map<string, string> {
    const names = new Set(generatedModules.map(({ name }) => name.replace(/Module$/, '')));
    const entities = this.db.entityMetadatas.filter(({ name }) => names.has(name));
    return new Map(entities.map(({ name, tableName }) => [name, tableName]));
  }

  /** Names of all modules, controllers, services and entities of the running application. */
  private classes(): Set<string> {
    const names = this.db.entityMetadatas.map(({ name }) => name);
    for (const { metatype, providers, controllers } of this.modules.values()) {
      names.push(metatype.name);
      for (const { name } of [...providers.values(), ...controllers.values()]) names.push(String(name));
    }
    return new Set(names);
  }

  private isRoute(address: string): boolean {
    const path = `/api/${address}`;
    if (OTHER_ROUTES.includes(address)) return true;
    if (this.routes().some((route) => route.path === path || route.path.startsWith(`${path}/`))) return true;
    const { httpAdapter } = this.http as { httpAdapter?: HttpAdapterHost['httpAdapter'] };
    const server = httpAdapter?.getInstance<Partial<FastifyInstance>>();
    return server?.hasRoute?.({ method: 'GET', url: path }) === true;
  }

  private routes(): DeclaredRoute[] {
    return this.application.get(RouteCheck, { strict: false }).routes();
  }

  /** The folder may hold only a module of the same table. */
  private async folderProblem(table: string, kebab: string): Promise<string | undefined> {
    const written = tableOf((await this.read(entityPath(kebab))) ?? '');
    if (written === sourceOf(table)) return undefined;
    if (written !== undefined) return `${kebab} is the module of the table '${written}' already`;
    const file = `src/modules/${kebab}/${kebab}.module.ts`;
    if ((await this.read(file)) === undefined) return undefined;
    const registered = readRegistration((await this.read(INDEX_PATH)) ?? '');
    return registered.some((each) => each.file === file) ? undefined : `The folder src/modules/${kebab} is taken`;
  }

  /** `demo_item2` and `demo_item_2` have different folders but one class name, which can be registered only once. */
  private async indexProblem(kebab: string, { module }: Classes): Promise<string | undefined> {
    for (const { moduleClass, file } of readRegistration((await this.read(INDEX_PATH)) ?? '')) {
      if (moduleClass !== module || file === `src/modules/${kebab}/${kebab}.module.ts`) continue;
      if ((await this.read(file)) !== undefined) return `The class name ${module} is taken by ${file}`;
    }
    return undefined;
  }

  /** A file that cannot be read cannot be written either, and the run reports that. */
  private read(path: string): Promise<string | undefined> {
    return this.output.read(path).catch(() => undefined);
  }
}
