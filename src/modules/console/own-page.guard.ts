import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { errors } from 'steward/core';

/**
 * Lets only the console itself act on the cookie that its browser sends along: a page of another site needs the consent
 * of a preflight answer for the header X-Steward, and the browser says in Sec-Fetch-Site whose page a request is from.
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
