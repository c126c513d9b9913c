import type { Socket } from 'node:net';
import { failed } from '../envelope/envelope.js';
import { afterDueAnswers } from './pipelining.js';

/** Connections that are being closed: each is told why once, however much it still sends. */
const refused = new WeakSet<Socket>();

/**
 * Answers, on the bare socket, a request that is not valid HTTP, or whose headers are too large or took too long to
 * arrive. Requests that arrived before it on the same connection are answered first.
 * @param patience milliseconds for these answers
 */
export function refuseSockets(patience: number): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    afterDueAnswers(socket, patience, () => socket.end(refusalOf(error.code)));
  };
}

function refusalOf(code: string | undefined): string {
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request headers are too large']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive']
        : ['400 Bad Request', 'This is not a valid HTTP request'];
  const body = JSON.stringify(failed(parseInt(status, 10), message));
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
