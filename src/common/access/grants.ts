import { errors } from '../errors/errors.js';
import { type Caller, holds } from './caller.js';

/**
 * Nobody gives away what they do not hold (contract §6).
 * @param what is being granted, for the message
 * @throws AppError code 1 naming the first permission that the caller lacks
 */
export function assertHoldsAll({ principal }: Caller, permissions: Iterable<string>, what: string): void {
  if (!principal) throw new Error('A grant on a route without @Permission');
  for (const permission of permissions) {
    if (permission !== '' && !holds(principal, permission)) {
      throw errors.failure(`${what} needs the permission ${permission}, which you do not hold`);
    }
  }
}
