import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { isSecretName } from 'steward/core';
import { CrudService } from 'steward/crud';
import { checkKey, checkValue, choicesOf } from './config-item.options.js';
import { Config, ConfigItem } from './config.entity.js';

/** Configuration items. */
@Injectable()
export class ConfigItemService extends CrudService<ConfigItem> {
  constructor(@InjectRepository(ConfigItem) rows: Repository<ConfigItem>) {
    super(rows, {
      label: 'Configuration item',
      name: 'key',
      filters: ['configId', 'key', 'value', 'type', 'status', 'sort'],
      references: { configId: { entity: Config, label: 'name' } },
      duplicate: 'An item with this key exists already in the group',
    });
  }

  protected override concealedOf({ key }: ConfigItem): string[] {
    return isSecretName(key) ? ['value'] : [];
  }

  protected override beforeSave(draft: ConfigItem): Promise<void> {
    // MySQL gives these columns no default.
    draft.value ??= '';
    draft.options ??= '';
    checkKey(draft.key);
    choicesOf(draft.options);
    checkValue('value', draft);
    return Promise.resolve();
  }
}
