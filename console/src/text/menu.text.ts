import { inLanguage } from './language';

/** Chinese names of the seeded menus, by the names that the service gives them. */
const CHINESE: ReadonlyMap<string, string> = new Map([
  ['Dashboard', '仪表盘'],
  ['Access', '访问管理'],
  ['Users', '用户管理'],
  ['Roles', '角色管理'],
  ['Menus', '菜单管理'],
  ['Tenants', '租户管理'],
  ['Departments', '部门管理'],
  ['Online users', '在线用户'],
  ['Single sign-on', '单点登录'],
  ['API tokens', 'API 令牌'],
  ['System', '系统管理'],
  ['Web configuration', '网站配置'],
  ['Configuration groups', '配置分组'],
  ['Configuration items', '配置项'],
  ['Dictionaries', '字典管理'],
  ['Dictionary items', '字典项'],
  ['Files', '文件管理'],
  ['Work', '任务管理'],
  ['Logs', '日志管理'],
  ['Login log', '登录日志'],
  ['Operation log', '操作日志'],
  ['Security events', '安全事件'],
  ['Development', '开发工具'],
  ['Code generator', '代码生成'],
]);

/** The parts of a menu entry that its name is chosen from. */
export interface Named {
  name: string;
  nameEn?: string;
  nameZh?: string;
}

/** The name of a menu entry in the current language, unless an administrator has renamed the entry. */
export function menuName({ name, nameEn, nameZh }: Named): string {
  return inLanguage(name, nameEn, nameZh || CHINESE.get(name));
}
