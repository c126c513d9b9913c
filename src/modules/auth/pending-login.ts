import type { Client } from 'steward/http';

/** The data of a login attempt in progress, for its log row. */
export interface PendingLogin {
  /** As it was sent, valid or not. */
  body: unknown;
  client: Client;
  startedAt: number;
  tenantId: number;
  /** The account that the attempt is for, once it is found. */
  userId?: number;
  /** The account's name, where the body does not say it. */
  username?: string;
}

/** The members of a body that may be anything. */
export function membersOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
