import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { errors } from '../errors/errors.js';

/**
 * Checks a request body against its class; members that the class does not know are dropped (contract §3).
 * @throws AppError code 1 with a message that names the first member that does not hold
 */
export function validate<T extends object>(type: Type<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw errors.failure('The request body must be a JSON object');
  }
  const instance = plainToInstance(type, body);
  // A class without members takes any object, and leaves nothing of it.
  const options = { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false };
  const [problem] = validateSync(instance, options);
  if (problem) throw errors.failure(messageOf(problem));
  return instance;
}

/** Validates every body that a handler declares with a class. */
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || metatype === undefined || metatype === Object) return value;
    return validate(metatype as Type<object>, value);
  }
}

function messageOf({ property, constraints, children }: ValidationError): string {
  const own = Object.values(constraints ?? {})[0];
  if (own !== undefined) return own;
  const [child] = children ?? [];
  return child ? `${property}: ${messageOf(child)}` : `${property} does not hold`;
}
