import { texts } from '@/text/language';

export const t = texts(
  { title: 'Dictionary item', dict: 'Dictionary', label: 'Label', value: 'Value' },
  { title: '字典项', dict: '字典', label: '标签', value: '值' },
);
