import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { errors, isSecretName } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import { checkKey, checkValue, choicesOf } from './config-item.options.js';
import { Config, ConfigItem } from './config.entity.js';

/** Configuration items. */
@Injectable()
export class ConfigItemService extends CrudService<ConfigItem> {
  constructor(@InjectRepository(ConfigItem) rows: Repository<ConfigItem>) {
    super(rows, {
      label: 'Configuration item',
      filters: ['configId', 'key', 'value', 'type', 'status', 'sort'],
      duplicate: 'An item with this key exists already in the group',
    });
  }

  protected override concealedOf({ key }: ConfigItem): string[] {
    return isSecretName(key) ? ['value'] : [];
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
    checkValue('value', draft);
    if (draft.configId === before?.configId) return;
    if (!(await manager.existsBy(Config, { id: draft.configId }))) throw errors.failure('configId does not exist');
  }
}
