import { texts } from '@/text/language';

/** Words of the web configuration. */
export const t = texts(
  {
    siteName: 'Site name',
    siteLogo: 'Logo',
    siteDescription: 'Description',
    siteCopyright: 'Copyright',
    siteTheme: 'Theme',
    siteAccent: 'Accent colour',
    noColour: 'Must be a colour such as #3651c9',
    accentKept: (look: string, contrast: string) => `${look}: used as chosen, contrast ${contrast}`,
    accentDarker: (look: string, contrast: string, shade: string, shown: string) =>
      `${look}: too light to read (contrast ${contrast}), so it is shown darker, as ${shade} (${shown})`,
    accentLighter: (look: string, contrast: string, shade: string, shown: string) =>
      `${look}: too dark to read (contrast ${contrast}), so it is shown lighter, as ${shade} (${shown})`,
    sampleButton: 'Button',
    sampleLink: 'Link',
    sampleChosen: 'Chosen',
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
    siteAccent: '主题色',
    noColour: '必须是颜色值，例如 #3651c9',
    accentKept: (look, contrast) => `${look}：按所选颜色显示，对比度 ${contrast}`,
    accentDarker: (look, contrast, shade, shown) =>
      `${look}：颜色过浅，难以辨认（对比度 ${contrast}），将加深为 ${shade}（${shown}）`,
    accentLighter: (look, contrast, shade, shown) =>
      `${look}：颜色过深，难以辨认（对比度 ${contrast}），将调亮为 ${shade}（${shown}）`,
    sampleButton: '按钮',
    sampleLink: '链接',
    sampleChosen: '已选',
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
