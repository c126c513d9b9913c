import type { FastifyRequest } from 'fastify';
import type { RequestLifetime } from '../http/request-lifetime.js';
import type { Changes } from '../operation/changes.js';

/** Who makes a request: the claims of a valid access token. */
export interface Caller {
  userId: number;
  tenantId: number;
  username: string;
  realname: string;
  /** Id of the access token. */
  jti: string;
  /** Id of the session, kept through rotation. */
  sid: string;
  /** When the access token expires, in seconds since the epoch. */
  exp: number;
  /** Changes whenever cached authorisation of this user must be read anew. */
  version: string;
  /**
   * What the access guard found the caller to hold. Services ask this, not the source: inside a transaction the
   * source's own queries would wait for that transaction to end.
   */
  principal?: Principal;
  /** The request that the caller makes; undefined for work that nobody waits for. */
  lifetime?: RequestLifetime;
  /** What the request changed, for the operation log; set by the service that changes it, and of no use where that fails. */
  changes?: Changes;
}

/** A caller with what the database says of the user now; the answer of GET /api/index/getUser. */
export interface Principal {
  id: number;
  tenantId: number;
  tenantCode: string;
  username: string;
  realname: string;
  avatar: string;
  email: string;
  mobile: string;
  status: number;
  /** Codes of the enabled roles. */
  roles: string[];
  /** Permission codes; `["*"]` holds them all. */
  permissions: string[];
}

/** Where the guards learn what a caller may do; implemented by the user module. */
export abstract class PrincipalSource {
  /**
   * The caller's principal, from the read cache while nothing changed.
   * @throws AppError 401 when the user is gone or disabled
   */
  abstract of(caller: Caller): Promise<Principal>;
}

/** Tokens whose signature the service has checked before; implemented by the auth module. */
export abstract class KnownTokens {
  /**
   * The caller of a request that carries such a token: its expiry and the blacklist are asked every time. Undefined for
   * every other request.
   * @throws AppError 401 when the token has expired or is revoked
   */
  abstract callerOf(request: FastifyRequest): Promise<Caller> | undefined;
}

/** Whether a principal holds a permission code. */
export function holds(principal: Principal, permission: string): boolean {
  return principal.permissions.includes(permission) || principal.permissions.includes('*');
}
