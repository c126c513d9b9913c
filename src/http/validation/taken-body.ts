import { Readable, Transform } from 'node:stream';
import { type ExecutionContext, SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../core/errors.js';
import { refuseEncoding, requireUtf8 } from './body-encoding.js';

/** One mebibyte, in which the limits of bodies are counted. */
export const MiB = 1_048_576;

/** The bodies that a route accepts instead of JSON: certain media types, or any body as raw bytes. */
export type TakenBody = { max?: number } & (
  { type: string | readonly string[]; stream?: boolean; raw?: never } | { raw: true; type?: never; stream?: never }
);

/** Key of the metadata with the {@link TakenBody} of a route. */
export const TAKEN_BODY = 'steward:taken-body';

const JSON_TYPE = 'application/json';

/** A request in which the bytes of its body were kept. */
interface RawRequest extends FastifyRequest {
  rawBody?: Buffer;
}

/**
 * The route takes another body than JSON of up to one mebibyte.
 *
 * `{ type: 'text/csv', max: 5 * MiB }` takes this media type alone: `@Body()` is a string for `text/…`, which must be in
 * UTF-8, and a Buffer for all others. With `stream: true` it is a {@link BodyStream} that the handler reads while the
 * client sends. `{ raw: true }` takes every media type and keeps the bytes for {@link RawBody}; a body in JSON is also
 * parsed, and so can be declared with a class.
 * @param taken `max`: the largest body in bytes; a larger one is answered with 413
 */
export const TakesBody = (taken: TakenBody) =>
  applyDecorators(RouteConfig({ takenBody: taken }), SetMetadata<string, TakenBody>(TAKEN_BODY, taken));

/** Injects the exact bytes of the body into a handler of a route with `@TakesBody({ raw: true })`. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer =>
  rawBodyOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The bytes of the body of a request to a route that keeps them; none for a request without a body. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  if (takenBodyOf(request)?.raw !== true)
    throw new Error('The route keeps no bytes: it needs @TakesBody({ raw: true })');
  return (request as RawRequest).rawBody ?? Buffer.alloc(0);
}

/** A body that is read while the client sends it. */
export class BodyStream {
  /** Private at run time too: code that lists the members of bodies, such as the operation log, does not see it. */
  readonly #stream: Readable;

  constructor(
    readonly type: string,
    stream: Readable,
  ) {
    this.#stream = stream;
  }

  /** The bytes; fails with 413 as soon as they are more than the route takes. */
  get stream(): Readable {
    return this.#stream;
  }
}

/** Makes routes take the bodies that they declare with {@link TakesBody}. Other routes do not change. */
export function acceptDeclaredBodies(server: FastifyInstance): void {
  const receive = (request: FastifyRequest, payload: Readable): Promise<unknown> => receiveBody(request, payload);
  server.addHook('onRoute', (route) => {
    const { takenBody } = (route.config ?? {}) as { takenBody?: TakenBody };
    if (takenBody === undefined) return;
    if (takenBody.max !== undefined) route.bodyLimit = takenBody.max;
    const types = takenBody.raw ? ['*'] : typesOf(takenBody);
    if (types.includes(JSON_TYPE)) throw new Error(`${route.url} takes JSON without @TakesBody, or with raw: true`);
    for (const type of types) if (!server.hasContentTypeParser(type)) server.addContentTypeParser(type, receive);
  });
}

/** The bodies that the route of a request takes in place of JSON; undefined for a route that takes JSON. */
export function takenBodyOf({ routeOptions }: FastifyRequest): TakenBody | undefined {
  return (routeOptions.config as { takenBody?: TakenBody }).takenBody;
}

/**
 * Keeps the bytes of a JSON body if its route wants them.
 * @throws AppError 400 if the route takes no JSON
 */
export function keepRaw(request: FastifyRequest, body: Buffer): void {
  const taken = takenBodyOf(request);
  if (taken?.raw) (request as RawRequest).rawBody = body;
  else if (taken) throw errors.notOfType(typesOf(taken));
}

/**
 * A body that has arrived whole, in the form that its route wants.
 * @throws AppError 400 if the route does not take its type
 */
export function takeBytes(request: FastifyRequest, taken: TakenBody, bytes: Buffer): unknown {
  const type = assertTaken(request, taken);
  if (taken.raw) {
    (request as RawRequest).rawBody = bytes;
    return undefined;
  }
  if (taken.stream) return new BodyStream(type, Readable.from([bytes]));
  if (!type.startsWith('text/')) return bytes;
  requireUtf8(request, bytes);
  return bytes.toString('utf8');
}

async function receiveBody(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const taken = takenBodyOf(request);
  if (taken === undefined) throw errors.notJson();
  const type = assertTaken(request, taken);
  const limited = within(request.routeOptions.bodyLimit, payload);
  if (taken.stream) return new BodyStream(type, limited);
  return takeBytes(request, taken, Buffer.concat(await limited.toArray()));
}

/** @returns the media type of the body */
function assertTaken(request: FastifyRequest, taken: TakenBody): string {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!taken.raw && !typesOf(taken).includes(type)) throw errors.notOfType(typesOf(taken));
  refuseEncoding(request);
  return type;
}

/** The media types that a route takes; none for one that takes all. */
export function typesOf({ type = [] }: TakenBody): string[] {
  return [type].flat();
}

/** The same bytes, which fail with 413 once they are too many, and with 400 if the client leaves before the end. */
function within(limit: number, payload: Readable): Readable {
  let received = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > limit) done(errors.tooLarge('request body', 413));
      else done(null, chunk);
    },
  });
  const cut = () => count.destroy(errors.badRequest('The request body has ended early'));
  payload.once('close', () => payload.readableEnded || cut()).once('error', cut);
  return payload.pipe(count);
}
