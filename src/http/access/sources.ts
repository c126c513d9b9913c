import type { FastifyRequest } from 'fastify';
import type { Caller, Principal } from '../request/caller.js';
import type { StepUpRule } from './access.decorators.js';

/** Where the guards learn what a caller may do; implemented by the access module. */
export abstract class PrincipalSource {
  /**
   * The caller's principal, from the read cache as long as nothing has changed. Sets the caller's mark to its
   * digest, and what the caller's roles grant.
   * @throws AppError 401 when the user is gone or disabled
   */
  abstract of(caller: Caller): Promise<Principal>;
}

/** Where the access guard learns who makes a request; implemented by the auth module. */
export abstract class CallerSource {
  /** @throws AppError 401 if the request carries no valid access token */
  abstract callerOf(request: FastifyRequest): Promise<Caller>;
}

/** Where the access guard learns whether a caller has to confirm who they are; implemented by the factor module. */
export abstract class StepUpSource {
  /**
   * @throws AppError 1015 if a route with this rule asks the caller, and they last confirmed who they are too long ago
   */
  abstract assertFreshFor(rule: StepUpRule, caller: Caller): Promise<void>;
}
