/** The formats of strings that OpenAPI and JSON Schema define. */
type SchemaFormat =
  | 'binary'
  | 'byte'
  | 'date'
  | 'date-time'
  | 'duration'
  | 'email'
  | 'hostname'
  | 'ipv4'
  | 'ipv6'
  | 'password'
  | 'time'
  | 'uri'
  | 'uuid';

/** A JSON schema as in OpenAPI 3.0; one with a `title` is written once, under that name, and referred to. */
export interface Schema {
  $ref?: string;
  title?: string;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  format?: SchemaFormat;
  description?: string;
  example?: unknown;
  nullable?: boolean;
  enum?: (string | number | boolean)[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  oneOf?: Schema[];
}

/** A validator's `context`: the part of its member's schema that the rule itself does not imply. */
export interface DocumentedRule {
  schema: Schema;
}

/** A route with nothing to return answers `{}`. */
export const EMPTY: Schema = { type: 'object', example: {} };

/** Text. */
export function text(description: string, example: string, more: Schema = {}): Schema {
  return { type: 'string', description, example, ...more };
}

/** A whole number. */
export function whole(description: string, example: number, more: Schema = {}): Schema {
  return { type: 'integer', description, example, ...more };
}

/** True or false. */
export function flag(description: string): Schema {
  return { type: 'boolean', description, example: false };
}

/** A time in UTC. */
export function time(description: string): Schema {
  return text(description, '2026-01-31T08:00:00.000Z', { format: 'date-time' });
}

/** The same, or null. */
export function orNull(schema: Schema): Schema {
  const [first, ...others] = schema.oneOf ?? [];
  if (first) return { ...schema, oneOf: [orNull(first), ...others] };
  // A schema without a type takes null anyway.
  return schema.type === undefined ? schema : { ...schema, nullable: true };
}

/** An array. */
export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** Ids of rows. */
export function idList(description: string): Schema {
  return { ...listOf({ type: 'integer' }), description, example: [1] };
}

/**
 * An object that has exactly the members of T: the compiler keeps the two in step.
 * @param title name of the schema in the description, and of the type in a generated client
 * @param optional members that may be missing
 */
export function objectOf<T>(
  title: string,
  properties: { [M in keyof Required<T>]: Schema },
  optional: readonly (keyof T & string)[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !(optional as readonly string[]).includes(name));
  return { title, type: 'object', properties, required };
}

/** The page shell around rows. */
export function pageSchemaOf(row: Schema): Schema {
  const properties = {
    records: listOf(row),
    total: whole('Rows that the filters leave', 1),
    size: whole('Rows per page', 10),
    current: whole('Number of this page', 1),
    pages: whole('Number of pages', 1),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Examples of members by their name; other members get one by their type. */
const EXAMPLES: Record<string, string | number> = {
  username: 'alice',
  realname: 'Alice Liddell',
  email: 'alice@example.org',
  mobile: '+1 555 0100',
  avatar: 'https://example.org/alice.png',
  ip: '203.0.113.7',
  location: 'Berlin',
  os: 'Linux',
  browser: 'Firefox 140',
  url: '/api/login',
  permission: 'sys:user:page',
  type: 1,
  param: '{}',
  options: '',
  result: 'Operation succeeded',
  error: '',
};

/** Gives a member a valid example, unless it has one. */
export function withExample(name: string, schema: Schema): Schema {
  return schema.$ref !== undefined || schema.title !== undefined || schema.example !== undefined
    ? schema
    : { ...schema, example: exampleOf(name, schema) };
}

function exampleOf(name: string, schema: Schema): unknown {
  const known = EXAMPLES[name];
  if (schema.enum) return schema.enum.at(-1);
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date') return '2026-01-31';
      if (schema.format === 'date-time') return '2026-01-31T08:00:00.000Z';
      if (schema.format === 'byte') return 'AQID';
      if (schema.format === 'password') return 'correct horse battery staple';
      return (typeof known === 'string' ? known : name).slice(0, schema.maxLength);
    case 'integer':
    case 'number':
      return typeof known === 'number' ? known : Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return false;
    case 'array':
      return schema.items?.type === undefined ? [] : [exampleOf(name, schema.items)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([member, one]) => [member, one.example ?? exampleOf(member, one)]),
      );
    default:
      return schema.oneOf?.[0] ? exampleOf(name, schema.oneOf[0]) : {};
  }
}
