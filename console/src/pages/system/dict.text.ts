import { texts } from '@/text/language';

export const t = texts(
  {
    title: 'Dictionary',
    item: 'Item',
    items: 'Items',
    choose: 'No dictionary chosen',
    chooseText: 'Choose “Items” in a row to see and change what it holds.',
    label: 'Label',
    value: 'Value',
    preview: 'Preview',
    asSelect: 'As a select',
  },
  {
    title: '字典',
    item: '字典项',
    items: '字典项',
    choose: '未选择字典',
    chooseText: '在某一行选择“字典项”以查看和修改其内容。',
    label: '标签',
    value: '值',
    preview: '预览',
    asSelect: '下拉框效果',
  },
);
