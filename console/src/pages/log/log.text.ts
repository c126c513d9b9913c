import { texts } from '@/text/language';

/** Words of the logs. */
export const t = texts(
  {
    entry: 'Log entry',
    method: 'Method',
    path: 'Path',
    handler: 'Handler',
    answer: 'Answer',
    error: 'Error',
    body: 'Body',
    noBody: 'No body',
    thisAddress: 'This address',
    thisUser: 'This user',
    event: 'Event',
    actor: 'By',
  },
  {
    entry: '日志',
    method: '请求方式',
    path: '请求地址',
    handler: '处理方法',
    answer: '返回结果',
    error: '错误信息',
    body: '请求参数',
    noBody: '无请求参数',
    thisAddress: '此 IP 地址',
    thisUser: '此用户',
    event: '事件',
    actor: '操作者',
  },
);
