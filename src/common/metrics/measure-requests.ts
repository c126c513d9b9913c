import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';

/** What a request that matched no route counts under: paths come from clients, and would be without number. */
const NO_ROUTE = 'none';

/** Measures every request under the pattern of its route; adds nothing where metrics are off. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  if (!metrics.enabled) return;
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE);
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
