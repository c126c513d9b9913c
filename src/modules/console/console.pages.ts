import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, PACKAGE_ROOT, safePath } from 'steward/core';

/** Where the console is served. */
export const CONSOLE_PATH = '/console/';

/** The folder that a build of the console is in. */
export const CONSOLE_ROOT = join(PACKAGE_ROOT, 'console/dist');

const FILES = `${CONSOLE_PATH}*`;
const PAGE = 'index.html';

/** The page's content security policy; only Vue's Trusted Types policy may turn text into markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ');

/** The path of a file in the build: no name begins with a dot or contains a character that a URL escapes. */
const FILE_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Names that begin with a dot, and escaped separators: no page of the console has them in its path. */
const SUSPECT_PATH = /(?:^|\/)\.|[\\\0%]/;
const ESCAPED_SLASH = /%2f/i;

/**
 * Two dots or two slashes in a row, also escaped: a proxy, or a script of the page, could resolve them to another path.
 */
const DETOUR = /(?:\.|%2e){2}|\/\//i;

/** Below this path, every file name contains a hash of the content. */
const HASHED = /^assets(?:\/|$)/;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Whether the folder holds a built console. */
export function isBuilt(root: string): boolean {
  return existsSync(join(root, PAGE));
}

/** Whether this server serves the console under {@link CONSOLE_PATH}. */
export function servesConsole(server: FastifyInstance): boolean {
  return server.hasRoute({ method: 'GET', url: FILES });
}

/**
 * Serves the built console: its files under /console/, and its page for every other path below it that a browser wants
 * to show, because the console does its own routing. A browser that opens the service's address is redirected to it.
 * These are plain Fastify routes: apart from their 404, their answers have no envelope.
 */
export async function serveConsole(server: FastifyInstance, root: string): Promise<void> {
  const method = ['GET', 'HEAD'];
  await server.register(async (pages) => {
    // The policy is sent exactly as above: helmet would write it differently.
    await pages.register(helmet, {
      contentSecurityPolicy: false,
      strictTransportSecurity: false,
      // Over plain http, common in internal networks, browsers reject it with an error; the console opens no window.
      crossOriginOpenerPolicy: false,
    });
    await pages.register(files, { root, serve: false, preCompressed: true, cacheControl: false });
    pages.addHook('onRequest', (_request, reply, done) => {
      void reply.header('content-security-policy', POLICY);
      done();
    });
    pages.route({ method, url: FILES, handler: (request, reply) => sendFile(request, reply, root) });
    pages.route({ method, url: '/console', handler: (_request, reply) => reply.redirect(CONSOLE_PATH, 302) });
  });
  server.route({
    method,
    url: '/',
    handler: (request, reply) => {
      if (!wantsPage(request)) throw unknownPath(request);
      return reply.redirect(CONSOLE_PATH, 302);
    },
  });
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, root: string): Promise<FastifyReply> {
  const { '*': path } = request.params as { '*': string };
  const [address = ''] = request.url.split('?', 1);
  if (SUSPECT_PATH.test(path) || ESCAPED_SLASH.test(address) || DETOUR.test(address)) throw unknownPath(request);
  const isHashed = HASHED.test(path);
  if (await isFile(root, path)) {
    return reply.header('cache-control', isHashed ? FOR_EVER : 'no-cache').sendFile(path);
  }
  if (path !== '' && (isHashed || !wantsPage(request))) throw unknownPath(request);
  return reply.header('cache-control', 'no-cache').sendFile(PAGE);
}

async function isFile(root: string, path: string): Promise<boolean> {
  if (!FILE_PATH.test(path)) return false;
  return stat(join(root, path)).then(
    (found) => found.isFile(),
    () => false,
  );
}

function unknownPath({ method, url }: FastifyRequest): Error {
  return errors.noSuchPath(method, safePath(url));
}

/** Whether the Accept header names HTML, as a browser's does if it will show the answer; wildcards do not count. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
