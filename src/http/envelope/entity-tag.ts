import type { FastifyInstance } from 'fastify';
import { markOf } from '../access/principal-mark.js';
import type { StewardRequest } from '../request/request.js';

/** The entity tag of some content (RFC 9110, 8.8.3). */
export function tagOf(content: unknown): string {
  return `"${markOf(content)}"`;
}

/**
 * Whether an If-Match header allows a change to what has this tag: it is `*`, or a list that names the tag. Weak tags
 * and anything malformed match nothing.
 */
export function matches(ifMatch: string, tag: string): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === tag);
}

/** Sends the tag of the row that a request read or changed, if there is exactly one. */
export function sendTags(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const tag = (request as StewardRequest).user?.tag;
    if (tag !== undefined) void reply.header('etag', tag);
    done();
  });
}
