import type { FastifyRequest } from 'fastify';

/** Who makes a request: the claims of a valid access token (interface §2.3, contract §4). */
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
}

/** A caller with what the database says of the user now; the answer of GET /api/index/getUser (contract §4). */
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
