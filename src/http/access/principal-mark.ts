import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { StewardRequest } from '../request/request.js';

/** Header of every answer to a valid token: its value changes when the caller's permissions or data have changed. */
export const PRINCIPAL_HEADER = 'x-principal';

/** 96 bits of the digest: enough that two contents never have the same. */
const LENGTH = 16;

/** A short opaque text that differs for different contents. */
export function markOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, LENGTH);
}

/**
 * Sends the mark of the caller's authorisation with every answer to a valid token. It is set at the end, because
 * handling a request may read the authorisation again. A caller for whom it has never been read gets the mark of its
 * version: reading it for the header alone would cost a query.
 */
export function sendMarks(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { user } = request as StewardRequest;
    if (user) void reply.header(PRINCIPAL_HEADER, user.mark ?? markOf(user.version));
    done();
  });
}
