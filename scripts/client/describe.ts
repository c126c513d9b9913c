import type { OpenAPIObject } from '@nestjs/swagger';

interface Operation {
  'x-permission'?: string;
  /** Empty if the operation is public. */
  security?: unknown[];
  requestBody?: { content?: { 'application/json'?: { schema?: Schema } } };
}

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  [rule: string]: unknown;
}

/** The schema's rules that a form can check its fields against. */
const RULES = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'enum',
  'maxItems',
  'format',
  'description',
] as const;

function operationsOf({ paths }: OpenAPIObject): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item as Record<string, Operation>).map((operation): [string, Operation] => [path, operation]),
  );
}

/**
 * A module with every permission code that a route needs, under its camelCase name (`sys:role:add` is `sysRoleAdd`),
 * and with the code of each path.
 */
export function permissionsOf(document: OpenAPIObject): string {
  // If a path has two methods, both need the same code.
  const ofPaths = new Map(
    operationsOf(document).flatMap(([path, { 'x-permission': code }]) =>
      code === undefined ? [] : [[path, nameOf(code)] as const],
    ),
  );
  const codes = new Set(operationsOf(document).flatMap(([, { 'x-permission': code }]) => code ?? []));
  const members = Array.from(codes)
    .sort()
    .map((code) => `  ${nameOf(code)}: '${code}',\n`);
  return `/** Every permission code of the service. */
export const permissions = {
${members.join('')}} as const;

/** One of the permission codes. */
export type Permission = (typeof permissions)[keyof typeof permissions];

/** The permission code that each path needs. */
export const permissionOfPath: Readonly<Record<string, Permission>> = {
${Array.from(ofPaths, ([path, name]) => `  '${path}': permissions.${name},\n`).join('')}};
`;
}

/**
 * A module with the DTOs' rules for the members of request bodies, by path, for forms to check against. Public
 * routes are left out: the login has a form of its own.
 */
export function rulesOf(document: OpenAPIObject): string {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const resolve = (schema: Schema): Schema => schemas[schema.$ref?.split('/').pop() ?? ''] ?? schema;
  const ofBody = (body: Schema): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(body.properties ?? {}).flatMap(([name, property]) => {
        const schema = resolve(property);
        // The members of a list's entries.
        const entry = schema.items && resolve(schema.items);
        const kept = RULES.filter((rule) => schema[rule] !== undefined && keeps(rule, schema));
        const rule = {
          ...(body.required?.includes(name) ? { required: true } : {}),
          ...Object.fromEntries(kept.map((each) => [each, schema[each]])),
          ...(schema.properties ? { members: ofBody(schema) } : {}),
          ...(entry?.properties ? { members: ofBody(entry) } : {}),
        };
        return Object.keys(rule).length > 0 ? [[name, rule]] : [];
      }),
    );
  const bodies = operationsOf(document).flatMap(([path, { requestBody, security }]) => {
    if (security?.length === 0) return [];
    const schema = requestBody?.content?.['application/json']?.schema;
    const rules = schema && ofBody(resolve(schema));
    return rules && Object.keys(rules).length > 0 ? [`  '${path}': ${JSON.stringify(rules)},\n`] : [];
  });
  return `/** The constraints on a member of a request body, named as in JSON Schema. */
export interface Rule {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** A regular expression with the flag \`u\`. */
  pattern?: string;
  /** A description of the pattern. */
  description?: string;
  /** What a text is, where a form tells it in words of its own. */
  format?: 'email';
  enum?: readonly (string | number)[];
  maxItems?: number;
  members?: Readonly<Record<string, Rule>>;
}

/** The rules of request bodies, by path and member. */
export const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
${bodies.join('')}};
`;
}

/**
 * Descriptions are kept if they explain a pattern, bounds if they are tighter than an int's, enums unless 0 and 1. What
 * must not be empty has no length of its own.
 */
function keeps(rule: (typeof RULES)[number], schema: Schema): boolean {
  if (rule === 'description') return schema.pattern !== undefined;
  if (rule === 'minLength') return (schema.minLength as number) > 1;
  if (rule === 'format') return schema.format === 'email';
  if (rule === 'minimum' || rule === 'maximum') return Math.abs(schema[rule] as number) < 2_147_483_647;
  return rule !== 'enum' || !(schema.enum as unknown[]).every((value) => value === 0 || value === 1);
}

function nameOf(code: string): string {
  return code.replace(/[^A-Za-z0-9]+(.)/g, (_match, letter: string) => letter.toUpperCase());
}
