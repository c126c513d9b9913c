import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, ValidateBy } from 'class-validator';
import { errors } from '../../core/errors.js';
import { Text } from './column-rules.js';
import { documented } from './documented-rule.js';

// Every export of this file is public: `steward/validation` offers all of them.

/** Letters, digits and `_ . @ -`, 2 to 64 of them. */
export function Username(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: '$property must be a string' }),
    Matches(/^[A-Za-z0-9_.@-]{2,64}$/, { message: '$property must be 2 to 64 letters, digits or _ . @ -' }),
  );
}

/** Fewest and most characters of a password that may be set; a setting may ask for more. */
export const PASSWORD_LENGTH = { min: 8, max: 64 } as const;

/**
 * A password that may be set: 8 to 64 characters (Unicode code points) without a NUL. What else makes a password
 * unfit is a matter of the account that it is for (docs/api.md, Passwords).
 */
export function Password(): PropertyDecorator {
  return applyDecorators(
    Text(PASSWORD_LENGTH.max, PASSWORD_LENGTH.min),
    ValidateBy(
      {
        name: 'password',
        validator: {
          validate: (value) => typeof value === 'string' && !value.includes('\0'),
          defaultMessage: () => '$property must not hold a NUL character',
        },
      },
      documented({ type: 'string', format: 'password' }),
    ),
  );
}

/** An address has an `@` with something on both sides and no blanks. More would refuse addresses that exist. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * An e-mail address of at most `max` characters, or the empty text. The form is checked by {@link assertEmail}: an
 * address that is already stored may stay, and only the service can tell whether it is stored.
 */
export function Email(max: number): PropertyDecorator {
  const schema = documented({ format: 'email', pattern: `^$|${EMAIL.source}` });
  return applyDecorators(
    Text(max),
    ValidateBy({ name: 'email', validator: { validate: () => true, defaultMessage: () => '' } }, schema),
  );
}

/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** @throws AppError code 1 if a new address is none */
export function assertEmail(address: string | undefined, before?: string): void {
  if (!address || address === before || isEmail(address)) return;
  throw errors.malformed('email', 'email', 'must be an e-mail address such as alice@example.org');
}
