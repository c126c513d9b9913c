import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** On every answer: browsers must not guess another type, and caches must not keep data that needs a token. */
export const ANSWER_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** Says why a request was refused, for programs (docs/api.md, Reasons). */
export const FAULT_HEADER = 'x-error';

/** Headers of a refusal that say what is missing: of a login, or of a call that asks who it is (docs/api.md). */
export const LOGIN_HEADERS = ['x-captcha', 'x-login-challenge', 'x-login-methods', 'x-restricted', 'x-step-up'];

/** The one place where pages are served: Swagger UI. */
const PAGES = /^\/api\/docs(\/|$)/;

/**
 * Helmet's headers for pages that a browser shows. JSON routes go without: Helmet builds them again for every request,
 * and they mean nothing for JSON. Swagger UI has an inline style element and inline images, but no inline script; TLS
 * ends at the proxy, which is where Strict-Transport-Security belongs.
 */
export async function protectPages(server: FastifyInstance): Promise<void> {
  await server.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
  });
  server.addHook('onRoute', (route) => {
    if (PAGES.test(route.url)) route.config = { ...route.config, helmet: {} };
  });
}
