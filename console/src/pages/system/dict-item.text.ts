import { texts } from '@/text/language';

export const t = texts(
  {
    title: 'Dictionary item',
    dict: 'Dictionary',
    label: 'Label',
    value: 'Value',
    labelEn: 'In English',
    labelZh: 'In Chinese',
    languageHint: 'Shown in this language instead',
  },
  {
    title: '字典项',
    dict: '字典',
    label: '标签',
    value: '值',
    labelEn: '英文',
    labelZh: '中文',
    languageHint: '在该语言中代替显示',
  },
);
