import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { StewardRequest } from 'steward/http';
import { isLoginRequest } from './auth.dto.js';
import { LoginLimit } from './login-limit.js';

/** Counts a login by its address, but not a plain refresh. Runs before the body is validated. */
@Injectable()
export class LoginLimitGuard implements CanActivate {
  constructor(private readonly limit: LoginLimit) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const { body, clientIp, routeOptions } = request;
    if (routeOptions.url?.endsWith('/token') && !isLoginRequest(body)) return true;
    await this.limit.count(clientIp);
    request.gate?.throwIfAborted();
    return true;
  }
}
