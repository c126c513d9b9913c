/** Languages that mails are written in. */
export const MAIL_LANGUAGES = ['en', 'zh'] as const;

export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** Words that stand in a mail as they are, in each language. */
export type MailWords = Record<MailLanguage, string>;

/** A mail in one language. `{name}` stands for a value; a line that is a link alone becomes one. */
export interface MailTemplate {
  subject: string;
  lines: string[];
}

/** A mail in every language in which mails are written. */
export type MailTemplates = Record<MailLanguage, MailTemplate>;

/** When and from where something was done, as the mails about it say. */
const WHERE = {
  en: 'Time: {time}. Address: {address}.',
  zh: '时间：{time}。地址：{address}。',
};
const DEVICE = {
  en: 'Time: {time}. Device: {device}. Place: {location}. Address: {address}.',
  zh: '时间：{time}。设备：{device}。地点：{location}。地址：{address}。',
};
const NOT_YOU = {
  en: 'If this was not you, change your password and tell your administrator.',
  zh: '如果这不是您本人的操作，请修改密码并通知管理员。',
};

/** The name in mails of a factor that has none of its own. */
export const FACTOR_NAMES = {
  totp: { en: 'Authenticator app', zh: '验证器应用' },
  all: { en: 'all of them, by an administrator', zh: '全部（由管理员移除）' },
} satisfies Record<string, MailWords>;

/** Every mail that the service sends, in each language. Each needs the values that its lines name. */
export const MAIL_TEMPLATES = {
  passwordChanged: {
    en: {
      subject: 'Your password was changed',
      lines: ['The password of the account {username} was changed.', WHERE.en, NOT_YOU.en],
    },
    zh: { subject: '您的密码已更改', lines: ['账号 {username} 的密码已更改。', WHERE.zh, NOT_YOU.zh] },
  },
  factorAdded: {
    en: {
      subject: 'A second step was added',
      lines: ['A second step for logging in was added to the account {username}: {factor}.', WHERE.en, NOT_YOU.en],
    },
    zh: {
      subject: '已添加第二验证步骤',
      lines: ['账号 {username} 已添加登录的第二验证步骤：{factor}。', WHERE.zh, NOT_YOU.zh],
    },
  },
  factorRemoved: {
    en: {
      subject: 'A second step was removed',
      lines: ['A second step for logging in was removed from the account {username}: {factor}.', WHERE.en, NOT_YOU.en],
    },
    zh: {
      subject: '已移除第二验证步骤',
      lines: ['账号 {username} 已移除登录的第二验证步骤：{factor}。', WHERE.zh, NOT_YOU.zh],
    },
  },
  recoveryUsed: {
    en: {
      subject: 'A recovery code was used',
      lines: ['A recovery code of the account {username} was used to log in. {left} are left.', WHERE.en, NOT_YOU.en],
    },
    zh: {
      subject: '已使用恢复码',
      lines: ['账号 {username} 使用了一个恢复码登录，还剩 {left} 个。', WHERE.zh, NOT_YOU.zh],
    },
  },
  emailChanged: {
    en: {
      subject: 'Your e-mail address was changed',
      lines: ['The e-mail address of the account {username} was changed to {email}.', WHERE.en, NOT_YOU.en],
    },
    zh: {
      subject: '您的电子邮箱已更改',
      lines: ['账号 {username} 的电子邮箱已更改为 {email}。', WHERE.zh, NOT_YOU.zh],
    },
  },
  emailConfirm: {
    en: {
      subject: 'Confirm your e-mail address',
      lines: [
        'Please confirm that this is the e-mail address of the account {username}, until {expires}:',
        '{link}',
        'If you do not know this account, nothing needs to be done.',
      ],
    },
    zh: {
      subject: '请确认您的电子邮箱',
      lines: [
        '请在 {expires} 之前确认这是账号 {username} 的电子邮箱：',
        '{link}',
        '如果您不知道此账号，无需任何操作。',
      ],
    },
  },
  resetLink: {
    en: {
      subject: 'Reset your password',
      lines: [
        'A new password can be set for the account {username}, once and until {expires}:',
        '{link}',
        'If you did not ask for this, nothing needs to be done. Do not pass the link on.',
      ],
    },
    zh: {
      subject: '重置您的密码',
      lines: [
        '可以为账号 {username} 设置新密码，链接仅可使用一次，有效期至 {expires}：',
        '{link}',
        '如果不是您本人的请求，无需任何操作。请勿转发此链接。',
      ],
    },
  },
  invitation: {
    en: {
      subject: 'You are invited',
      lines: [
        'There is an account for you: {username}, of {tenant}. Please set its password until {expires}:',
        '{link}',
        'Do not pass the link on.',
      ],
    },
    zh: {
      subject: '您收到一份邀请',
      lines: ['已为您创建账号 {username}（{tenant}）。请在 {expires} 之前设置密码：', '{link}', '请勿转发此链接。'],
    },
  },
  newDevice: {
    en: {
      subject: 'Login from a new device',
      lines: ['The account {username} was logged in from a device or place that is new.', DEVICE.en, NOT_YOU.en],
    },
    zh: { subject: '新设备登录', lines: ['账号 {username} 从新的设备或地点登录。', DEVICE.zh, NOT_YOU.zh] },
  },
  factorFailed: {
    en: {
      subject: 'A login failed at its second step',
      lines: [
        'Somebody entered the right password of the account {username}, but the second step failed.',
        DEVICE.en,
        NOT_YOU.en,
      ],
    },
    zh: {
      subject: '登录未通过第二验证步骤',
      lines: ['有人输入了账号 {username} 的正确密码，但未通过第二验证步骤。', DEVICE.zh, NOT_YOU.zh],
    },
  },
  sessionReused: {
    en: {
      subject: 'A session was ended',
      lines: [
        'A session of the account {username} was used from two places, which may mean that it was copied. It was ended.',
        DEVICE.en,
        NOT_YOU.en,
      ],
    },
    zh: {
      subject: '会话已结束',
      lines: ['账号 {username} 的一个会话在两处被使用，可能已被复制，因此已将其结束。', DEVICE.zh, NOT_YOU.zh],
    },
  },
  tokenAdded: {
    en: {
      subject: 'An API token was added',
      lines: ['The API token {token} was added to the account {username}.', WHERE.en, NOT_YOU.en],
    },
    zh: { subject: '已添加 API 令牌', lines: ['账号 {username} 已添加 API 令牌 {token}。', WHERE.zh, NOT_YOU.zh] },
  },
  tokenRevoked: {
    en: {
      subject: 'An API token was revoked',
      lines: ['The API token {token} of the account {username} was revoked.', WHERE.en, NOT_YOU.en],
    },
    zh: { subject: '已撤销 API 令牌', lines: ['账号 {username} 的 API 令牌 {token} 已被撤销。', WHERE.zh, NOT_YOU.zh] },
  },
} satisfies Record<string, Record<MailLanguage, MailTemplate>>;

/** Name of a mail. */
export type MailName = keyof typeof MAIL_TEMPLATES;
