import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { type Change, CrudService } from '../../common/crud/crud.service.js';
import { SharedReads } from '../../common/crud/shared-reads.js';
import { errors } from '../../common/errors/errors.js';
import { checkChoice, checkKey, choicesOf } from './config-item.options.js';
import { Config, ConfigItem } from './config.entity.js';

/** Configuration items (interface §2.8, contract §10). */
@Injectable()
export class ConfigItemService extends CrudService<ConfigItem> {
  constructor(@InjectRepository(ConfigItem) rows: Repository<ConfigItem>, reads: SharedReads) {
    super(rows, reads, {
      label: 'Configuration item',
      filters: ['configId', 'key', 'value', 'type', 'status', 'sort'],
      duplicate: 'An item with this key exists already in the group',
    });
  }

  protected override async beforeSave(
    draft: ConfigItem,
    before: ConfigItem | undefined,
    { manager }: Change,
  ): Promise<void> {
    // MySQL gives these columns no default.
    draft.value ??= '';
    draft.options ??= '';
    checkKey(draft.key);
    choicesOf(draft.options);
    if (draft.type === 'select') checkChoice('value', draft.value, draft.options);
    if (draft.configId === before?.configId) return;
    if (!(await manager.existsBy(Config, { id: draft.configId }))) throw errors.failure('configId does not exist');
  }
}
