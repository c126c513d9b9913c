import { texts } from '@/text/language';

/** Words of trees. */
export const t = texts(
  {
    more: (next: string, left: string) => `Show ${next} more of ${left}`,
    failed: 'Could not be loaded: try again',
    tree: 'Tree',
    others: (left: string) => `${left} more: type to find others`,
    nothing: 'Nothing matches',
    clear: 'Clear',
  },
  {
    more: (next, left) => `再显示 ${next} 条，共余 ${left} 条`,
    failed: '加载失败，重试',
    tree: '树',
    others: (left) => `另有 ${left} 项，输入文字以查找`,
    nothing: '没有匹配项',
    clear: '清除',
  },
);
