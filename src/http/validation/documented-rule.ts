import { ValidateBy } from 'class-validator';
import type { DocumentedRule, Schema } from '../description/json-schema.js';

/** A rule that class-validator does not have. */
export function rule(
  name: string,
  validate: (value: unknown) => boolean,
  accepts: string,
  schema: Schema,
): PropertyDecorator {
  const validator = { validate, defaultMessage: () => `$property must be ${accepts}` };
  return ValidateBy({ name, validator }, documented(schema));
}

/** Adds to a member's schema what its rules do not imply. */
export function documented(schema: Schema): { context: DocumentedRule } {
  return { context: { schema } };
}
