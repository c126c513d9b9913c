import type { ColumnDefault, TableColumn } from '../model/table.js';

/** A row of information_schema.COLUMNS. */
export interface MysqlColumnRow {
  name: string;
  type: string;
  fullType: string;
  length: number | string | null;
  numericPrecision: number | null;
  scale: number | null;
  timePrecision: number | null;
  nullable: string;
  defaultText: string | null;
  extra: string;
  comment: string;
}

/**
 * A column of information_schema.
 * @param mariadb whether the server writes defaults as MariaDB does
 * @param json whether a check constraint limits the column to JSON
 */
export function columnOf(row: MysqlColumnRow, mariadb: boolean, json: boolean): TableColumn {
  const fullType = row.fullType.toLowerCase();
  const bits = row.type === 'bit' ? row.numericPrecision : null;
  return {
    name: row.name,
    type: json ? 'json' : row.type.toLowerCase(),
    fullType,
    length: number(row.length ?? bits),
    precision: number(row.timePrecision ?? row.numericPrecision),
    scale: number(row.scale),
    unsigned: /\bunsigned\b/.test(fullType),
    nullable: row.nullable === 'YES',
    default: defaultOf(row, mariadb),
    generated: /\b(VIRTUAL|STORED|PERSISTENT) GENERATED\b/i.test(row.extra),
    autoIncrement: /\bauto_increment\b/i.test(row.extra),
    comment: row.comment,
    values: /^(enum|set)\(/.test(fullType) ? valuesOf(row.fullType) : undefined,
  };
}

function defaultOf({ defaultText, extra, type }: MysqlColumnRow, mariadb: boolean): ColumnDefault | undefined {
  if (defaultText === null) return undefined;
  if (/^current_timestamp/i.test(defaultText)) return { expression: defaultText };
  if (!mariadb) return /DEFAULT_GENERATED/i.test(extra) ? { expression: defaultText } : { value: defaultText };
  if (defaultText === 'NULL') return undefined;
  if (defaultText.startsWith("'")) return { value: unquoted(defaultText) };
  const literal = /^[-+]?\d/.test(defaultText) && !/[a-z(]/i.test(defaultText.replace(/e[-+]?\d+$/i, ''));
  return literal && type !== 'bit' ? { value: defaultText } : { expression: defaultText };
}

/** The values in `enum('a','b')`. */
function valuesOf(fullType: string): string[] {
  return [...fullType.matchAll(/'((?:[^']|'')*)'/g)].map(([literal]) => literal.slice(1, -1).replaceAll("''", "'"));
}

function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/''|\\(.)/gs, (pair, escaped: string | undefined) =>
      escaped === undefined ? "'" : unescaped(escaped, pair),
    );
}

function unescaped(character: string, pair: string): string {
  const known: Record<string, string> = {
    n: '\n',
    r: '\r',
    t: '\t',
    0: '\0',
    Z: '\x1a',
    "'": "'",
    '"': '"',
    '\\': '\\',
  };
  return known[character] ?? pair;
}

function number(value: number | string | null): number | undefined {
  return value === null ? undefined : Number(value);
}
