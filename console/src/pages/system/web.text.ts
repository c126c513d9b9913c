import { texts } from '@/text/language';

/** Words of the web configuration. */
export const t = texts(
  {
    siteName: 'Site name',
    siteLogo: 'Logo',
    siteDescription: 'Description',
    siteCopyright: 'Copyright',
    siteTheme: 'Theme',
    auto: 'System',
    light: 'Light',
    dark: 'Dark',
    empty: 'Nothing to configure',
    emptyText: 'The configuration group “web” has no enabled item.',
    intro: 'What visitors see of the site. A saved change applies at once.',
    unsaved: (labels: string) => `Not saved yet: ${labels}`,
    unsavedName: 'Unsaved changes',
    discard: 'Discard',
    saved: 'Web configuration saved',
  },
  {
    siteName: '网站名称',
    siteLogo: '网站标志',
    siteDescription: '网站描述',
    siteCopyright: '版权信息',
    siteTheme: '主题',
    auto: '跟随系统',
    light: '浅色',
    dark: '深色',
    empty: '没有可配置的内容',
    emptyText: '配置分组“web”中没有启用的配置项。',
    intro: '访问者看到的网站信息，保存后立即生效。',
    unsaved: (labels) => `尚未保存：${labels}`,
    unsavedName: '未保存的修改',
    discard: '放弃修改',
    saved: '网站配置已保存',
  },
);
