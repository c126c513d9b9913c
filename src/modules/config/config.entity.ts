import { Column } from 'typeorm';
import { AuditedEntity, FileReference, OwnTable } from 'steward/database';

/** Code of the group that holds the web site's items. */
export const WEB_GROUP = 'web';

/** A group of configuration items. */
@OwnTable('config')
export class Config extends AuditedEntity {
  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Globally unique' })
  code: string;

  @Column({ type: 'int', default: 0 })
  sort: number;
}

/** Which control a console shows for an item. */
export const CONFIG_ITEM_TYPES = ['input', 'image', 'select', 'textarea', 'colour'] as const;

/** One of {@link CONFIG_ITEM_TYPES}. */
export type ConfigItemType = (typeof CONFIG_ITEM_TYPES)[number];

/** One value of the configuration. */
@OwnTable('config_item')
export class ConfigItem extends AuditedEntity {
  @Column({ name: 'config_id', type: 'int' })
  configId: number;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Unique within the group' })
  key: string;

  @FileReference()
  @Column({
    type: 'text',
    comment:
      'Of a select one of its options; of an image empty, an http or https URL, or a path that begins with one /; ' +
      'of a colour empty or six hexadecimal digits behind #',
  })
  value: string;

  @Column({ type: 'text', comment: 'JSON array of the choices of a select' })
  options: string;

  @Column({ type: 'varchar', length: 16, default: 'input' })
  type: ConfigItemType;

  @Column({ type: 'int', default: 1, comment: '1 = enabled, 0 = disabled' })
  status: number;

  @Column({ type: 'int', default: 0 })
  sort: number;
}
