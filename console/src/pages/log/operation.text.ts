import { texts } from '@/text/language';

/** Words of the operation log. */
export const t = texts(
  {
    operation: 'Operation',
    object: 'Object',
    changes: 'Changes',
    changesOf: (id: string) => `Changes of ${id}`,
  },
  {
    operation: '操作',
    object: '对象',
    changes: '变更内容',
    changesOf: (id) => `${id} 的变更内容`,
  },
);
