import { type RequestListener, type Server, type ServerOptions, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may have in flight: the one that is being answered, and those behind it. */
const MAX_IN_FLIGHT = 8;

/** A connection of Node's HTTP server, with two members that Node does not document; tests show that they are there. */
interface HttpConnection extends Socket {
  /** The answer whose turn it is. */
  _httpMessage?: ServerResponse | null;
  /** Calls `onIncoming` with every request whose headers have arrived. */
  parser?: { onIncoming: () => number } | null;
}

/**
 * Makes the parser leave out the body of a request and everything that was read behind it, as for an upgrade to another
 * protocol (`on_headers_complete` of llhttp). Otherwise every request in it would be parsed and kept.
 */
const SKIP_THE_REST = 2;

/** Answers of connections that wait for those before them. */
const waiting = new WeakMap<Socket, ServerResponse[]>();

/**
 * A server that works on one request of a connection at a time. Node itself begins every pipelined request (RFC 9112
 * §9.3.2) as soon as it has parsed it, and keeps the answers until their turn: a client that reads nothing could make
 * it hold any number of them, and a stream behind the first is never told that the client has left.
 * @param patience milliseconds for the answers that are due on a connection that is to be closed
 */
export function pipelinedServer(options: ServerOptions, handle: RequestListener, patience: number): Server {
  return createServer(options, (request, response) => {
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    const behind = waiting.get(socket) ?? [];
    if (behind.length === MAX_IN_FLIGHT - 1) {
      refuseFurther(socket, patience);
      return;
    }
    waiting.set(socket, behind);
    behind.push(response);
    // Emitted when the answers before this one have been sent, and never if the connection is closed first.
    response.once('socket', () => {
      behind.shift();
      handle(request, response);
    });
  });
}

/**
 * Calls `farewell` when a connection has been sent every answer that it is due. A client that does not read them is cut
 * after `patience` milliseconds, even if it keeps sending.
 */
export function afterDueAnswers(socket: Socket, patience: number, farewell: () => void): void {
  const last = lastDue(socket);
  if (!last) {
    farewell();
    return;
  }
  last.once('finish', farewell);
  const timer = setTimeout(() => socket.destroy(), patience);
  socket.once('close', () => clearTimeout(timer));
}

/** Drops the requests that follow, and closes the connection after the answers that are due. */
function refuseFurther(socket: HttpConnection, patience: number): void {
  const last = lastDue(socket);
  if (!last || !socket.parser) {
    socket.destroy();
    return;
  }
  socket.parser.onIncoming = () => SKIP_THE_REST;
  last.shouldKeepAlive = false;
  afterDueAnswers(socket, patience, () => socket.destroySoon());
}

/** A request that never arrives whole is due no answer of its own, and waiting for one would only keep the connection. */
function lastDue(socket: HttpConnection): ServerResponse | undefined {
  const answers = [socket._httpMessage ?? [], waiting.get(socket) ?? []].flat();
  return answers.findLast(({ req }) => req.complete);
}
