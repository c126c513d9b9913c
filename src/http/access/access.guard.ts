import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import { Operations } from '../recording/operations.js';
import { dataScopeOf } from '../request/data-scope.js';
import type { StewardRequest } from '../request/request.js';
import {
  ACCESS,
  type Access,
  OPEN_TO_RESTRICTED,
  OPEN_TO_TOKENS,
  STEP_UP,
  type StepUpRule,
} from './access.decorators.js';
import { holds } from './grants.js';
import { CallerSource, PrincipalSource, StepUpSource } from './sources.js';

/**
 * Enforces the requirement of a request's route: none, a valid access token, or a token whose user holds a permission
 * code. Restricted sessions and API tokens reach only the routes that are open to them, and callers of some routes must
 * have confirmed who they are a moment ago. Calls of recorded routes are counted, and their refusals recorded.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallerSource,
    private readonly principals: PrincipalSource,
    private readonly stepUps: StepUpSource,
    private readonly operations: Operations,
  ) {}

  canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    return access?.kind === 'public' ? Promise.resolve(true) : this.authorise(context, access);
  }

  private async authorise(context: ExecutionContext, access: Exclude<Access, { kind: 'public' }> | undefined) {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const caller = await this.callers.callerOf(request);
    request.user = caller;
    caller.ifMatch = request.headers['if-match'];
    if (access === undefined) throw errors.forbidden('undeclared');
    const operation = this.operations.of(context);
    if (operation) await this.operations.count(caller);
    try {
      if (caller.restriction !== undefined && !this.isOpen(OPEN_TO_RESTRICTED, context)) {
        throw errors.restricted(caller.restriction);
      }
      const rule = operation && this.reflector.get<StepUpRule | undefined>(STEP_UP, context.getHandler());
      const isForPeople = rule !== undefined || (access.kind === 'login' && !this.isOpen(OPEN_TO_TOKENS, context));
      if (caller.apiToken && isForPeople) throw errors.notForTokens();
      if (access.kind === 'permission') {
        caller.principal ??= await this.principals.of(caller);
        if (!holds(caller.principal, access.code)) throw errors.forbidden(access.code);
        caller.dataScope = dataScopeOf(caller.grants ?? [], access.code);
      }
      if (rule) await this.stepUps.assertFreshFor(rule, caller);
    } catch (refusal) {
      // Interceptors, which record everything else, do not see the refusals of a guard.
      if (operation && isForbidden(refusal)) await (await this.operations.begin(operation, context))(refusal);
      throw refusal;
    }
    request.gate?.throwIfAborted();
    caller.gate = request.gate;
    return true;
  }

  private isOpen(key: string, context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<true | undefined>(key, [context.getHandler(), context.getClass()]) === true;
  }
}

function isForbidden(failure: unknown): boolean {
  return failure instanceof AppError && failure.status === 403;
}
