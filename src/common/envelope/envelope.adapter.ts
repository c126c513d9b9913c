import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { succeeded } from './envelope.js';

/**
 * Puts what a handler returns into the envelope of interface §2.1; a stream (a download) passes as it is. Nest's
 * global interceptor would be the usual place, and costs a request more than its guards and its handler.
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(...[response, body, status]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    return super.reply(response, body instanceof StreamableFile ? body : succeeded(body), status);
  }
}
