import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CrudService } from 'steward/crud';
import { Dict, DictItem } from './dict.entity.js';

/** Maximum number of items returned for a dictionary. */
const MAX_ITEMS = 5000;

/** Items of dictionaries. */
@Injectable()
export class DictItemService extends CrudService<DictItem> {
  constructor(@InjectRepository(DictItem) rows: Repository<DictItem>) {
    super(rows, {
      label: 'Dictionary item',
      name: 'label',
      filters: ['dictId', 'label', 'value', 'status', 'sort'],
      references: { dictId: { entity: Dict, label: 'name' } },
    });
  }

  /** The enabled items of an enabled dictionary, in their order; none if there is no such dictionary. */
  enabledOf(code: string): Promise<DictItem[]> {
    return this.rows
      .createQueryBuilder('item')
      .innerJoin(Dict, 'dict', 'dict.id = item.dictId')
      .where('dict.code = :code AND dict.status = 1 AND item.status = 1', { code })
      .orderBy('item.sort')
      .addOrderBy('item.id')
      .limit(MAX_ITEMS)
      .getMany();
  }
}
