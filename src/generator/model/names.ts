/** The names that a table gives its module. */
export interface PlannedNames {
  /** Of files and the route: `demo-item`. */
  kebab: string;
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
 * The words of a database name: `demo_item`, `demoItem` and `Demo Item` have the same. Accents are dropped; any other
 * letter or digit outside ASCII becomes its code point.
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
  return { kebab, camel: camel(words), pascal: words.map(capital).join('') };
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

/** "Demo item", for messages and menus. */
export function labelOf(name: string): string {
  return capital(wordsOf(name).join(' '));
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

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
