import { type AppError, errors } from 'steward/core';

/** Why sessions end, and what clients that go on using their tokens are told. The names are stored. */
const ENDS = {
  logout: 'Logged out',
  administrator: 'Session ended by an administrator',
  password: 'Password changed',
  accountDisabled: 'Account disabled',
  accountDeleted: 'Account deleted',
  tenantDisabled: 'Tenant disabled',
  tenantExpired: 'Tenant expired',
  expired: 'Session expired',
  idle: 'Session expired',
  reused: 'Refresh token used twice',
  superseded: 'Session replaced by a newer login',
} as const;

export type SessionEnd = keyof typeof ENDS;

/** Stands for an unknown reason: sessions that an earlier version of the service ended have none. */
export const UNKNOWN_END = '1';

/** The refusal of an access token whose session has ended. */
export function sessionEnded(reason: string): AppError {
  const known = toldOf(reason);
  if (known === undefined) return errors.unauthenticated('session ended');
  return reason === 'idle' ? errors.sessionOutlived(known) : errors.sessionEnded(known);
}

/** The refusal of an access token whose session has reached its greatest age. */
export function sessionTooOld(): AppError {
  return errors.sessionOutlived(ENDS.expired);
}

/** The refusal of a refresh token, with the reason if its session has ended. */
export function refreshRefused(reason: string | null | undefined): AppError {
  const known = toldOf(reason ?? UNKNOWN_END);
  if (known === undefined) return errors.refreshUsed();
  return errors.refreshEnded(known, reason === 'idle' || reason === 'expired' ? 1014 : 1008);
}

function toldOf(reason: string): string | undefined {
  return Object.hasOwn(ENDS, reason) ? ENDS[reason as SessionEnd] : undefined;
}
