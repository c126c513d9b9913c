import type { FastifyRequest } from 'fastify';
import type { Caller, Principal } from '../request/caller.js';

/** Where the guards learn what a caller may do; implemented by the access module. */
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
