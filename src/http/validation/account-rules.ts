import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, ValidateBy } from 'class-validator';
import { documented } from './documented-rule.js';

// Every export of this file is public: `steward/validation` offers all of them.

/** Letters, digits and `_ . @ -`, 2 to 64 of them. */
export function Username(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: '$property must be a string' }),
    Matches(/^[A-Za-z0-9_.@-]{2,64}$/, { message: '$property must be 2 to 64 letters, digits or _ . @ -' }),
  );
}

/** A password that may be set: 1 to 64 bytes without a NUL. */
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
