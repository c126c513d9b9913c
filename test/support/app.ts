import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { createApp } from '../../src/app/app.setup.js';
import type { Extension } from '../../src/app/extension.js';
import { Clock } from '../../src/core/clock.js';
import { extensions as installed } from '../../src/extensions.js';
import type { HttpLimits } from '../../src/http/limits/limits.js';
import { type Environment, loadSettings } from '../../src/settings/settings.js';
import { Builders } from './builders.js';
import { Client } from './client.js';
import { afterFirstStart } from './first-start.js';
import { FIRST_START } from './global-setup.js';
import { type Storage, newStorage } from './services.js';

/** Password of the seeded administrator in tests. */
export const ADMIN_PASSWORD = 'admin-password';

/** Signing secret in tests, so that they can forge tokens. */
export const TEST_SECRET = 'insecure-test-secret-0123456789-abcdefghij';

/** A clock that tests move. */
export class TestClock extends Clock {
  private passed = 0;
  private set = 0;

  override now(): number {
    return super.now() + this.passed + this.set;
  }

  override steady(): number {
    return super.steady() + this.passed;
  }

  /** Time passes. */
  advance(milliseconds: number): void {
    this.passed += milliseconds;
  }

  /** Somebody sets the clock, forward or back; no time passes. */
  step(milliseconds: number): void {
    this.set += milliseconds;
  }
}

/** A running application: the real one, over real HTTP. */
export interface TestApp {
  app: NestFastifyApplication;
  url: string;
  clock: TestClock;
  storage: Storage;
  db: DataSource;
  client: Client;
  make: Builders;
  /** Stops the application; its storage too, unless another one started it. */
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings by their environment names, over the tests' defaults. */
  env?: Environment;
  /** Storage of another application, to be a second instance beside it. */
  storage?: Storage;
  clock?: TestClock;
  /** In place of the service's own. */
  limits?: Partial<HttpLimits>;
  /** Whether the start is to make tables and seeds itself, as it always does where the options say something of them. */
  first?: boolean;
  /** In place of those of this installation. */
  extensions?: Extension[];
  /** Folder of a built console. */
  consoleRoot?: string;
}

/** Tests work in the process of the service: what they do is no load that it turns requests away for. */
const WITHOUT_OVERLOAD: Partial<HttpLimits> = { eventLoopDelay: 0 };

/**
 * Starts an application on storage of its own; the limits a minute are off unless `AUTH_LIMIT` and the like are given,
 * the overload answer unless `limits` are.
 */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const storage = options.storage ?? (await newStorage());
  const clock = options.clock ?? new TestClock();
  const settings = loadSettings({
    ADMIN_PASSWORD,
    JWT_SECRET: TEST_SECRET,
    AUTH_LIMIT: '0',
    CAPTCHA_LIMIT: '0',
    OPERATION_LIMIT: '0',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    GEOIP_PATH: 'test/nowhere.mmdb',
    ...storage.environment,
    ...options.env,
  });
  const { limits = WITHOUT_OVERLOAD, consoleRoot, extensions = installed } = options;
  if (needsNoFirstStart(options)) {
    const first = () => createApp(settings, { clock: new TestClock(), limits, extensions });
    await afterFirstStart(storage, async () => (await first()).close());
  }
  const app = await createApp(settings, { clock, limits, consoleRoot, extensions });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const db = app.get(DataSource);
  return {
    app,
    url,
    clock,
    storage,
    db,
    client: new Client(url),
    make: new Builders(db),
    stop: async () => {
      await app.close();
      if (!options.storage) await storage.remove();
    },
  };
}

/** Whether nothing is said of what the first start makes, and this run keeps what one has left. */
function needsNoFirstStart({ storage, extensions, first = false, env = {} }: TestAppOptions): boolean {
  if (first || storage || extensions || process.env[FIRST_START] === undefined) return false;
  return !Object.keys(env).some((name) => name.startsWith('DB_') || name === 'ADMIN_PASSWORD');
}
