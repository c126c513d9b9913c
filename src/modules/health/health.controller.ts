import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Public } from '../../common/access/decorators.js';
import { errors } from '../../common/errors/errors.js';
import { type CacheMode, ResilientStore } from '../../kv/resilient.store.js';
import { healthDocs } from './health.docs.js';

/** Whether the service can do its work (contract §5). */
export interface Readiness {
  status: 'ok' | 'degraded';
  database: 'ok';
  cache: CacheMode;
}

/** How long the database may take to answer. */
const PATIENCE_MS = 2000;

/** Probes for whoever runs the container (contract §5). */
@Public()
@Controller('api/health')
export class HealthController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ResilientStore,
  ) {}

  /** The process answers. */
  @Public(healthDocs.live)
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Requests can be served: 503 without the database, `degraded` while Redis is away. */
  @Public(healthDocs.ready)
  @Get('ready')
  async ready(): Promise<Readiness> {
    await this.pingDatabase();
    const cache = this.store.mode();
    return { status: cache === 'degraded' ? 'degraded' : 'ok', database: 'ok', cache };
  }

  private async pingDatabase(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(errors.unavailable('the database does not answer')), PATIENCE_MS);
    });
    try {
      await Promise.race([this.dataSource.query('SELECT 1'), late]);
    } catch (error) {
      throw errors.unavailable('the database does not answer', error);
    } finally {
      clearTimeout(timer);
    }
  }
}
