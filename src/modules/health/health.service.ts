import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  type HealthCheckAttempt,
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorResult,
  HealthIndicatorService,
} from '@nestjs/terminus';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { errors } from 'steward/core';
import { assertDatabaseAnswers, pendingMigrations } from 'steward/database';
import { type CacheMode, KeyValueStore } from 'steward/kv';

/** Whether the service can do its work. */
export interface Readiness {
  status: 'ok' | 'degraded';
  database: 'ok';
  migrations: 'ok';
  cache: CacheMode;
}

/** How long the database may take to answer. */
const PATIENCE_MS = 2000;

/** Why a service that is stopping is not ready. */
const STOPPING = 'the service is stopping';

/** Checks what requests depend on. Terminus adds that a service that is shutting down is not ready. */
@Injectable()
export class HealthService {
  private stopping = false;

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: KeyValueStore,
  ) {}

  /** From now on the service is not ready, though it still answers: load balancers must send it nothing more. */
  beginStop(): void {
    this.stopping = true;
  }

  /** @throws AppError 503 that names what is missing */
  async readiness(): Promise<Readiness> {
    if (this.stopping) throw errors.notReady([STOPPING]);
    const cache = await this.store.check();
    try {
      const { status } = await this.health.check([this.database(), this.migrations(), () => this.cache(cache)]);
      return { status: status === 'degraded' ? 'degraded' : 'ok', database: 'ok', migrations: 'ok', cache };
    } catch (failure) {
      throw failure instanceof ServiceUnavailableException ? notReady(failure) : failure;
    }
  }

  private database(): HealthCheckAttempt {
    return this.indicators
      .check('database')
      .attempt(() => assertDatabaseAnswers(this.dataSource))
      .withTimeout(PATIENCE_MS);
  }

  /** A database that was restored to an older state must not be used to serve requests. */
  private migrations(): HealthCheckAttempt {
    return this.indicators
      .check('migrations')
      .attempt(async () => {
        const pending = await pendingMigrations(this.dataSource);
        if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`);
      })
      .withTimeout(PATIENCE_MS);
  }

  private cache(mode: CacheMode): HealthIndicatorResult {
    const cache = this.indicators.check('cache');
    return mode === 'degraded' ? cache.degraded() : cache.up();
  }
}

function notReady(failure: ServiceUnavailableException) {
  const { status, error = {} } = failure.getResponse() as HealthCheckResult;
  if (status === 'shutting_down') return errors.notReady([STOPPING]);
  const causes = Object.entries(error).map(([name, found]) => `${name}: ${String(found?.message)}`);
  return errors.notReady(Object.keys(error), causes.join('; '));
}
