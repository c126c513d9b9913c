import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { succeeded } from './envelope.js';

/**
 * Stands between every handler and its answer, and puts what the handler returned into the envelope of interface §2.1;
 * a stream (a download) passes as it is. Nest's own place for that, a global interceptor, would cost a request more
 * than its guards and its handler (docs/decisions/0015).
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(...[response, body, status]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    // Nest gives a status with its own errors alone.
    const isAnswer = status === undefined && !(body instanceof StreamableFile);
    return super.reply(response, isAnswer ? succeeded(body) : body, status);
  }
}
