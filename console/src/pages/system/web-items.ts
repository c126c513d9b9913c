import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type Schemas, api } from '@/api/client';
import { permissions } from '@/api/permissions';
import { can } from '@/api/session';
import type { Choice } from '@/kit/crud/define-crud';
import { t } from './web.text';

type ConfigItem = Schemas['ConfigItem'];

/** Code of the web configuration's group. */
const GROUP = 'web';

/** An item as the form shows it. */
export interface WebItem {
  key: string;
  label: string;
  type: 'input' | 'textarea' | 'image' | 'select' | 'colour';
  choices: readonly Choice[];
}

type Kind = Pick<ConfigItem, 'type' | 'options'>;

/** The types and options of the seeded items, for users who may not read the items themselves. */
const SEEDED: Readonly<Record<string, Kind>> = {
  siteLogo: { type: 'image', options: '' },
  siteDescription: { type: 'textarea', options: '' },
  siteTheme: { type: 'select', options: '["auto","light","dark"]' },
  siteAccent: { type: 'colour', options: '' },
};

const TEXT: Kind = { type: 'input', options: '' };

/** The items of the web configuration with these keys, in order; undefined while loading. */
export function useWebItems(keys: () => readonly string[]) {
  // The types are read with the group's items, which needs more permissions than the values do.
  const described = computed(() => can(permissions.sysConfigList) && can(permissions.sysConfigitemList));
  const { data, isPending } = useQuery({
    queryKey: ['/api/config/item/list', GROUP],
    queryFn: async ({ signal }) => {
      const groups = await api.get('/api/config/list', { params: { query: { code: GROUP } }, signal });
      const group = groups.find(({ code }) => code === GROUP);
      if (group === undefined) return [];
      return api.get('/api/config/item/list', { params: { query: { configId: group.id } }, signal });
    },
    enabled: described,
  });
  return computed<WebItem[] | undefined>(() => {
    if (described.value && isPending.value) return undefined;
    const kinds = new Map<string, Kind>(data.value?.map((item) => [item.key, item]));
    return keys().map((key) => itemOf(key, kinds.get(key) ?? SEEDED[key] ?? TEXT));
  });
}

function itemOf(key: string, { type, options }: Kind): WebItem {
  return { key, label: labelOf(key), type: type as WebItem['type'], choices: choicesOf(key, options) };
}

function labelOf(key: string): string {
  switch (key) {
    case 'siteName':
      return t.siteName;
    case 'siteLogo':
      return t.siteLogo;
    case 'siteDescription':
      return t.siteDescription;
    case 'siteCopyright':
      return t.siteCopyright;
    case 'siteTheme':
      return t.siteTheme;
    case 'siteAccent':
      return t.siteAccent;
    default:
      return words(key);
  }
}

/** `supportEmail` and `support_email` as "Support email". */
function words(key: string): string {
  const text = key
    .replace(/([a-z\d])([A-Z])/g, (_match, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/[_.-]+/g, ' ')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The options of a select: texts, or objects with a label and a value. */
function choicesOf(key: string, options: string): Choice[] {
  if (options === '') return [];
  const entries = JSON.parse(options) as (string | { label: string; value: string })[];
  return entries.map((entry) => (typeof entry === 'string' ? { value: entry, label: nameOf(key, entry) } : entry));
}

function nameOf(key: string, value: string): string {
  const themes: Readonly<Record<string, string>> = { auto: t.auto, light: t.light, dark: t.dark };
  return (key === 'siteTheme' && themes[value]) || value;
}
