import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { errors } from '../../core/errors.js';
import { Operations } from '../recording/operations.js';
import type { StewardRequest } from '../request/request.js';
import { ACCESS, type Access } from './access.decorators.js';
import { holds } from './grants.js';
import { CallerSource, PrincipalSource } from './sources.js';

/**
 * Enforces the requirement of a request's route: none, a valid access token, or a token whose user holds a permission
 * code. Calls of recorded routes are counted, and their refusals recorded.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallerSource,
    private readonly principals: PrincipalSource,
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
    if (access.kind === 'permission') {
      caller.principal = await this.principals.of(caller);
      if (!holds(caller.principal, access.code)) {
        const refusal = errors.forbidden(access.code);
        // Interceptors, which record everything else, do not see the refusals of a guard.
        if (operation) await (await this.operations.begin(operation, context))(refusal);
        throw refusal;
      }
    }
    request.gate?.throwIfAborted();
    caller.gate = request.gate;
    return true;
  }
}
