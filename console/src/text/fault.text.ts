import type { Fault } from '@/api/fault';
import { texts } from './language';

/** The problem with a member, whose label begins the sentence. */
const ofMember = texts(
  {
    required: (label: string) => `${label} must not be empty`,
    pattern: (label: string) => `${label} has characters that are not allowed here, or a form that is not`,
    minLength: (label: string, limit: number | string) => `${label} must have at least ${limit} characters`,
    maxLength: (label: string, limit: number | string) => `${label} must have at most ${limit} characters`,
    minimum: (label: string, limit: number | string) => `${label} must be at least ${limit}`,
    maximum: (label: string, limit: number | string) => `${label} must be at most ${limit}`,
    maxItems: (label: string, limit: number | string) => `${label} must have at most ${limit} entries`,
    values: (label: string, values: number | string) => `${label} must be one of ${values}`,
    oneOf: (label: string) => `${label} is none of its values`,
    format: (label: string) => `${label} has a value that is not accepted`,
    email: (label: string) => `${label} must be an address such as alice@example.org`,
    colour: (label: string) => `${label} must be a colour such as #3651c9`,
    isBoolean: (label: string) => `${label} must be true or false`,
    isDate: (label: string) => `${label} must be a time such as 2026-01-31T08:00:00Z`,
    day: (label: string) => `${label} must be a day such as 2026-01-31`,
    decimal: (label: string) => `${label} must be a number`,
    isInt: (label: string) => `${label} must be a whole number`,
    duplicate: (label: string) => `${label} is taken already`,
    reference: (label: string) => `${label} names something that does not exist, or cannot be chosen`,
    cycle: (label: string) => `${label} must not be the row itself or one below it`,
    disabled: (label: string) => `${label} is disabled`,
    notEmpty: (label: string) => `${label} must be empty here`,
    tooDeep: (label: string, limit: number | string) => `${label} would have more than ${limit} levels`,
    reserved: (label: string) => `${label} has a value that the service keeps for itself`,
    wrongPassword: (label: string) => `${label} is not the current password`,
    commonPassword: (label: string) => `${label} is too common`,
    contextPassword: (label: string) => `${label} consists of little but known names`,
    breachedPassword: (label: string) => `${label} is known from a breach`,
    samePassword: (label: string) => `${label} is the present one`,
  },
  {
    required: (label) => `${label}不能为空`,
    pattern: (label) => `${label}包含不允许的字符或格式不正确`,
    minLength: (label, limit) => `${label}至少需要 ${limit} 个字符`,
    maxLength: (label, limit) => `${label}最多 ${limit} 个字符`,
    minimum: (label, limit) => `${label}不能小于 ${limit}`,
    maximum: (label, limit) => `${label}不能大于 ${limit}`,
    maxItems: (label, limit) => `${label}最多 ${limit} 项`,
    values: (label, values) => `${label}必须是以下之一：${values}`,
    oneOf: (label) => `${label}不在可选值中`,
    format: (label) => `${label}的值无效`,
    email: (label) => `${label}必须是有效的邮箱地址，例如 alice@example.org`,
    colour: (label) => `${label}必须是颜色值，例如 #3651c9`,
    isBoolean: (label) => `${label}必须是 true 或 false`,
    isDate: (label) => `${label}必须是时间，例如 2026-01-31T08:00:00Z`,
    day: (label) => `${label}必须是日期，例如 2026-01-31`,
    decimal: (label) => `${label}必须是数字`,
    isInt: (label) => `${label}必须是整数`,
    duplicate: (label) => `${label}已存在`,
    reference: (label) => `${label}所选的内容不存在或不可选`,
    cycle: (label) => `${label}不能是自身或其下级`,
    disabled: (label) => `${label}是已停用的部门`,
    notEmpty: (label) => `${label}必须为空`,
    tooDeep: (label, limit) => `${label}最多 ${limit} 级`,
    reserved: (label) => `${label}是系统保留值`,
    wrongPassword: (label) => `${label}不正确`,
    commonPassword: (label) => `${label}过于常见`,
    contextPassword: (label) => `${label}几乎只由已知名称组成`,
    breachedPassword: (label) => `${label}已被泄露`,
    samePassword: (label) => `${label}与当前密码相同`,
  },
);

/** Chinese words for what the service names, in English: rows, limits, and why a session ended. */
const CHINESE: Readonly<Record<string, string>> = {
  User: '用户',
  Role: '角色',
  Menu: '菜单',
  Department: '部门',
  Tenant: '租户',
  Dictionary: '字典',
  'Dictionary item': '字典项',
  'Configuration group': '配置分组',
  'Configuration item': '配置项',
  'Login log': '登录日志',
  'Operation log': '操作日志',
  'Online session': '在线会话',
  File: '文件',
  'login attempts': '登录尝试',
  'failed logins': '登录失败',
  captchas: '验证码请求',
  changes: '操作',
  confirmations: '身份确认',
  links: '链接查询',
  'test mails': '测试邮件',
  'requests for passkeys': '通行密钥请求',
  'attempts to change the password': '修改密码的尝试',
  'passwords at once': '同时进行的密码校验',
  'Logged out': '已退出登录',
  'Session ended by an administrator': '会话已被管理员结束',
  'Password changed': '密码已修改',
  'Account disabled': '账号已停用',
  'Account deleted': '账号已删除',
  'Tenant disabled': '租户已停用',
  'Tenant expired': '租户已过期',
  'Session expired': '会话已过期',
  'Refresh token used twice': '刷新令牌被重复使用',
  'Session replaced by a newer login': '会话已被新的登录取代',
};

/** Refusals in Chinese that are not about a member. In English, the service's own message is shown. */
const SENTENCES: Readonly<Record<string, (fault: Fault) => string>> = {
  inUse: ({ what = '', uses = [] }) => {
    const by = uses.map((use) => `${use.count}${use.more ? '+' : ''} 个${inChinese(use.what)}`).join('、');
    return `${inChinese(what)} 正在被${by}使用`;
  },
  fileInUse: () => '文件正在使用中',
  notFound: ({ what = '' }) => `${inChinese(what)} 不存在`,
  noSuchPath: () => '请求的地址不存在',
  changedSince: ({ what = '' }) => `${inChinese(what)} 已被他人修改，请刷新后重试`,
  badRequest: () => '请求格式有误，服务无法处理',
  tooLarge: ({ what }) => (what === 'URL' ? '请求的地址过长' : '提交的内容过大'),
  notAnImage: () => '文件不是有效的 PNG、JPEG 或 WebP 图片',
  imageTooLarge: ({ limit = '' }) => `图片最多 ${limit} 百万像素`,
  duplicate: () => '已存在相同的记录',
  builtIn: () => '内置数据，不能进行此操作',
  yourself: () => '不能对自己进行此操作',
  linkInvalid: () => '链接无效或已过期，请重新获取',
  useResetLink: () => '此处用户自行设置密码，请生成重置链接',
  mailsOff: () => '未设置邮件服务器（SMTP_URL）',
  noConfirmedAddress: () => '您的账号没有已确认的邮箱',
  linksOff: () => '此类链接已停用，请联系管理员',
  permission: ({ permission = '' }) => `需要权限 ${permission}`,
  notSeen: ({ permission = '' }) =>
    permission === '' ? '此操作涉及您看不到的数据' : `此操作涉及您在权限 ${permission} 下看不到的数据`,
  notHeld: ({ permission = '' }) => `您没有权限 ${permission}，不能授予或收回`,
  credentials: () => '用户名或密码错误',
  secondFactor: () => '请填写动态码',
  lastFactor: () => '必须使用第二步验证，不能移除最后一种方式',
  restricted: ({ what }) => (what === 'password' ? '请先设置自己的密码' : '请先设置第二步验证'),
  passwordExpired: () => '临时密码已过期，请联系管理员',
  secondFactorWrong: () => '动态码错误，或登录时间过长',
  passkey: () => '通行密钥未被接受',
  passkeyHost: () => '通行密钥需要域名，而 PUBLIC_URL 是 IP 地址',
  duplicatePasskey: () => '此通行密钥已添加',
  passkeysFull: () => '通行密钥已达 20 个，请先删除一个',
  stepUp: () => '请确认是您本人',
  sso: () => '身份提供商登录未成功',
  serviceAccount: () => '服务账号没有密码，不能登录：请为其创建 API 令牌',
  notService: () => '必须是服务账号：个人请自行创建 API 令牌',
  notHeldByAccount: ({ permission = '' }) => `服务账号没有权限 ${permission}`,
  issuer: () => '颁发者必须属于 SSO_ISSUERS 列出的来源',
  noProvider: () => '租户没有已启用的身份提供商，否则没有人能够登录',
  lastProvider: () => '该租户的用户只能通过身份提供商登录，这是最后一个',
  noSsoSession: () => '您不是通过身份提供商登录的',
  apiToken: () => 'API 令牌无效、已过期或已吊销，或不能在此处使用',
  notForTokens: () => '不能使用 API 令牌进行此操作',
  tokensFull: () => 'API 令牌已达 50 个，请先吊销一个',
  captcha: () => '验证码错误或已过期',
  tenantCodeNeeded: () => '多个租户有此用户名，请填写租户编码',
  accountDisabled: () => '账号已停用',
  passwordOutdated: () => '密码已失效，请联系管理员重置',
  tenantDisabled: () => '租户已停用',
  tenantExpired: () => '租户已过期',
  sessionEnded: ({ what }) => (what === undefined ? '登录已失效，请重新登录' : `${inChinese(what)}，请重新登录`),
  tooMany: ({ what = '' }) => `${inChinese(what)}过于频繁，请稍后再试`,
  quota: () => '租户的文件空间已用完',
  unavailable: () => '服务暂时不可用，请重试',
  overloaded: () => '服务繁忙，请重试',
  outcomeUnknown: () => '结果未知：数据库未及时确认此次修改，请核对',
  internal: () => '服务器内部错误',
  reference: () => '正在使用中，或引用了不存在的内容',
};

/** A name from the service, in Chinese as far as it is known: "Role editor" begins with the name of a resource. */
function inChinese(what: string): string {
  const known = Object.keys(CHINESE)
    .filter((name) => what === name || what.startsWith(`${name} `))
    .sort((a, b) => b.length - a.length)[0];
  return known === undefined ? what : `${CHINESE[known] ?? known}${what.slice(known.length)}`;
}

/** The problem with a member, in the console's language; undefined for an unknown reason. */
export function memberText({ reason, format, limit, values }: Fault, label: string): string | undefined {
  if (reason === 'values') return values?.length ? ofMember.values(label, values.join(', ')) : ofMember.oneOf(label);
  const name = reason === 'format' && format !== undefined && format in ofMember ? format : reason;
  if (!(name in ofMember)) return undefined;
  return ofMember[name as keyof typeof ofMember](label, limit ?? '');
}

/** A refusal in Chinese; undefined for an unknown reason. */
export function chineseText(fault: Fault): string | undefined {
  if (fault.member !== undefined) {
    const text = memberText(fault, fault.member);
    if (text !== undefined) return text;
  }
  return SENTENCES[fault.reason]?.(fault);
}
