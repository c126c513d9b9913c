import { type ExecutionContext, SetMetadata, createParamDecorator } from '@nestjs/common';
import type { StewardRequest } from '../http/request.js';
import type { Caller } from './caller.js';

/** Key of the metadata that says who may call a route. */
export const ACCESS = 'steward:access';

/** Who may call a route: everybody, whoever is logged in, or who holds a permission code. */
export type Access = { kind: 'public' } | { kind: 'login' } | { kind: 'permission'; code: string };

/** The route needs no token (interface §5.2). */
export const Public = () => SetMetadata<string, Access>(ACCESS, { kind: 'public' });

/** The route needs a valid access token and no permission. */
export const LoginOnly = () => SetMetadata<string, Access>(ACCESS, { kind: 'login' });

/** The route needs a permission code, such as `sys:loginLog:page`. */
export const Permission = (code: string) => SetMetadata<string, Access>(ACCESS, { kind: 'permission', code });

/** Injects who calls: the claims of the access token. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { user } = context.switchToHttp().getRequest<StewardRequest>();
  if (!user) throw new Error('@CurrentCaller() on a route without authentication');
  return user;
});
