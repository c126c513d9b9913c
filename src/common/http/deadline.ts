import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errors } from '../errors/errors.js';
import type { StewardRequest } from './request.js';

interface RouteOptions {
  unhurried?: boolean;
}

/** How long a request may wait for what it depends on (contract §3: 503 within 5 s). */
const PATIENCE_MS = 4500;

/**
 * The handler works longer than a request may wait for a dependency, and is not cut. What it asks of the database is:
 * every statement has a limit of its own.
 */
export const Unhurried = () => RouteConfig({ unhurried: true } satisfies RouteOptions);

/**
 * Answers 503 where a request does not come to its answer in time: a database that hangs, or more logins than can be
 * checked. Time counts from when the body is there, since a slow client's is not the service's.
 */
export function endInTime(server: FastifyInstance): void {
  server.addHook('preHandler', (request, reply, done) => {
    (request as StewardRequest).deadline = setTimeout(cut, PATIENCE_MS, reply);
    done();
  });
  server.addHook('onSend', (request, _reply, _payload, done) => {
    clearTimeout((request as StewardRequest).deadline);
    done();
  });
}

const tooLate = () => errors.unavailable('the request waited too long for a dependency');

function cut(reply: FastifyReply): void {
  const { unhurried } = reply.routeOptions.config as RouteOptions;
  if (unhurried || reply.sent) return;
  (reply.request as StewardRequest).cut = true;
  reply.send(tooLate());
}

/**
 * Stops a request that was answered while a guard waited: what the client was told has failed is not done afterwards.
 * @throws AppError 503
 */
export function assertNotCut(request: StewardRequest): void {
  if (request.cut) throw tooLate();
}
