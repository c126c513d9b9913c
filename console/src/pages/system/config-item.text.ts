import { texts } from '@/text/language';

export const t = texts(
  {
    title: 'Configuration item',
    group: 'Group',
    key: 'Key',
    value: 'Value',
    options: 'Options',
    optionsHint: 'For a select: a JSON array such as ["tls", "none"] or [{"label": "TLS", "value": "tls"}]',
    type: 'Type',
    input: 'Text',
    image: 'Image',
    colour: 'Colour',
    select: 'Select',
    textarea: 'Several lines',
  },
  {
    title: '配置项',
    group: '配置组',
    key: '键',
    value: '值',
    options: '选项',
    optionsHint: '用于下拉框：JSON 数组，例如 ["tls", "none"] 或 [{"label": "TLS", "value": "tls"}]',
    type: '类型',
    input: '单行文本',
    image: '图片',
    colour: '颜色',
    select: '下拉框',
    textarea: '多行文本',
  },
);
