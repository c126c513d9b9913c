import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { AppError, errors } from 'steward/core';
import { ownEntity } from 'steward/database';
import { SettingsService } from 'steward/settings';
import { Dict } from '../../modules/dict/dict.entity.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import { inferredKey } from '../model/key.js';
import type { TableModel } from '../model/model.js';
import type { StoredValues } from '../model/reference-choice.js';
import { namesOf, withoutPrefix } from '../model/names.js';
import { limitedColumns, withOthers } from '../model/limited.js';
import { type TableMark, deletionMarkOf } from '../model/deletion-mark.js';
import { OutputFolder } from '../output/output.folder.js';
import { WriteError } from '../output/file-report.js';
import type { TableDefinition } from '../model/table.js';
import { TableReader } from '../schema/table.reader.js';
import { withBinaryTexts } from './binary-texts.js';
import { storedValues } from './reference-values.js';
import { ReferringTables } from './referring-tables.js';
import { sampledValues } from './sampled-values.js';
import { TakenNames } from './taken-names.js';
import { modelOf } from '../design/apply.js';
import type { Design, SavedDesign } from '../design/design.js';
import { readDesign } from '../design/design.reader.js';
import { type Defaults, designOf } from '../design/infer.js';
import { linesOf } from '../design/lines-model.js';

/** A table with the design in force, and the model that results. */
export interface Designed {
  definition: TableDefinition;
  design: Design;
  /** Whether somebody saved a design for it. */
  saved: boolean;
  model: TableModel;
  /** Notes on how the design was found. */
  notes: string[];
}

const named = z.object({ name: z.string() });

/** The name that the text of a design gives to the module, even if the rest of it is invalid. */
function nameIn(text: string): string | undefined {
  try {
    return named.parse(JSON.parse(text)).name;
  } catch {
    return undefined;
  }
}

/** Path of the design of a table, relative to the output root. @throws AppError code 1 if its name yields none */
export function designPath(table: string): string {
  const names = namesOf(table);
  if (!names) throw errors.failure(`The name ${JSON.stringify(table)} makes no name for a design`);
  return `.steward/${names.kebab}.design.json`;
}

/** The designs of tables, inferred and saved. */
@Injectable()
export class Designs {
  private readonly defaults: Defaults;
  /** The last catalog, and the text of its tables: it is used again until one of them changes. */
  private last: { text: string; catalog: Catalog } | undefined;

  constructor(
    private readonly reader: TableReader,
    private readonly output: OutputFolder,
    private readonly db: DataSource,
    private readonly taken: TakenNames,
    settings: SettingsService,
  ) {
    this.defaults = {
      prefixes: settings.get('generator.tablePrefixes'),
      parentId: settings.get('generator.parentMenuId'),
    };
  }

  /** Reads all tables once, and some rows of those with binary columns; later answers are about the tables as they were then. */
  async open(): Promise<OpenDesigns> {
    const tables: TableDefinition[] = [];
    for (const table of await this.reader.tables()) {
      tables.push(this.taken.isOwn(table.name) ? table : await withBinaryTexts(table, this.reader));
    }
    const catalog = this.catalogOf(tables);
    return new OpenDesigns(catalog, this.reader, this.output, this.db, this.taken, this.defaults);
  }

  private catalogOf(tables: TableDefinition[]): Catalog {
    const text = JSON.stringify(tables);
    if (this.last?.text !== text) {
      const isOwn = (table: string) => this.taken.isOwn(table);
      this.last = { text, catalog: new Catalog(tables, isOwn, ownEntity(this.db, 'dept').tableName) };
    }
    return this.last.catalog;
  }
}

/** The designs of one run. */
export class OpenDesigns {
  private readonly read = new Map<string, Promise<SavedDesign | undefined>>();
  /** The stored values of columns, as far as saved designs asked for them. */
  private readonly known = new Map<string, StoredValues>();
  private readonly referring: ReferringTables;

  constructor(
    private readonly catalog: Catalog,
    private readonly reader: TableReader,
    private readonly output: OutputFolder,
    private readonly db: DataSource,
    private readonly taken: TakenNames,
    private readonly defaults: Defaults,
  ) {
    const isOwn = (table: string) => taken.isOwn(table);
    const saved = (table: TableDefinition) => this.saved(table);
    this.referring = new ReferringTables({ catalog, reader, defaults, isOwn, saved, known: this.known });
  }

  /**
   * A table or view that can have a module.
   * @throws AppError code 1 if there is none, or as {@link TakenNames.assertUsable}
   */
  async usable(name: string): Promise<TableDefinition> {
    const definition = await this.table(name);
    this.taken.assertUsable(name);
    return definition;
  }

  /** @throws AppError code 1 if there is no such table or view */
  async table(name: string): Promise<TableDefinition> {
    const found = this.catalog.table(name) ?? (await this.reader.view(name));
    if (!found) throw errors.failure(`There is no table ${JSON.stringify(name)}`);
    return found;
  }

  /**
   * A table with the design in force.
   * @param given a design to be taken in place of the saved one
   * @throws AppError code 1 that says why the table is refused, or what is wrong with its design
   */
  async of(name: string, given?: SavedDesign): Promise<Designed> {
    const definition = await this.withRows(await this.usable(name));
    const saved = given ?? (await this.saved(definition));
    const { design, model, notes } = await this.applied(
      definition,
      saved,
      given ? new Map<string, StoredValues>() : this.known,
    );
    model.tabs.push(...(await this.referring.tabsOf(model, saved?.tabs)));
    design.tabs = model.tabs.map(({ table, by }) => ({ table, by: by.name }));
    await this.checkDicts(design, model);
    for (const { table, by } of design.lines) {
      model.lines.push(linesOf(model, await this.asLines(table), by, this.defaults.prefixes));
    }
    model.joins.push(...(await this.referring.joinsOf(model, design.lines)));
    return { definition, design, saved: saved !== undefined, model, notes };
  }

  /**
   * A table whose rows are lines. Only the service itself writes its own tables, so the table can neither be one of
   * them nor refer to one: a reference that is only inferred is left out.
   */
  private async asLines(table: string): Promise<TableModel> {
    const definition = await this.withRows(await this.table(table));
    if (this.taken.isOwn(table)) throw errors.failure(`lines: ${table} is a table of the service itself`);
    const saved = (await this.saved(definition)) ?? {};
    const { design } = await this.applied(definition, saved);
    const columns = { ...saved.columns };
    for (const [name, { reference }] of Object.entries(design.columns)) {
      if (!reference || !this.taken.isOwn(reference.table)) continue;
      if (columns[name]?.reference)
        throw errors.failure(`lines: ${table}.${name} refers to ${reference.table}, a table of the service itself`);
      columns[name] = { ...columns[name], reference: null };
    }
    return (await this.applied(definition, { ...saved, columns })).model;
  }

  /**
   * All names that the module of a table can have, by its saved design, without a prefix, or by the table's name; also
   * of a table that is gone.
   */
  async possibleNames(table: string): Promise<string[]> {
    const text = (await this.output.read(designPath(table)).catch(noneWithoutRoot)) ?? '';
    const said = nameIn(text);
    return [...(said === undefined ? [] : [said]), withoutPrefix(table, this.defaults.prefixes), table];
  }

  /** The name that a table's module has, or would have, even if the rest of its design is wrong. */
  async nameOf(table: string): Promise<string> {
    const [name = table] = await this.possibleNames(table);
    return name;
  }

  /** Checks a design that somebody wrote for a table. @throws AppError code 1 that names what is invalid */
  check(definition: TableDefinition, value: unknown): SavedDesign {
    return readDesign(value, {
      table: definition.name,
      columnsOf: (name) => {
        const table = name === definition.name ? definition : this.catalog.table(name);
        return table?.columns.map((column) => column.name);
      },
    });
  }

  /** Checks that the dictionaries that a design names exist, apart from dictionaries of the table's own comments. */
  private async checkDicts({ columns }: Design, { table, all }: TableModel): Promise<void> {
    const planned = all.filter(({ choices }) => choices !== undefined).map(({ name }) => `${table}_${name}`);
    const named = Object.entries(columns).flatMap(([column, { dict }]) =>
      dict === null || planned.includes(dict) ? [] : [{ column, dict }],
    );
    if (named.length === 0) return;
    const codes = await this.db.manager.find(Dict, { where: { code: In(named.map(({ dict }) => dict)) } });
    const missing = named.find(({ dict }) => !codes.some(({ code }) => code === dict));
    if (missing) throw errors.failure(`columns.${missing.column}.dict: there is no dictionary ${missing.dict}`);
  }

  /** A table with what its rows show: which flags are numbers, and which lists of values are incomplete. */
  private async withRows(definition: TableDefinition): Promise<TableDefinition> {
    if (definition.view) return definition;
    return withOthers(definition, await this.reader.othersAmong(definition.name, limitedColumns(definition)));
  }

  private async applied(definition: TableDefinition, saved: SavedDesign = {}, known = new Map<string, StoredValues>()) {
    const facts = factsOf(definition, saved.key ?? inferredKey(definition));
    const { catalog, defaults } = this;
    const stored = await storedValues(facts, saved, catalog, this.reader, known);
    const sampled = await sampledValues(facts, this.reader);
    const { design, notes } = designOf(facts, { catalog, defaults, stored, sampled }, saved);
    const marks = new Map<string, TableMark | undefined>();
    for (const { reference } of Object.values(design.columns)) {
      if (reference && !marks.has(reference.table)) marks.set(reference.table, await this.markOf(reference.table));
    }
    const model = modelOf(facts, design, { catalog, markOf: (table) => marks.get(table), saved, stored, sampled });
    return { design, model, notes };
  }

  /** The mark of deleted rows of another table, according to its own design. */
  private async markOf(name: string): Promise<TableMark | undefined> {
    const table = this.catalog.table(name);
    if (!table) return undefined;
    const { softDelete } = (await this.saved(table)) ?? {};
    const inferred = deletionMarkOf(table);
    if (softDelete === undefined) return inferred;
    if (softDelete === null) return undefined;
    return { deleted: inferred?.column === softDelete.column ? inferred.deleted : null, ...softDelete };
  }

  private saved(definition: TableDefinition): Promise<SavedDesign | undefined> {
    const { name } = definition;
    let saved = this.read.get(name);
    if (saved === undefined) this.read.set(name, (saved = this.load(definition)));
    return saved;
  }

  private async load(definition: TableDefinition): Promise<SavedDesign | undefined> {
    if (namesOf(definition.name) === undefined) return undefined;
    const path = designPath(definition.name);
    try {
      const text = await this.output.read(path).catch(noneWithoutRoot);
      return text === undefined ? undefined : this.check(definition, JSON.parse(text));
    } catch (error) {
      if (error instanceof WriteError || error instanceof AppError || error instanceof SyntaxError)
        throw errors.failure(`${path}: ${error.message}`);
      throw error;
    }
  }
}

/** A root that is not a folder holds no designs; a run reports that when it writes. */
function noneWithoutRoot(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOTDIR') throw error;
}
