import type { FastifyRequest } from 'fastify';
import type { Caller, Principal } from '../request/caller.js';

/** Where the guards learn what a caller may do; implemented by the access module. */
export abstract class PrincipalSource {
  /**
   * The caller's principal, from the read cache as long as nothing has changed. Sets the caller's mark to its
   * digest.
   * @throws AppError 401 when the user is gone or disabled
   */
  abstract of(caller: Caller): Promise<Principal>;
}

/** Where the access guard learns who makes a request; implemented by the auth module. */
export abstract class CallerSource {
  /** @throws AppError 401 if the request carries no valid access token */
  abstract callerOf(request: FastifyRequest): Promise<Caller>;
}
