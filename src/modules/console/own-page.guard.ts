import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { errors } from 'steward/core';

/**
 * Lets only the console itself use the cookie that the browser sends: a page of another site may send the header
 * X-Steward only if a preflight response allows it, and the browser says in Sec-Fetch-Site which site's page a request
 * comes from.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') throw errors.otherSite();
    if (headers['x-steward'] !== 'console') throw errors.failure('The header X-Steward: console is missing');
    return true;
  }
}
