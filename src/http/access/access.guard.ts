import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import { Operations } from '../recording/operations.js';
import type { Caller } from '../request/caller.js';
import type { StewardRequest } from '../request/request.js';
import { ACCESS, type Access } from './decorators.js';
import { holds } from './grants.js';
import { PRINCIPAL_HEADER, PrincipalMarks } from './principal-mark.js';
import { KnownTokens, PrincipalSource } from './sources.js';

/**
 * Holds a request to what its route declares: nothing, a valid access token, or one whose user holds a permission code.
 * Calls of recorded routes are counted, and their refusals recorded. The passport strategy is the one that the auth
 * module names in its AuthModuleOptions.
 */
@Injectable()
export class AccessGuard extends AuthGuard() {
  private readonly marks = new PrincipalMarks();

  constructor(
    private readonly reflector: Reflector,
    private readonly known: KnownTokens,
    private readonly principals: PrincipalSource,
    private readonly operations: Operations,
    options: AuthModuleOptions,
  ) {
    super(options);
  }

  override canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    return access?.kind === 'public' ? Promise.resolve(true) : this.admit(context, access);
  }

  /** A token that does not hold is 401; a store that cannot be asked is its own failure, never a pass. */
  override handleRequest<T>(error: unknown, caller: T | false, info: unknown): T {
    if (error instanceof Error) throw error;
    if (!caller) throw info instanceof AppError ? info : errors.unauthenticated(reasonOf(info));
    return caller;
  }

  private async admit(context: ExecutionContext, access: Exclude<Access, { kind: 'public' }> | undefined) {
    const http = context.switchToHttp();
    const request = http.getRequest<StewardRequest>();
    const caller = await this.callerOf(request, context);
    void http.getResponse<FastifyReply>().header(PRINCIPAL_HEADER, this.marks.of(caller));
    if (access === undefined) throw errors.forbidden('undeclared');
    const operation = this.operations.of(context);
    if (operation) await this.operations.count(caller);
    if (access.kind === 'permission') {
      caller.principal = await this.principals.of(caller);
      if (!holds(caller.principal, access.code)) {
        const refusal = errors.forbidden(access.code);
        // Interceptors, which record everything else, do not see what a guard refuses.
        if (operation) await (await this.operations.begin(operation, context))(refusal);
        throw refusal;
      }
    }
    const { lifetime } = request;
    lifetime?.assertOpen();
    caller.lifetime = lifetime;
    return true;
  }

  private async callerOf(request: StewardRequest, context: ExecutionContext): Promise<Caller> {
    const known = this.known.callerOf(request);
    if (known) return (request.user = await known);
    await super.canActivate(context);
    if (!request.user) throw errors.unauthenticated('no caller');
    return request.user;
  }
}

function reasonOf(info: unknown): string {
  return info instanceof Error ? info.message : 'no valid token';
}
