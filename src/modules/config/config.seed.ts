import type { Seed } from 'steward/database';
import { Config, ConfigItem, WEB_GROUP } from './config.entity.js';

const ITEMS: Pick<ConfigItem, 'key' | 'value' | 'options' | 'type'>[] = [
  { key: 'siteName', value: 'Steward', options: '', type: 'input' },
  { key: 'siteLogo', value: '', options: '', type: 'image' },
  { key: 'siteDescription', value: '', options: '', type: 'textarea' },
  { key: 'siteCopyright', value: '', options: '', type: 'input' },
  { key: 'siteTheme', value: 'auto', options: '["auto","light","dark"]', type: 'select' },
];

/** The `web` group and its items. */
export const configSeed: Seed = {
  name: 'config',
  entities: [Config, ConfigItem],
  async insert(manager) {
    const group = await manager.save(manager.create(Config, { name: 'Web site', code: WEB_GROUP, sort: 0 }));
    const items = ITEMS.map((item, sort) =>
      manager.create(ConfigItem, { ...item, configId: group.id, status: 1, sort }),
    );
    await manager.save(items);
  },
};
