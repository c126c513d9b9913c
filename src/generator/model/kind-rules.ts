import type { ColumnFacts } from './columns.js';
import { plainName, wordsOf } from './names.js';
import { ROLE_NAMES } from './roles.js';
import * as forms from './value-forms.js';
import { type ValueKind, holdsShares, unitOf } from './value-kinds.js';

/** A kind of values, and the columns that hold it. */
export interface KindRule {
  kind: ValueKind;
  named: (words: readonly string[], column: ColumnFacts) => boolean;
  /** The form of its values; any by default. */
  fits?: (value: string, column: ColumnFacts) => boolean;
  /** Whether the name alone is enough if there are no rows; it is by default. */
  bare?: (words: readonly string[], column: ColumnFacts) => boolean;
}

/** Words between blanks, as a set. */
export const oneOf = (words: string) => new Set(words.split(' '));

const PICTURE = oneOf(
  'pic picture image img avatar logo cover photo icon thumb thumbnail banner poster portrait headimg headpic favicon',
);
const PICTURES = oneOf('pics pictures images imgs photos thumbs thumbnails banners gallery album');
/** Words that may follow the noun of a picture: an address, a size, a number, a side. */
const OF_PICTURE = oneOf(
  'url uri src path link address file pic picture image img photo small big large medium mobile pc front back original',
);
/** Names of columns that hold an address, or several. */
const ADDRESS = /^(?:url|uri|src|path|link|address|file|href)$/;
const ADDRESSES = /^(?:urls|uris|srcs|paths|links|addresses|files)$/;
/** Labels of pictures, where the name of the column only says that it holds an address. */
const PICTURE_LABEL =
  /(?:图片?|头像|照片|封面|海报|图标)(?:地址|链接|路径)?$|\b(?:picture|image|photo|avatar|logo|thumbnail)(?: (?:url|link|path|address))?$/iu;
const PICTURES_LABEL =
  /(?:图片?|照片)(?:地址|链接|路径)?列表$|图集$|相册$|\b(?:pictures|images|photos|thumbnails)$|\b(?:picture|image|photo) (?:urls|links|paths|addresses)$/iu;
/** Labels of amounts of money. */
const MONEY_LABEL = /(?:金额|[价售]格|[单总售原现底]价|[费运]费|费用|余额|成本|佣金)$/u;
const MONEY = oneOf(
  'price amount fee fees cost costs balance money salary wage revenue income subtotal payment deposit refund freight ' +
    'budget profit turnover debt tax bonus commission cash',
);
const NO_MONEY = oneOf('rate ratio percent percentage pct count num number qty quantity weight score level type');
const PERCENT = oneOf('percent percentage pct');
/** Rates that are no shares of anything. */
const NO_SHARE = oneOf('exchange frame bit heart sample refresh baud currency fx interest');
const CODE = oneOf(
  'sn no code sku uuid guid hash md5 sha1 sha256 digest isbn barcode ean upc serial serialno orderno ordersn vin iban',
);
const PHONE = oneOf('phone mobile tel telephone cellphone phonenumber mobilephone fax phoneno');
const PERSON = oneOf('creator author operator owner assignee handler reviewer approver updater modifier');
const DURATION = oneOf('duration elapsed latency timeout ttl cost took runtime interval');
/** The last word, which says what a name is about. */
export const last = (words: readonly string[]) => words.at(-1) ?? '';
const isLong = ({ family }: ColumnFacts) => family.kind === 'longText' || isLongerThan(255, family);

function isLongerThan(length: number, family: ColumnFacts['family']): boolean {
  return family.kind === 'text' && family.length > length;
}

/** Whether words name a picture by one of these nouns: `goods_img`, `avatar_url`, not `image_name`. */
function pictured(named: readonly string[], nouns: ReadonlySet<string>): boolean {
  const words = named.map((word) => word.replace(/\d+$/, '')).filter((word) => word !== '');
  const end = words.findLastIndex((word) => !OF_PICTURE.has(word));
  return nouns.has(last(words)) || nouns.has(words[end] ?? '') || (end < 0 && words.some((word) => nouns.has(word)));
}

/** The kinds in the order in which they are tried. */
export const KIND_RULES: readonly KindRule[] = [
  {
    kind: 'epoch',
    named: (words, { name }) => isInstantName(words, name),
    fits: (value) => forms.epochUnit(Number(value)) !== undefined,
    bare: (words, { name, family }) => family.kind === 'whole' && family.type === 'int' && isSurelyInstant(words, name),
  },
  {
    kind: 'images',
    named: (words, column) =>
      pictured(words, PICTURES) ||
      (ADDRESSES.test(last(words)) && (pictured(words.slice(0, -1), PICTURE) || PICTURES_LABEL.test(column.label))),
    fits: forms.isPictures,
    bare: (_words, column) => column.family.kind === 'json' || isLong(column) || isLongerThan(199, column.family),
  },
  {
    kind: 'image',
    named: (words, column) =>
      pictured(words, PICTURE) || (ADDRESS.test(last(words)) && PICTURE_LABEL.test(column.label)),
    fits: forms.isPicture,
    // An icon is usually the name of one, unless another word says that it is a picture.
    bare: (words) =>
      !words.includes('icon') ||
      words.length > 2 ||
      words.some((word) => word !== 'icon' && (PICTURE.has(word) || ADDRESS.test(word))),
  },
  { kind: 'images', named: (words) => pictured(words, PICTURE), fits: forms.isPictures, bare: () => false },
  { kind: 'email', named: (words) => /^e?mail$/.test(last(words)) || isAddressOf(words, 'email'), fits: forms.isEmail },
  {
    kind: 'phone',
    named: (words) => PHONE.has(last(words)) || (/^(?:no|number)$/.test(last(words)) && PHONE.has(words.at(-2) ?? '')),
    fits: forms.isPhone,
  },
  {
    kind: 'ip',
    named: (words) => /^(?:ip|ipv4|ipv6|ipaddr|ipaddress)$/.test(last(words)) || isAddressOf(words, 'ip'),
    fits: forms.isIpAddress,
  },
  {
    kind: 'link',
    named: (words) => /^(?:.*url|uri|link|href|website|homepage|site|file|attachment|video|audio)$/.test(last(words)),
    fits: forms.isAddress,
    bare: (words) => /^(?:.*url|href|website|homepage)$/.test(last(words)),
  },
  {
    kind: 'color',
    named: (words) => words.some((word) => /^colou?r$/.test(word)),
    fits: forms.isColor,
    bare: (words, { family }) => /^colou?r$/.test(last(words)) && !isLongerThan(20, family),
  },
  {
    kind: 'html',
    named: (words, column) => /^x?html$/.test(last(words)) || isLong(column),
    fits: forms.isHtml,
    bare: isEndedBy(/^x?html$/),
  },
  {
    kind: 'json',
    named: (words, column) => last(words) === 'json' || isLong(column),
    fits: forms.isJson,
    bare: isEndedBy(/^json$/),
  },
  {
    kind: 'markdown',
    named: (words, column) => /^(?:md|markdown)$/.test(last(words)) || isLong(column),
    fits: (value, { name }) => isEndedBy(/^(?:md|markdown)$/)(wordsOf(name)) || forms.isMarkdown(value),
    bare: isEndedBy(/^(?:md|markdown)$/),
  },
  {
    kind: 'code',
    named: (words, { family }) => family.kind === 'text' && CODE.has(last(words)),
    fits: forms.isCode,
  },
  {
    kind: 'person',
    named: (words, { name }) =>
      PERSON.has(last(words)) ||
      last(words) === 'by' ||
      isRole(name, [...ROLE_NAMES.createdBy, ...ROLE_NAMES.updatedBy]),
    fits: (value) => value.length <= 64 && !/^\d+$/.test(value),
  },
  { kind: 'tags', named: isEndedBy(/^(?:tags|keywords|labels)$/), fits: forms.isTags },
  {
    kind: 'money',
    named: (words, { family, label }) =>
      (family.kind === 'real' || (family.kind === 'decimal' && family.scale > 0)) &&
      (words.some((word) => MONEY.has(word)) || last(words) === 'total' || MONEY_LABEL.test(label)) &&
      !words.some((word) => NO_MONEY.has(word)),
  },
  {
    kind: 'percent',
    named: (words, column) =>
      PERCENT.has(last(words)) ||
      (/^(?:rate|ratio)$/.test(last(words)) &&
        !words.some((word) => NO_SHARE.has(word)) &&
        column.family.kind !== 'whole'),
    fits: (value, column) => {
      const size = Math.abs(Number(value));
      if (holdsShares(column)) return size <= 1;
      const words = wordsOf(column.name);
      return PERCENT.has(last(words)) || (words.length > 1 && size >= 1 && size <= 100);
    },
    bare: (words, column) => PERCENT.has(last(words)) || holdsShares(column),
  },
  {
    kind: 'bytes',
    named: (words, { family, comment }) =>
      family.kind === 'whole' &&
      (/^bytes?$/.test(last(words)) ||
        /^filesize$/.test(last(words)) ||
        isSizeOfFile(words) ||
        isSizeIn(words, comment)),
  },
  {
    kind: 'duration',
    named: (words, { comment }) => {
      const named = unitOf(words, '') !== undefined;
      return named || (words.some((word) => DURATION.has(word)) && unitOf(words, comment) !== undefined);
    },
    fits: (value) => forms.epochUnit(Number(value)) === undefined,
  },
];

function isEndedBy(pattern: RegExp): (words: readonly string[]) => boolean {
  return (words) => pattern.test(last(words));
}

function isAddressOf(words: readonly string[], noun: string): boolean {
  return words.length > 1 && last(words) === 'address' && words.at(-2) === noun;
}

function isSizeOfFile(words: readonly string[]): boolean {
  return (
    last(words) === 'size' &&
    words.some((word) => /^(?:file|disk|memory|upload|attachment|storage|db|blob)$/.test(word))
  );
}

function isSizeIn(words: readonly string[], comment: string): boolean {
  return /^(?:size|length)$/.test(last(words)) && /\bbytes?\b|字节/i.test(comment);
}

function isRole(name: string, names: readonly string[]): boolean {
  return names.includes(plainName(name));
}

const STAMPS = [...ROLE_NAMES.created, ...ROLE_NAMES.updated, ...ROLE_NAMES.deletionTime];

function isInstantName(words: readonly string[], name: string): boolean {
  return (
    isRole(name, STAMPS) ||
    /(?:time|date|dateline|stamp)$/.test(last(words)) ||
    /^(?:at|on|expires?|expiry|expiration|created|updated|modified|added|since|until|start|end|begin|login|seen)$|^last[a-z]+$/.test(
      last(words),
    )
  );
}

/** Whether a name can only be the name of an instant: `add_time`, `dateline`, `paid_at`. */
function isSurelyInstant(words: readonly string[], name: string): boolean {
  if (
    isRole(
      name,
      STAMPS.filter((stamp) => stamp !== 'deleted'),
    )
  )
    return true;
  return (
    /^(?:at|dateline|timestamp)$/.test(last(words)) ||
    /^(?:pay|login|reg|register|expire|start|end|begin|edit|last|post|publish|send|confirm|shipping|finish|close|modify)(?:time|date)$/.test(
      words.slice(-2).join(''),
    )
  );
}
