import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, ValidationTypes, getMetadataStorage, validateSync } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { errors } from '../../core/errors.js';
import type { Fault } from '../../core/fault.js';
import { ExtendedBodies } from './extended-bodies.js';
import { keepRules } from './kept-rules.js';
import { BodyStream } from './taken-body.js';

type JsonObject = Record<string, unknown>;

/** The context of a rule about a list of objects: the class of each. */
export interface NestedRule {
  each: Type<object>;
}

/** A member that is an object of its own, or a list of them. */
interface Nested {
  type: Type<object>;
  isList: boolean;
}

/** The members of a class by name, with the class of those that are objects of their own. */
type Members = Map<string, Nested | undefined>;

keepRules(getMetadataStorage());

const membersByClass = new WeakMap<Type<object>, Members>();

/**
 * Checks a request body against its class. Members that the class does not know are dropped, at any depth.
 * @throws AppError code 1 with a message that names the first invalid member
 */
export function validate<T extends object>(type: Type<T>, body: unknown): T {
  if (!isJsonObject(body)) throw errors.failure('The request body must be a JSON object', { reason: 'badRequest' });
  const instance = instantiate(type, body);
  // A class without members accepts any object, and keeps nothing of it.
  const [problem] = validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false });
  if (problem) throw errors.failure(messageOf(problem), faultOf(problem));
  return instance;
}

/** Types that handlers declare for bodies that are not JSON objects. */
export const OTHER_BODIES: unknown[] = [undefined, Object, String, Buffer, BodyStream];

/** Validates every body that a handler declares with a class. */
@Injectable()
export class BodyPipe implements PipeTransform {
  constructor(private readonly extended: ExtendedBodies) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || OTHER_BODIES.includes(metatype)) return value;
    return validate(this.extended.of(metatype) as Type<object>, value);
  }
}

/**
 * An instance with only the members of its class. Lists and objects are not given to class-transformer: the time it
 * takes grows with the square of the number of their members, and it throws on a member called `constructor`.
 */
function instantiate<T extends object>(type: Type<T>, body: JsonObject): T {
  const simple: JsonObject = {};
  const composite: JsonObject = {};
  for (const [name, nested] of membersOf(type)) {
    if (!Object.hasOwn(body, name)) continue;
    const value = body[name];
    if (typeof value !== 'object' || value === null) simple[name] = value;
    else composite[name] = nested ? instantiateNested(nested, value) : value;
  }
  return Object.assign(plainToInstance(type, simple), composite);
}

function instantiateNested({ type, isList }: Nested, value: unknown): unknown {
  if (isList && Array.isArray(value))
    return value.map((each: unknown) => (isJsonObject(each) ? instantiate(type, each) : each));
  return !isList && isJsonObject(value) ? instantiate(type, value) : value;
}

function membersOf(type: Type<object>): Members {
  const kept = membersByClass.get(type);
  if (kept) return kept;
  const members: Members = new Map();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const { propertyName: name } = rule;
    members.set(name, nestedOf(type, rule) ?? members.get(name));
  }
  membersByClass.set(type, members);
  return members;
}

function nestedOf(type: Type<object>, { type: kind, propertyName, context }: ValidationMetadata): Nested | undefined {
  if (kind !== ValidationTypes.NESTED_VALIDATION) return undefined;
  const { each } = (context ?? {}) as Partial<NestedRule>;
  if (each !== undefined) return { type: each, isList: true };
  const declared = Reflect.getMetadata('design:type', type.prototype as object, propertyName) as Type<object>;
  return { type: declared, isList: false };
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf({ property, constraints, children }: ValidationError): string {
  const own = Object.values(constraints ?? {})[0];
  if (own !== undefined) return own;
  const [child] = children ?? [];
  return child ? `${property}: ${messageOf(child)}` : `${property} is invalid`;
}

/** The reasons of class-validator's rules, by the bounds that they name; other rules concern the form of a value. */
const REASONS: Record<string, (bound: unknown) => Fault> = {
  minLength: (limit) => (limit === 1 ? { reason: 'required' } : { reason: 'minLength', limit: limit as number }),
  maxLength: (limit) => ({ reason: 'maxLength', limit: limit as number }),
  min: (limit) => ({ reason: 'minimum', limit: limit as number }),
  max: (limit) => ({ reason: 'maximum', limit: limit as number }),
  arrayMaxSize: (limit) => ({ reason: 'maxItems', limit: limit as number }),
  isIn: (values) => ({ reason: 'values', values: values as (string | number)[] }),
  matches: () => ({ reason: 'pattern' }),
};

function faultOf({ target, property, value, constraints, children }: ValidationError): Fault {
  const [name] = Object.keys(constraints ?? {});
  if (name === undefined) {
    const [child] = children ?? [];
    const inner = child ? faultOf(child) : { reason: 'format' };
    return { ...inner, member: inner.member === undefined ? property : `${property}.${inner.member}` };
  }
  if (value === undefined || value === null || value === '') return { reason: 'required', member: property };
  const rules = getMetadataStorage().getTargetValidationMetadatas(target?.constructor ?? Object, '', false, false);
  const rule = rules.find((one) => one.propertyName === property && one.name === name);
  const bound = (rule?.constraints as unknown[] | undefined)?.[0];
  return { ...(REASONS[name]?.(bound) ?? { reason: 'format', format: name }), member: property };
}
