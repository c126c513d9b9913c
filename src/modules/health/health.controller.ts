import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Public, UNDER_PRESSURE_TOO } from 'steward/http';
import { healthDocs } from './health.docs.js';
import { HealthService, type Readiness } from './health.service.js';

/** Probes for the orchestrator that runs the container. */
@Public()
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process answers, however busy it is. */
  @Public(healthDocs.live)
  @RouteConfig(UNDER_PRESSURE_TOO)
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Requests can be served: 503 without the database or its schema, `degraded` while Redis is unavailable. */
  @Public(healthDocs.ready)
  @Get('ready')
  ready(): Promise<Readiness> {
    return this.health.readiness();
  }
}
