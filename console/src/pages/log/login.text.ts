import { texts } from '@/text/language';

/** Words of the login log. */
export const t = texts(
  { type: 'Type', login: 'Login', logout: 'Logout' },
  { type: '类型', login: '登录', logout: '退出' },
);
