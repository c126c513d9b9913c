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
import { pendingMigrations } from 'steward/database';
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

/** Asks what requests depend on. Terminus adds that a service which is stopping is not ready. */
@Injectable()
export class HealthService {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: KeyValueStore,
  ) {}

  /** @throws AppError 503 that names what is missing */
  async readiness(): Promise<Readiness> {
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
      .attempt(async () => void (await this.dataSource.query('SELECT 1')))
      .withTimeout(PATIENCE_MS);
  }

  /** A database that was put back to an older state must not be served from. */
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
  if (status === 'shutting_down') return errors.notReady(['the service is stopping']);
  const causes = Object.entries(error).map(([name, found]) => `${name}: ${String(found?.message)}`);
  return errors.notReady(Object.keys(error), causes.join('; '));
}
