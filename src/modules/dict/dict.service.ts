import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { errors } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import { Dict, DictItem } from './dict.entity.js';

/** Dictionaries. */
@Injectable()
export class DictService extends CrudService<Dict> {
  constructor(@InjectRepository(Dict) rows: Repository<Dict>) {
    super(rows, {
      label: 'Dictionary',
      name: 'name',
      filters: ['name', 'code', 'status', 'sort', 'remark'],
      duplicate: 'A dictionary with this code exists already',
    });
  }

  protected override async beforeDelete(dicts: Dict[], { manager }: Change): Promise<void> {
    const used = await manager.findOneBy(DictItem, { dictId: In(dicts.map(({ id }) => id)) });
    if (used === null) return;
    const row = dicts.find(({ id }) => id === used.dictId);
    const count = await manager.countBy(DictItem, { dictId: used.dictId });
    throw errors.inUse(`Dictionary ${row?.code}`, [{ what: 'Dictionary item', count }], used.label);
  }
}
