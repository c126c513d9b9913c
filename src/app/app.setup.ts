import type { INestApplicationContext } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errors } from '../core/errors.js';
import { FrameworkLogger, createLogger } from '../core/log/logger.js';
import { Metrics } from '../core/metrics/metrics.js';
import { TOTAL_COUNT } from '../crud/read/csv.js';
import { migrate } from '../database/migrate.js';
import { PRINCIPAL_HEADER, sendMarks } from '../http/access/principal-mark.js';
import { sendFailure } from '../http/envelope/exception.filter.js';
import { ANSWER_HEADERS, FAULT_HEADER, LOGIN_HEADERS, protectPages } from '../http/envelope/headers.js';
import { endInTime } from '../http/limits/deadline.js';
import { HTTP_LIMITS, type HttpLimits, limitServer, serverLimits } from '../http/limits/limits.js';
import { clientIpResolver } from '../http/origin/client-ip.js';
import { logRequests, requestIds, measureRequests } from '../http/recording/request-log.js';
import { sendTags } from '../http/envelope/entity-tag.js';
import type { StewardRequest } from '../http/request/request.js';
import { acceptImages } from '../http/validation/image-body.js';
import { acceptJsonOnly } from '../http/validation/json-body.js';
import { acceptDeclaredBodies } from '../http/validation/taken-body.js';
import { CONSOLE_ROOT, isBuilt, serveConsole } from '../modules/console/console.pages.js';
import { generatedModules } from '../modules/generated.modules.js';
import { PasswordPolicy, UNCHECKED_PASSWORD } from '../modules/password/password-policy.js';
import { serveDocs } from '../openapi/docs.routes.js';
import { type Settings, secretsOf } from '../settings/settings.js';
import { AppModule, type ModuleOptions } from './app.module.js';
import { seedsOf } from './app.seeds.js';
import { checkOperations, migrationsOf, settingsOf } from './extension.js';

/** Largest request body in bytes. */
const BODY_LIMIT = 1_048_576;

/** A token in a path is longer than the router's default of 100 characters. */
const MAX_PARAM_LENGTH = 8192;

/** How long a browser remembers the answer to a preflight request, in seconds. */
const PREFLIGHT_S = 600;

/**
 * The parts of a start that its caller may replace: tests move the clock, keep the printed password, wait less and have
 * their own console.
 */
export interface AppOptions extends ModuleOptions {
  /** Called with the administrator's generated password at the first start. */
  announcePassword?: (generated: string) => void;
  /** In place of {@link HTTP_LIMITS}. */
  limits?: Partial<HttpLimits>;
  /** The folder of the built console, in place of {@link CONSOLE_ROOT}. */
  consoleRoot?: string;
}

/**
 * The application, migrated, seeded and initialised, but not listening: the same for the service and for its tests.
 */
export async function createApp(settings: Settings, options: AppOptions = {}): Promise<NestFastifyApplication> {
  const logger = await prepare(settings, options);
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const adapter = new FastifyAdapter({
    ...serverLimits(limits),
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: refuseUrl,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings, logger, options), adapter, {
    logger: new FrameworkLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const server = adapter.getInstance<FastifyInstance>();
  acceptJsonOnly(server);
  acceptImages(server);
  acceptDeclaredBodies(server);
  if (settings.docs.enabled) await protectPages(server);
  const clientIp = clientIpResolver(settings.api.proxyIps);
  server.decorateRequest('clientIp', '');
  server.decorateRequest('gate');
  // The adapter's own hook runs before every other, so that a preflight request has its address and id too.
  adapter.setOnRequestHook((request, reply, done) => {
    const forwarded = request.headers['x-forwarded-for'];
    (request as StewardRequest).clientIp = clientIp(
      request.socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
    void reply.header('x-request-id', request.id).headers(ANSWER_HEADERS);
    done();
  });
  logRequests(server, logger);
  measureRequests(server, app.get(Metrics));
  sendMarks(server);
  sendTags(server);
  endInTime(server, limits);
  closeConnectionsOnStop(server);
  if (settings.cors.origins.length > 0) {
    app.enableCors({
      origin: settings.cors.origins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: [
        'x-request-id',
        'retry-after',
        'content-disposition',
        FAULT_HEADER,
        ...LOGIN_HEADERS,
        PRINCIPAL_HEADER,
        TOTAL_COUNT.toLowerCase(),
        'etag',
      ],
      // Scripts of other origins send tokens in a header. The one cookie is for the service's own console.
      credentials: false,
      maxAge: PREFLIGHT_S,
    });
  }
  limitServer(server, limits, settings.server.maxConnectionsPerAddress, settings.api.proxyIps);
  await initialise(app);
  // A route keeps the error handler that was set when it was added, and Nest sets its own while it is initialised.
  if (settings.docs.enabled) serveDocs(app, server);
  if (settings.console.enabled) await serveBuiltConsole(server, options.consoleRoot ?? CONSOLE_ROOT, logger);
  await server.ready();
  return app;
}

/** A start that fails leaves no connection open, which would keep its process alive. */
async function initialise(app: NestFastifyApplication): Promise<void> {
  try {
    await app.init();
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
}

/** The same application without HTTP, for a command. */
export async function createContext(settings: Settings, options: AppOptions = {}): Promise<INestApplicationContext> {
  const logger = await prepare(settings, options);
  return NestFactory.createApplicationContext(AppModule.forRoot(settings, logger, options), {
    logger: new FrameworkLogger(logger),
    abortOnError: false,
  });
}

/** Serves the console if it was built; an installation of only the API has none. */
async function serveBuiltConsole(server: FastifyInstance, root: string, logger: Logger): Promise<void> {
  if (isBuilt(root)) await serveConsole(server, root);
  else logger.warn('The console was not built, so /console/ is an unknown path; "npm run build" builds it');
}

/** Migrates and seeds the database, and returns the log. */
async function prepare(
  settings: Settings,
  { announcePassword, clock, extensions = [], generated: modules = generatedModules }: AppOptions,
): Promise<Logger> {
  checkOperations(extensions);
  const logger = await createLogger(settings, secretsOf(settings, settingsOf(extensions)));
  let generated: string | undefined;
  const policy = new PasswordPolicy(settings.auth, (err) => logger.warn({ err }, UNCHECKED_PASSWORD));
  const seeds = seedsOf(settings, policy, (password) => (generated = password), extensions, modules);
  await migrate(settings, seeds, logger, { own: migrationsOf(extensions), now: clock?.date() });
  if (generated !== undefined) announcePassword?.(generated);
  return logger;
}

/**
 * Without this, a keep-alive connection whose last request was under way at the stop would delay it until the timeout.
 */
function closeConnectionsOnStop(server: FastifyInstance): void {
  server.addHook('preClose', (done) => {
    if (server.server.listening) {
      const closing = setInterval(() => server.server.closeIdleConnections(), 100).unref();
      server.server.once('close', () => clearInterval(closing));
    }
    done();
  });
}

/**
 * Bodies are validated by class-validator and answers serialised by JSON.stringify. Without these compilers, Fastify
 * would load Ajv and fast-json-stringify at every start.
 */
function refuseSchema(): never {
  throw new Error('A route must not have a JSON Schema for Fastify: the service has no compiler for it');
}

/** A URL that cannot be decoded or has a parameter that is too long never reaches a route. */
function refuseUrl(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  // No hook has run for it.
  void reply.headers(ANSWER_HEADERS);
  sendFailure(reply, errors.badRequest(`Bad URL: ${error.name === 'FastifyError' ? 'malformed' : 'refused'}`));
}
