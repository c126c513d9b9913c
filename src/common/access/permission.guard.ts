import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { errors } from '../errors/errors.js';
import { withDeadline } from '../http/deadline.js';
import type { StewardRequest } from '../http/request.js';
import { PrincipalSource, holds } from './caller.js';
import { ACCESS, type Access } from './decorators.js';

/** Holds a request to the permission code that its route declares (interface §5.9). */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly principals: PrincipalSource,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access?.kind === 'public' || access?.kind === 'login') return true;
    const { user } = context.switchToHttp().getRequest<StewardRequest>();
    if (access === undefined || user === undefined) throw errors.forbidden('undeclared');
    user.principal = await withDeadline(context, this.principals.of(user));
    if (!holds(user.principal, access.code)) throw errors.forbidden(access.code);
    return true;
  }
}
