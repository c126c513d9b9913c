import { errors } from '../../core/errors.js';
import type { Caller, Principal } from '../request/caller.js';

/** Whether a principal holds a permission code. */
export function holds(principal: Principal, permission: string): boolean {
  return principal.permissions.includes(permission) || principal.permissions.includes('*');
}

/**
 * Tells which permissions a principal may give away: the ones that they hold, and the empty one, which grants nothing.
 */
export function grantTest({ permissions }: Principal): (permission: string) => boolean {
  const held = new Set(permissions);
  return (permission) => permission === '' || held.has('*') || held.has(permission);
}

/**
 * Nobody may grant a permission that they do not hold, or take it from others.
 * @param what is being granted or taken away, for the message
 * @throws AppError code 1 naming the first permission that the caller lacks
 */
export function assertHoldsAll({ principal }: Caller, permissions: Iterable<string>, what: string): void {
  if (!principal) throw new Error('A grant on a route without @Permission');
  const mayGrant = grantTest(principal);
  for (const permission of permissions) {
    if (!mayGrant(permission)) {
      throw errors.failure(`${what} needs the permission ${permission}, which you do not hold`, {
        reason: 'notHeld',
        permission,
      });
    }
  }
}
