import { defineCrud } from '@/kit/crud';
import type { Column, Field } from '@/kit/crud/define-crud';
import { c } from '@/text/common.text';
import { t } from './config-item.text';

/** How configuration items are shown: all of them, or those of one group, whose name is then left out. */
export function defineConfigItems(ofOneGroup: boolean) {
  const types = {
    choices: [
      { value: 'input', label: t.input },
      { value: 'textarea', label: t.textarea },
      { value: 'select', label: t.select },
      { value: 'image', label: t.image },
      { value: 'colour', label: t.colour },
    ],
  };
  const group: Column & Field = { label: t.group, sort: true, absent: ofOneGroup };
  return defineCrud('/api/config/item', {
    title: t.title,
    columns: {
      configId: { ...group, show: { rows: '/api/config' } },
      key: { label: t.key, show: 'mono', sort: true },
      value: { label: t.value },
      type: { label: t.type, show: types },
      options: { label: t.options, show: 'mono', hidden: true },
      sort: { label: c.sort, show: 'number', sort: true },
      status: { label: c.status, show: 'status' },
      createdAt: { label: c.created, show: 'time', sort: true, hidden: ofOneGroup },
    },
    filters: {
      configId: { label: t.group, input: { rows: '/api/config' }, absent: ofOneGroup },
      key: { label: t.key, absent: ofOneGroup },
      value: { label: t.value, absent: ofOneGroup },
      type: { label: t.type, input: types, absent: ofOneGroup },
      status: { label: c.status, input: 'status', absent: ofOneGroup },
    },
    fields: {
      configId: { label: t.group, input: { rows: '/api/config' }, absent: ofOneGroup },
      key: { label: t.key },
      type: { label: t.type, input: types, initial: 'input' },
      options: { label: t.options, input: 'textarea', hint: t.optionsHint },
      value: { label: t.value, input: 'textarea' },
      sort: { label: c.sort, input: 'number' },
      status: { label: c.status, input: 'status' },
    },
  });
}
