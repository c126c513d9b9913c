import { texts } from '@/text/language';

/** Words of the online users. */
export const t = texts(
  {
    title: 'Session',
    loggedIn: 'Logged in',
    refreshed: 'Last seen',
    expires: 'Expires',
    own: 'This session',
    forceLogout: 'Force logout',
    question: (name: string) => `Log ${name} out?`,
    consequence: (name: string, browser: string) =>
      `The session of ${name}${browser && ` in ${browser}`} ends at once. What is unsaved there may be lost.`,
    ownConsequence: 'This is your own session: you will have to log in again.',
    done: (name: string) => `${name} was logged out`,
  },
  {
    title: '会话',
    loggedIn: '登录时间',
    refreshed: '最近活动',
    expires: '过期时间',
    own: '当前会话',
    forceLogout: '强制下线',
    question: (name) => `强制 ${name} 下线？`,
    consequence: (name, browser) => `${name}${browser && `（${browser}）`}的会话将立即结束，未保存的内容可能丢失。`,
    ownConsequence: '这是您自己的会话，结束后需要重新登录。',
    done: (name) => `${name} 已下线`,
  },
);
