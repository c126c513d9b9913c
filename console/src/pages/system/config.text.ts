import { texts } from '@/text/language';

export const t = texts(
  {
    group: 'Configuration group',
    item: 'Configuration item',
    items: 'Items',
    choose: 'No group chosen',
    chooseText: 'Choose “Items” in a row to see and change what it holds.',
  },
  {
    group: '配置组',
    item: '配置项',
    items: '配置项',
    choose: '未选择配置组',
    chooseText: '在某一行选择“配置项”以查看和修改其内容。',
  },
);
