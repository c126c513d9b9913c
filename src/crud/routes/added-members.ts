import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { addedColumn, addedFieldsOf, extendedEntities } from '../../database/entities/added-fields.js';
import type { EntityType } from '../../database/entities/own-tables.js';
import { declaredBody } from '../../http/validation/declared-body.js';
import { ExtendedBodies } from '../../http/validation/extended-bodies.js';
import { serviceOf } from '../read/service-of.js';

/** The operations whose bodies take added fields. */
const OPERATIONS = ['add', 'update'];

/** Has the bodies of Steward's routes take the fields that a project adds, before the first request. */
@Injectable()
export class AddedMembers implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly modules: ModuleRef,
    private readonly db: DataSource,
    private readonly bodies: ExtendedBodies,
  ) {}

  /** @throws Error if no migration has added the column of a field, or rows have a member of its name */
  async onModuleInit(): Promise<void> {
    const entities = extendedEntities(this.db);
    if (entities.length === 0) return;
    for (const entity of entities) await this.assertColumns(entity);
    for (const { metatype } of this.discovery.getControllers() as { metatype: Type }[]) {
      const service = serviceOf(metatype);
      if (service === undefined) continue;
      const { entity, shape } = this.modules.get(service, { strict: false }).describe();
      const fields = Object.entries(addedFieldsOf(this.db, entity.target));
      if (fields.length === 0) continue;
      const others = { ...shape.added, ...shape.links, ...shape.lines, ...shape.joins };
      const taken = fields.find(([name]) => Object.hasOwn(others, name));
      if (taken) throw new Error(`extend: rows of ${entity.tableName} already have a member ${taken[0]}`);
      const rules = Object.fromEntries(fields.map(([name, { rule }]) => [name, rule]));
      for (const operation of OPERATIONS) {
        const body = declaredBody(metatype, operation);
        if (body) this.bodies.extend(body, rules);
      }
    }
  }

  private async assertColumns(entity: EntityType): Promise<void> {
    const { tableName } = this.db.getMetadata(entity);
    const runner = this.db.createQueryRunner();
    try {
      const missing: string[] = [];
      for (const name of Object.keys(addedFieldsOf(this.db, entity)).map(addedColumn)) {
        if (!(await runner.hasColumn(tableName, name))) missing.push(name);
      }
      if (missing.length === 0) return;
      throw new Error(`extend: table ${tableName} has no column ${missing.join(', ')}; a migration has to add it`);
    } finally {
      await runner.release();
    }
  }
}
