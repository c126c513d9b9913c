import { texts } from '@/text/language';

/** Words about a login from a new device. */
export const t = texts(
  {
    text: (device: string, time: string) =>
      `Your account was logged in to from a new device: ${device}, ${time}. If this was not you, change your password and tell your administrator.`,
    toProfile: 'Open profile',
    dismiss: 'Dismiss',
  },
  {
    text: (device, time) =>
      `您的账号已在新设备上登录：${device}，${time}。如果这不是您本人的操作，请修改密码并通知管理员。`,
    toProfile: '前往个人中心',
    dismiss: '知道了',
  },
);
