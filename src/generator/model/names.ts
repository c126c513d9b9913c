/** The names that a table gives its module. */
export interface PlannedNames {
  /** Of files: `demo-item`. */
  kebab: string;
  /** Of the route and the page: `demo-item`, but `app/note` for the table `app_note`. */
  address: string;
  /** In permission codes: `demoItem`. */
  camel: string;
  /** Of classes: `DemoItem`. */
  pascal: string;
}

/** Members of every object, and of every entity, that a column must not replace. */
const UNSAFE_PROPERTIES = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'toJSON',
  'then',
  'stampCreation',
  'stampChange',
]);

/** Longest name of a module: files and routes are named after it. */
const MAX_NAME = 100;

/**
 * The words of a database name, which are the same for `demo_item`, `demoItem` and `Demo Item`. Accents are dropped;
 * any other letter or digit outside ASCII becomes its code point.
 */
export function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[\p{L}\p{N}]/gu, (letter) => (letter < '\x80' ? letter : ` u${letter.codePointAt(0)?.toString(16)} `))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** The names of a table's files, codes and classes; undefined if none can be made from its name. */
export function namesOf(table: string): PlannedNames | undefined {
  const [first = '', ...rest] = wordsOf(table);
  if (first === '') return undefined;
  const words = [/^\d/.test(first) ? `t${first}` : first, ...rest];
  const kebab = words.join('-');
  if (kebab.length > MAX_NAME) return undefined;
  return { kebab, address: kebab, camel: camel(words), pascal: words.map(capital).join('') };
}

/** The prefix of an installation's tables, routes and pages. */
const INSTALLATION = 'app';

/**
 * The address of a table whose name is reserved for installations: below `app/`, where no release has routes or pages
 * (docs/versioning.md). Undefined for other tables.
 */
export function installationAddress(table: string, kebab: string): string | undefined {
  if (!/^app_[^_]/i.test(table)) return undefined;
  const prefix = `${INSTALLATION}-`;
  return `${INSTALLATION}/${kebab.startsWith(prefix) ? kebab.slice(prefix.length) : kebab}`;
}

/** A name as it is compared with others: in lower case, without `_`, `-` and blanks. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '');
}

/** A table's name without the first matching prefix, if that leaves a name. */
export function withoutPrefix(table: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((each) => table.toLowerCase().startsWith(each.toLowerCase()));
  const rest = table.slice(prefix?.length ?? 0);
  return namesOf(rest) === undefined ? table : rest;
}

/** Abbreviations that people write in capitals. */
const CAPITALS = new Set(
  (
    'id url uri ip sku spu html css api qr json xml yaml sms sql csv pdf uuid guid http https ssl tls vat cpu gpu usb gps otp ' +
    'dns ssh ftp smtp imap totp jwt seo vip isbn ean upc iban png jpg gif svg crm erp faq kpi gmv tv imei imsi nfc rfid utc ' +
    'ldap sso vpn vm cdn ui ux mcc vin bmi sn og'
  ).split(' '),
);

/** "Demo item", "SKU IDs": the words of a name for people, in any script. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => inCapitals(word.toLowerCase()));
  return capital(words.join(' '));
}

/** A text that begins with an English word in lower case, with a capital: "Create time" for "create time". */
export function withCapital(text: string): string {
  return text.replace(/^[a-z]+(?=[\s,;()]|$)/, (word) => capital(inCapitals(word)));
}

function inCapitals(word: string): string {
  if (CAPITALS.has(word)) return word.toUpperCase();
  const one = word.slice(0, -1);
  return word.endsWith('s') && CAPITALS.has(one) ? `${one.toUpperCase()}s` : word;
}

/** A property for each column, in their order: safe, in camelCase, and unique. */
export function propertiesOf(columns: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set([...taken, ...UNSAFE_PROPERTIES]);
  return columns.map((column) => {
    const [first = 'column', ...rest] = wordsOf(column);
    const name = camel([/^\d/.test(first) ? `c${first}` : first, ...rest]);
    let property = name;
    for (let suffix = 2; used.has(property); suffix++) property = `${name}${suffix}`;
    used.add(property);
    return property;
  });
}

function camel([first = '', ...rest]: string[]): string {
  return first + rest.map(capital).join('');
}

/** A word with a capital in front. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
