import { type RouteDocs, objectOf } from 'steward/http';
import type { Readiness } from './health.service.js';

/** API description of the probes. */
export const healthDocs = {
  live: {
    summary: 'The process answers',
    answer: objectOf<{ status: 'ok' }>('Liveness', { status: { type: 'string', enum: ['ok'] } }),
  },
  ready: {
    summary: 'Requests can be served',
    description: 'HTTP 503 without the database; `degraded` while Redis is unavailable.',
    answer: objectOf<Readiness>('Readiness', {
      status: { type: 'string', enum: ['ok', 'degraded'] },
      database: { type: 'string', enum: ['ok'] },
      migrations: { type: 'string', enum: ['ok'] },
      cache: { type: 'string', enum: ['redis', 'memory', 'degraded'] },
    }),
  },
} satisfies Record<string, RouteDocs>;
