import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import { AppError } from '../errors/app.error.js';
import { errors } from '../errors/errors.js';
import { withDeadline } from '../http/deadline.js';
import type { StewardRequest } from '../http/request.js';
import { KnownTokens } from './caller.js';
import { ACCESS, type Access } from './decorators.js';

/**
 * Lets a request pass with a valid access token, or without one where the route is public (interface §3.1, §5).
 * The strategy is the one that the auth module names in its AuthModuleOptions.
 */
@Injectable()
export class AuthenticationGuard extends AuthGuard() {
  constructor(
    private readonly reflector: Reflector,
    private readonly known: KnownTokens,
    options: AuthModuleOptions,
  ) {
    super(options);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const caller = this.known.callerOf(request);
    if (caller === undefined) return withDeadline(context, super.canActivate(context) as Promise<boolean>);
    request.user = await withDeadline(context, caller);
    return true;
  }

  /** A token that does not hold is 401; a store that cannot be asked is its own failure, never a pass. */
  override handleRequest<T>(error: unknown, caller: T | false, info: unknown): T {
    if (error instanceof Error) throw error;
    if (!caller) throw info instanceof AppError ? info : errors.unauthenticated(reasonOf(info));
    return caller;
  }
}

function reasonOf(info: unknown): string {
  return info instanceof Error ? info.message : 'no valid token';
}
