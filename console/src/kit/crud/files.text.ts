import { texts } from '@/text/language';

/** Words of the files of a row. */
export const t = texts(
  {
    files: 'Files',
    none: 'There are no files.',
    name: 'Name',
    kind: 'Kind',
    size: 'Size',
    addedAt: 'Added',
    add: (kind: string) => `Add ${kind}`,
    added: (name: string) => `File added: ${name}`,
    delete: (name: string) => `Delete ${name}`,
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'The file will be deleted. This cannot be undone.',
  },
  {
    files: '附件',
    none: '没有附件。',
    name: '名称',
    kind: '类别',
    size: '大小',
    addedAt: '添加时间',
    add: (kind) => `添加${kind}`,
    added: (name) => `已添加附件：${name}`,
    delete: (name) => `删除${name}`,
    deleteTitle: (name) => `删除“${name}”？`,
    deleteText: '附件将被删除，此操作无法撤销。',
  },
);
