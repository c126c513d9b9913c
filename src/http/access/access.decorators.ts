import { type ExecutionContext, SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import { Documented, type RouteDocs } from '../description/route.docs.js';
import type { Caller } from '../request/caller.js';
import type { StewardRequest } from '../request/request.js';

/** Key of the metadata that says who may call a route. */
export const ACCESS = 'steward:access';

/** Who may call a route: everybody, every user who is logged in, or holders of a permission code. */
export type Access = { kind: 'public' } | { kind: 'login' } | { kind: 'permission'; code: string };

/** The route needs no token. */
export const Public = (docs?: RouteDocs) => declare({ kind: 'public' }, docs);

/** The route needs a valid access token and no permission. */
export const LoginOnly = (docs?: RouteDocs) => declare({ kind: 'login' }, docs);

/** The route needs a permission code, such as `sys:loginLog:page`. */
export const Permission = (code: string, docs?: RouteDocs) => declare({ kind: 'permission', code }, docs);

/** Key of the metadata that says which callers a route asks to confirm who they are. */
export const STEP_UP = 'steward:step-up';

/**
 * Which callers are asked to confirm who they are: `account`, for what concerns the own account, asks users who have a
 * second factor, and at the strict level everybody; `admin`, for what administrators do to others, asks everybody if
 * the setting STEP_UP_ADMIN is on.
 */
export type StepUpRule = 'account' | 'admin';

/**
 * The recorded route refuses callers who should confirm who they are, unless they did so a moment ago (docs/api.md,
 * Confirming who is calling).
 */
export const AsksWho = (rule: StepUpRule) => SetMetadata<string, StepUpRule>(STEP_UP, rule);

/** Key of the metadata of routes that are open to restricted sessions. */
export const OPEN_TO_RESTRICTED = 'steward:open-to-restricted';

/**
 * The route, or every route of a controller, may be called in a restricted session (docs/api.md, Restricted sessions).
 */
export const OpenToRestricted = () => SetMetadata<string, true>(OPEN_TO_RESTRICTED, true);

/** Key of the metadata of routes without a permission that are open to API tokens. */
export const OPEN_TO_TOKENS = 'steward:open-to-tokens';

/** The route, which needs no permission, may be called with an API token (docs/api.md, API tokens). */
export const OpenToTokens = () => SetMetadata<string, true>(OPEN_TO_TOKENS, true);

/** Declares who may call a route and, with the same decorator, its API description. */
function declare(access: Access, docs?: RouteDocs): MethodDecorator & ClassDecorator {
  const decorators = [SetMetadata<string, Access>(ACCESS, access), ...(docs ? [Documented(docs)] : [])];
  return applyDecorators(...decorators);
}

/** Injects the caller: the claims of the access token. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { user } = context.switchToHttp().getRequest<StewardRequest>();
  if (!user) throw new Error('@CurrentCaller() on a route without authentication');
  return user;
});
