import { texts } from '@/text/language';

/** Words about passwords and second factors, which the profile and the screens before it share. */
export const t = texts(
  {
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    scan: 'Scan the QR code with an authenticator app, or type the setup key into it. Then enter the code that it shows.',
    qrCode: 'QR code',
    setupKey: 'Setup key',
    enterCode: 'Enter the code.',
    verify: 'Verify',
    recoveryCodes: 'Recovery codes',
    keep: 'Each of these codes passes the second step once, should the app be lost. They are not shown again.',
    download: 'Download',
    saved: 'I have saved these codes',
    done: 'Done',
  },
  {
    code: '动态码',
    codeHint: '来自验证器应用，或恢复码。',
    scan: '请用验证器应用扫描二维码，或在应用中手动输入密钥，然后填写应用显示的动态码。',
    qrCode: '二维码',
    setupKey: '密钥',
    enterCode: '请输入动态码。',
    verify: '验证',
    recoveryCodes: '恢复码',
    keep: '无法使用验证器应用时，每个恢复码可代替一次第二步验证。恢复码不会再次显示。',
    download: '下载',
    saved: '我已保存这些恢复码',
    done: '完成',
  },
);
