import type { FastifyInstance } from 'fastify';
import { errors } from '../../core/errors.js';
import { refuseEncoding, requireUtf8 } from './body-encoding.js';
import { keepRaw } from './taken-body.js';

/** Deepest nesting of a body: no legitimate request has more, and it would exhaust the stack of code that walks it. */
const MAX_DEPTH = 64;

/**
 * JSON in UTF-8 is the only kind of body that every route accepts; any other media type, charset or encoding is
 * HTTP 400. An empty body counts as none.
 */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      refuseEncoding(request);
      requireUtf8(request, body);
      keepRaw(request, body);
      done(null, body.length === 0 ? undefined : parseJson(body));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8');
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) throw errors.badRequest('The request body is nested too deeply');
    } else if (character === '}' || character === ']') depth--;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw errors.badRequest('The request body is not valid JSON');
  }
}
