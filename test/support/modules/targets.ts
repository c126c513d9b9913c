import { type EntityMetadata, Table } from 'typeorm';
import { serviceOf } from '../../../src/crud/read/service-of.js';
import { BinaryTextTransformer } from '../../../src/database/entities/transformers.js';
import type { Resource } from '../../../src/crud/read/resource.js';
import type { Reference, ReferencedTable } from '../../../src/crud/shape.js';
import { RouteCheck } from '../../../src/http/access/route-check.js';
import type { TestApp } from '../app.js';
import type { Key, Place, Target } from './wishes.js';

let serial = 1000;

/** The rows that rows of generated modules refer to. */
export class Targets {
  constructor(private readonly steward: TestApp) {}

  /** Creates the tables that are referred to and have no module. */
  async create(): Promise<void> {
    const runner = this.steward.db.createQueryRunner();
    try {
      for (const { shape, entity } of this.resources().values()) {
        for (const [property, reference] of Object.entries<Reference>(shape.references ?? {})) {
          if (!('table' in reference) || (await runner.hasTable(reference.table))) continue;
          const type = typeOf(entity, property);
          await runner.createTable(new Table({ name: reference.table, columns: columnsOf(reference, type) }));
        }
      }
    } finally {
      await runner.release();
    }
  }

  /** A row that a column may refer to; if possible a different one each time. */
  async find({ path, property, tenantId }: Place): Promise<Target> {
    const resource = this.resource(path);
    const reference = (resource.shape.references as Record<string, ReferencedTable>)[property];
    if (reference === undefined) throw new Error(`${path} has no reference ${property}`);
    const { table, key, tenant } = reference;
    const ofTenant = tenant !== undefined;
    const { db } = this.steward;
    const values: Record<string, unknown> = { ...(tenant === undefined ? {} : { [tenant]: tenantId }) };
    const counted = db.entityMetadatas.some(
      ({ tableName, primaryColumns }) =>
        tableName === table && primaryColumns.some((column) => column.databaseName === key && column.isGenerated),
    );
    if (reference.label !== key) values[reference.label] = 'Target';
    if (counted) return { key: await this.insert(table, { ...values, [key]: null }), ofTenant };
    values[key] = newKey(resource.entity, property);
    await this.insert(table, values);
    return { key: values[key] as Key, ofTenant };
  }

  /** Adds a row to a table that has no route for it. */
  async addRow({ path, tenantId }: Omit<Place, 'property'>): Promise<object> {
    const { entity } = this.resource(path);
    const values = entity.columns.map((column): [string, unknown] => [
      column.databaseName,
      column.propertyName === 'tenantId' ? tenantId : valueFor(column),
    ]);
    await this.insert(entity.tableName, Object.fromEntries(values));
    return {};
  }

  /** @returns the key that the database generated */
  private async insert(table: string, values: Record<string, unknown>): Promise<number> {
    const { db } = this.steward;
    const names = Object.keys(values).map((column) => db.driver.escape(column));
    const places = names.map(() => '?').join(', ');
    const result = await db.query<number | { insertId: number }>(
      `INSERT INTO ${db.driver.escape(table)} (${names.join(', ')}) VALUES (${places})`,
      [...Object.values(values)],
    );
    return typeof result === 'object' ? result.insertId : result;
  }

  private resource(path: string): Resource<object> {
    const found = this.resources().get(path);
    if (found === undefined) throw new Error(`Nothing is served at ${path}`);
    return found;
  }

  private resources(): Map<string, Resource<object>> {
    const { app } = this.steward;
    return new Map(
      app
        .get(RouteCheck)
        .routes()
        .flatMap(({ path, controller }): [string, Resource<object>][] => {
          const service = path.endsWith('/page') ? serviceOf(controller) : undefined;
          return service ? [[path.slice(0, -'/page'.length), app.get(service, { strict: false }).describe()]] : [];
        }),
    );
  }
}

/** Text or an integer, because no other types are used for references. */
function typeOf(entity: EntityMetadata, property: string): 'varchar' | 'bigint' {
  const type = String(entity.findColumnWithPropertyName(property)?.type);
  return /int/.test(type) ? 'bigint' : 'varchar';
}

/** A key that fits its column, however short the column is; one of bytes with a length has exactly that many. */
function newKey(entity: EntityMetadata, property: string): Key {
  if (typeOf(entity, property) === 'bigint') return ++serial;
  const column = entity.findColumnWithPropertyName(property);
  const length = Number(column?.length) || Infinity;
  const text = (++serial).toString(36);
  const { length: bytes } = column?.transformer instanceof BinaryTextTransformer ? column.transformer : {};
  return bytes === undefined ? text.slice(Math.max(0, text.length - length)) : text.padStart(bytes, '0');
}

function columnsOf({ key, label, tenant, softDelete }: ReferencedTable, type: 'varchar' | 'bigint') {
  const names = [...new Set([label, softDelete?.column].filter((name) => name !== undefined && name !== key))];
  return [
    { name: key, type, length: type === 'varchar' ? '255' : undefined, isPrimary: true },
    ...names.map((name) => ({ name: String(name), type: 'varchar', length: '255', isNullable: true })),
    ...(tenant === undefined ? [] : [{ name: tenant, type: 'int', isNullable: true }]),
  ];
}

function valueFor({ type, isNullable }: EntityMetadata['columns'][number]): unknown {
  if (/int|decimal|float|double|boolean/.test(String(type))) return ++serial % 100;
  return /char|text/.test(String(type)) ? 'text' : isNullable ? null : '2026-01-31';
}
