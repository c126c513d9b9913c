import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  IsDate,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { parseTime } from '../crud/filters.js';
import type { DocumentedRule } from '../docs/dto.schema.js';
import type { Schema } from '../docs/schema.js';

/** Largest value of an integer column. */
const MAX_INT = 2_147_483_647;

/** Most ids in one list. */
const MAX_IDS = 10_000;

/** A member that may be left out; null is a value, and not one that text or numbers take. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** Text of at most `max` characters; `min` 1 makes it say something. */
export function Text(max: number, min = 0): PropertyDecorator {
  return applyDecorators(
    IsString({ message: '$property must be a string' }),
    MinLength(min, { message: '$property must not be empty' }),
    MaxLength(max, { message: '$property must have at most $constraint1 characters' }),
  );
}

/** A code or key: text that says something, without blanks around it, which MySQL would not tell from the bare text. */
export function Code(max: number): PropertyDecorator {
  return applyDecorators(
    Text(max, 1),
    Matches(/^\S(.*\S)?$/s, { message: '$property must not begin or end with a blank' }),
  );
}

/** A whole number that fits its column. */
export function Whole(min = -MAX_INT, max = MAX_INT): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: '$property must be a whole number' }),
    Min(min, { message: '$property must be at least $constraint1' }),
    Max(max, { message: '$property must be at most $constraint1' }),
  );
}

/** The id of a row. */
export function Id(): PropertyDecorator {
  return Whole(1);
}

/** A list of ids of rows. */
export function Ids(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of ids' }),
    ArrayMaxSize(MAX_IDS, { message: '$property must have at most $constraint1 entries' }),
    IsInt({ each: true, message: '$property must hold ids only' }),
    Min(1, { each: true, message: '$property must hold ids only' }),
    Max(MAX_INT, { each: true, message: '$property must hold ids only' }),
  );
}

/** One of a few values. */
export function OneOf(values: readonly (string | number)[], description?: string): PropertyDecorator {
  const message = `$property must be one of ${values.join(', ')}`;
  return IsIn([...values], { message, ...(description === undefined ? {} : documented({ description })) });
}

/** 1 = enabled, 0 = disabled. */
export function Status(): PropertyDecorator {
  return OneOf([0, 1], '1 = enabled, 0 = disabled');
}

/** True or false. */
export function Flag(): PropertyDecorator {
  return IsBoolean({ message: '$property must be true or false' });
}

/** A time, or null for none; ISO 8601. */
export function TimeOrNull(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (parseTime(value) ?? value) : value)),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsDate({ message: '$property must be a time such as 2026-01-31T08:00:00Z, or null' }),
  );
}

/** Letters, digits and `_ . @ -`, 2 to 64 of them (contract §4). */
export function Username(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: '$property must be a string' }),
    Matches(/^[A-Za-z0-9_.@-]{2,64}$/, { message: '$property must be 2 to 64 letters, digits or _ . @ -' }),
  );
}

/** A password that may be set: 1 to 64 bytes without a NUL (contract §10). */
export function Password(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'password',
      validator: {
        validate: (value) =>
          typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= 64 && !value.includes('\0'),
        defaultMessage: () => '$property must be a string of 1 to 64 bytes without a NUL character',
      },
    },
    documented({ type: 'string', format: 'password', minLength: 1, maxLength: 64 }),
  );
}

/** What the API description tells of a member beyond what its rules say by themselves. */
function documented(schema: Schema): { context: DocumentedRule } {
  return { context: { schema } };
}
