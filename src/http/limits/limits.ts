import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errors } from '../../core/errors.js';
import { failed } from '../envelope/envelope.js';
import { networkOf, networkTest, plainAddress } from '../origin/client-ip.js';
import type { Patience } from '../request/request-gate.js';
import { refuseWhileLate } from './event-loop.js';
import { pipelinedServer } from './pipelining.js';
import { refuseSockets } from './refused-socket.js';

/** The limits on simultaneous connections and on slow clients; times in milliseconds. */
export interface HttpLimits extends Patience {
  /** Open connections; further ones are closed as they arrive. */
  connections: number;
  /** For the headers of a request to arrive, counted from when the connection was opened. */
  headersTimeout: number;
  /** For a whole request to arrive. */
  requestTimeout: number;
  /** For a connection to be idle while a request on it is being answered, because its client does not read. */
  socketTimeout: number;
  /** How often to look for slow requests. */
  checkInterval: number;
  /** Mean delay of the event loop over the window above which requests are turned away; 0: never. */
  eventLoopDelay: number;
  /** The time over which the delay is measured: a single pause shorter than this turns nobody away. */
  eventLoopWindow: number;
}

/**
 * Generous to every well-behaved client: a body of 1 MiB arrives in time at 280 kbit/s. With 50 busy connections the
 * event loop is some 10 ms late; if it were a whole second late, requests would be given up before their turn comes.
 */
export const HTTP_LIMITS: HttpLimits = {
  connections: 10_000,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  socketTimeout: 60_000,
  checkInterval: 2000,
  patience: 4500,
  commitPatience: 5000,
  eventLoopDelay: 1000,
  eventLoopWindow: 3000,
};

/** How long an idle connection is kept, in milliseconds: longer than the minute that common proxies reuse theirs for. */
const KEEP_ALIVE_MS = 72_000;

/** Fastify's options for limits, and the server that it is to use. */
export function serverLimits(limits: HttpLimits) {
  return {
    clientErrorHandler: refuseSockets(limits.socketTimeout),
    serverFactory: (handle: RequestListener): Server => {
      const server = pipelinedServer(
        {
          headersTimeout: limits.headersTimeout,
          requestTimeout: limits.requestTimeout,
          connectionsCheckingInterval: limits.checkInterval,
          keepAliveTimeout: KEEP_ALIVE_MS,
          // Node's own refusal has no body: requireHost() sends the envelope.
          requireHostHeader: false,
        },
        handle,
        limits.socketTimeout,
      );
      return server.setTimeout(limits.socketTimeout);
    },
  };
}

/**
 * Applies the limits that can only be set once the server has been created.
 * @param perAddress open connections from one client address; further ones are closed as they arrive; 0: any number
 * @param proxies addresses that speak for many clients, and are not counted
 */
export function limitServer(
  server: FastifyInstance,
  limits: HttpLimits,
  perAddress: number,
  proxies: readonly string[],
): void {
  server.server.maxConnections = limits.connections;
  if (perAddress > 0) limitAddresses(server.server, perAddress, networkTest(proxies));
  // A connection that could not be accepted because no file descriptor was left: its client sees it closed.
  server.server.on('error', () => undefined);
  server.server.on('checkExpectation', refuseExpectation);
  requireHost(server);
  refuseWhileLate(server, limits.eventLoopDelay, limits.eventLoopWindow);
}

/** Half-sent requests from one address must not use up the connections of all others. */
function limitAddresses(server: Server, most: number, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (address === undefined || isProxy(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > most) socket.destroy();
  });
}

/** HTTP/1.1 requests must name their host (RFC 9112 §3.2). */
function requireHost(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const missing = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(missing ? errors.badRequest('The Host header is missing') : undefined);
  });
}

/** A request whose `Expect` header asks for anything but 100-continue never reaches Fastify. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(failed(417, 'The Expect header asks for what this service does not do'));
  response
    .writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}
