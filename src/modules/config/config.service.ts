import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { errors } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import { Config, ConfigItem } from './config.entity.js';

/** Configuration groups. */
@Injectable()
export class ConfigService extends CrudService<Config> {
  constructor(@InjectRepository(Config) rows: Repository<Config>) {
    super(rows, {
      label: 'Configuration group',
      name: 'name',
      filters: ['name', 'code', 'sort'],
      duplicate: 'A configuration group with this code exists already',
    });
  }

  protected override async beforeDelete(groups: Config[], { manager }: Change): Promise<void> {
    const used = await manager.findOneBy(ConfigItem, { configId: In(groups.map(({ id }) => id)) });
    if (used === null) return;
    const row = groups.find(({ id }) => id === used.configId);
    const count = await manager.countBy(ConfigItem, { configId: used.configId });
    throw errors.inUse(`Configuration group ${row?.code}`, [{ what: 'Configuration item', count }], used.key);
  }
}
