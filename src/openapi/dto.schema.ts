import type { Type } from '@nestjs/common';
import { ValidationTypes, getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { type DocumentedRule, type Schema, listOf, orNull, withExample } from '../http/description/json-schema.js';
import type { NestedRule } from '../http/validation/validate.js';

/** The schemas of class-validator's rules. */
const RULES: Record<string, (constraint: unknown) => Schema> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isDate: () => ({ type: 'string', format: 'date-time' }),
  isArray: () => ({ type: 'array' }),
  isObject: () => ({ type: 'object' }),
  minLength: (least) => (least === 0 ? {} : { minLength: least as number }),
  maxLength: (most) => ({ maxLength: most as number }),
  matches: (pattern) => ({ pattern: (pattern as RegExp).source }),
  min: (least) => ({ minimum: least as number }),
  max: (most) => ({ maximum: most as number }),
  arrayMinSize: (least) => ({ minItems: least as number }),
  arrayMaxSize: (most) => ({ maxItems: most as number }),
  isIn: (values) => choice(values as (string | number)[]),
};

/**
 * The schema of a request body, read from the rules that validate it: what is documented is what is enforced, also for
 * classes derived with PartialType or OmitType.
 */
export function dtoSchema(dto: Type<object>): Schema {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const name of names) {
    const own = rules.filter(({ propertyName }) => propertyName === name);
    properties[name] = withExample(name, memberSchema(dto, name, own));
    if (!mayBe(undefined, own, name)) required.push(name);
  }
  return { title: dto.name, type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function memberSchema(dto: Type<object>, name: string, rules: ValidationMetadata[]): Schema {
  const declared = Reflect.getMetadata('design:type', dto.prototype as object, name) as unknown;
  const nested = rules.find(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  if (nested) {
    const { each } = (nested.context ?? {}) as Partial<NestedRule>;
    return each === undefined ? dtoSchema(declared as Type<object>) : listOf(dtoSchema(each));
  }
  const schema = typeSchema(declared);
  for (const rule of rules) {
    const { schema: told } = (rule.context ?? {}) as Partial<DocumentedRule>;
    const enforced = RULES[rule.name ?? '']?.((rule.constraints as unknown[] | undefined)?.[0]);
    if (rule.each) schema.items = { ...schema.items, ...enforced };
    else Object.assign(schema, enforced);
    Object.assign(schema, told);
  }
  return mayBe(null, rules, name) ? orNull(schema) : schema;
}

/** Whether a member's conditions let a value pass that its other rules would refuse. */
function mayBe(value: undefined | null, rules: ValidationMetadata[], name: string): boolean {
  return rules
    .filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION)
    .some(({ constraints }) => {
      const [holds] = constraints as [(object: object, value: unknown) => boolean];
      return !holds({ [name]: value }, value);
    });
}

/** The schema of a member's TypeScript type, before its rules narrow it. */
export function typeSchema(declared: unknown): Schema {
  switch (declared) {
    case String:
      return { type: 'string' };
    case Number:
      return { type: 'number' };
    case Boolean:
      return { type: 'boolean' };
    case Date:
      return { type: 'string', format: 'date-time' };
    case Array:
      return { type: 'array', items: {} };
    default:
      return {};
  }
}

function choice(values: (string | number)[]): Schema {
  return { type: values.every((value) => typeof value === 'number') ? 'integer' : 'string', enum: values };
}
