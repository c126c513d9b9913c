import { formsOf } from './catalog.js';
import { wordsOf } from './names.js';

/** Icons of the console by words of a table's name. */
const ICONS: Readonly<Record<string, string>> = {
  'shopping-cart': 'order cart purchase trade checkout sale basket',
  package: 'product goods item sku spu ware commodity material',
  user: 'user account admin profile person author',
  users: 'member customer employee staff client people contact group team actor supplier vendor',
  shield: 'role permission privilege auth acl policy security',
  'key-round': 'token key secret password credential certificate session',
  'file-text':
    'log history record audit trace event report article post content document doc page note news blog topic',
  settings: 'setting config configuration option preference param parameter property',
  'credit-card': 'payment pay bill invoice transaction refund wallet balance card deposit billing money price cash',
  file: 'file attachment upload download',
  image: 'image picture photo pic album avatar banner ad advertisement media cover gallery logo film video',
  mail: 'mail email inbox letter newsletter',
  bell: 'notice notification alert alarm announcement reminder subscription',
  'message-square': 'message comment reply review chat feedback conversation sms ticket question answer',
  tag: 'tag label keyword attribute brand',
  'folder-tree': 'category catalog class classification type kind taxonomy tree',
  gift: 'coupon gift promotion discount activity campaign bonus reward prize voucher',
  truck: 'delivery shipping shipment express carrier logistic transport freight',
  warehouse: 'stock inventory warehouse store shop storage',
  'map-pin': 'address area region city country province location place district zone state',
  building: 'company dept department office organization organisation tenant enterprise branch site',
  clock: 'job task schedule cron trigger queue timer worker',
  'calendar-days': 'calendar holiday date day appointment booking reservation plan meeting',
  activity: 'statistic stat metric rank score monitor counter visit',
  link: 'link url relation mapping rel map',
  globe: 'language locale translation web website domain',
  menu: 'menu navigation nav',
  book: 'dict dictionary book lesson course subject enum',
  code: 'api script template sql code app application module plugin',
};

/** The icons that pages and folders may get. */
export const MENU_ICONS: readonly string[] = Object.keys(ICONS);

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(ICONS).flatMap(([icon, words]) => words.split(' ').map((word) => [word, icon] as const)),
);

/** The icon for a name, chosen by the last word that has one: `order_log` gets the icon of a log. Empty if no word has one. */
export function iconFor(name: string): string {
  for (const word of wordsOf(name).reverse()) {
    const form = formsOf(word).find((each) => BY_WORD.has(each));
    if (form !== undefined) return BY_WORD.get(form) ?? '';
  }
  return '';
}
