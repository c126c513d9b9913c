import type { EntityManager } from 'typeorm';
import type { Seed } from 'steward/database';
import { Config, ConfigItem, WEB_GROUP } from './config.entity.js';

type SeededItem = Pick<ConfigItem, 'key' | 'value' | 'options' | 'type'>;

const ITEMS: SeededItem[] = [
  { key: 'siteName', value: 'Steward', options: '', type: 'input' },
  { key: 'siteLogo', value: '', options: '', type: 'image' },
  { key: 'siteDescription', value: '', options: '', type: 'textarea' },
  { key: 'siteCopyright', value: '', options: '', type: 'input' },
  { key: 'siteTheme', value: 'auto', options: '["auto","light","dark"]', type: 'select' },
];

/** The items that later releases added. */
const LATER: SeededItem[] = [{ key: 'siteAccent', value: '', options: '', type: 'colour' }];

/** The `web` group and its items; each of the later ones once, also in the databases of earlier releases. */
export const configSeeds: Seed[] = [
  {
    name: 'config',
    entities: [Config, ConfigItem],
    async insert(manager) {
      const group = await manager.save(manager.create(Config, { name: 'Web site', code: WEB_GROUP, sort: 0 }));
      await manager.save(ITEMS.map((item, sort) => newItem(manager, group, item, sort)));
    },
  },
  ...LATER.map((item, place) => ({
    name: `config:${item.key}`,
    entities: [Config, ConfigItem],
    async insert(manager: EntityManager) {
      const group = await manager.findOneBy(Config, { code: WEB_GROUP });
      if (group === null || (await manager.existsBy(ConfigItem, { configId: group.id, key: item.key }))) return;
      await manager.save(newItem(manager, group, item, ITEMS.length + place));
    },
  })),
];

function newItem(manager: EntityManager, group: Config, item: SeededItem, sort: number): ConfigItem {
  return manager.create(ConfigItem, { ...item, configId: group.id, status: 1, sort });
}
