import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { createApp } from '../../src/app/app.setup.js';
import { type Extension, settingsOf } from '../../src/app/extension.js';
import { Clock } from '../../src/core/clock.js';
import type { DatabaseTimes } from '../../src/database/dialect/database-times.js';
import { extensions as installed } from '../../src/extensions.js';
import type { HttpLimits } from '../../src/http/limits/limits.js';
import { PasswordService } from '../../src/modules/access/password.service.js';
import { User } from '../../src/modules/access/user.entity.js';
import { type Environment, loadSettings } from '../../src/settings/settings.js';
import { Builders, QUICK_COST, quickHash } from './builders.js';
import { Client } from './client.js';
import { afterFirstStart } from './first-start.js';
import { FIRST_START } from './global-setup.js';
import { type Storage, newStorage } from './services.js';

/** Password of the seeded administrator in tests. */
export const ADMIN_PASSWORD = 'admin-password';

/** Signing secret in tests, so that they can forge tokens. */
export const TEST_SECRET = 'insecure-test-secret-0123456789-abcdefghij';

/** Data key in tests, so that none is kept in the project's folder. */
export const TEST_DATA_KEY = '5a'.repeat(32);

/** A clock that tests can move. */
export class TestClock extends Clock {
  private passed = 0;
  private set = 0;

  override now(): number {
    return super.now() + this.passed + this.set;
  }

  override steady(): number {
    return super.steady() + this.passed;
  }

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.passed += milliseconds;
  }

  /** Sets the wall clock forward or back, as a user of the machine might; no time passes. */
  step(milliseconds: number): void {
    this.set += milliseconds;
  }
}

/** A running application: the real one, served over real HTTP. */
export interface TestApp {
  app: NestFastifyApplication;
  url: string;
  clock: TestClock;
  storage: Storage;
  db: DataSource;
  client: Client;
  make: Builders;
  /** Stops the application, and removes its storage unless that was passed in. */
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings by their environment names, which override the tests' defaults. */
  env?: Environment;
  /** Storage of another application, to run as a second instance beside it. */
  storage?: Storage;
  clock?: TestClock;
  /** Replace the service's own. */
  limits?: Partial<HttpLimits>;
  databaseTimes?: Partial<DatabaseTimes>;
  /** Work factor of password hashes; by default the least that bcrypt takes. */
  passwordCost?: number;
  /** Whether the start must create tables and seeds itself, as it always does if another option affects them. */
  first?: boolean;
  /** Replace those of this installation. */
  extensions?: Extension[];
  /** Modules of the code generator, in place of those of this installation. */
  generated?: Type[];
  /** Called with the generated password of a first start. */
  announcePassword?: (generated: string) => void;
  /** Folder of a built console. */
  consoleRoot?: string;
}

/** Tests run in the process of the service, and their own work must not make it turn requests away. */
const WITHOUT_OVERLOAD: Partial<HttpLimits> = { eventLoopDelay: 0 };

/**
 * Starts an application on storage of its own. The limits per minute are off unless `AUTH_LIMIT` and the like are
 * given, and requests are not refused for overload unless `limits` are given.
 */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const storage = options.storage ?? (await newStorage());
  const clock = options.clock ?? new TestClock();
  const environment = {
    ADMIN_PASSWORD,
    JWT_SECRET: TEST_SECRET,
    DATA_KEY: TEST_DATA_KEY,
    AUTH_LIMIT: '0',
    CAPTCHA_LIMIT: '0',
    OPERATION_LIMIT: '0',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    GEOIP_PATH: 'test/nowhere.mmdb',
    ...storage.environment,
    ...options.env,
  };
  const {
    limits = WITHOUT_OVERLOAD,
    databaseTimes,
    passwordCost = QUICK_COST,
    consoleRoot,
    generated,
    announcePassword,
    extensions = installed,
  } = options;
  const settings = loadSettings(environment, settingsOf(extensions));
  if (needsNoFirstStart(options)) {
    await afterFirstStart(storage, async () => {
      const first = await createApp(settings, { clock: new TestClock(), limits, extensions });
      await quickenLogin(first.get(DataSource), settings.auth.adminUsername);
      await first.close();
    });
  }
  const app = await createApp(settings, {
    clock,
    limits,
    databaseTimes,
    consoleRoot,
    extensions,
    generated,
    announcePassword,
  });
  app.get(PasswordService).cost = passwordCost;
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

/**
 * Most tests log in as the administrator; comparing with the hash of a real first start would take longer than many of
 * them.
 */
async function quickenLogin({ manager }: DataSource, username: string): Promise<void> {
  const salt = 'cafe0123';
  await manager.update(User, { username }, { salt, password: quickHash(ADMIN_PASSWORD, salt) });
}

/** Whether the result of another first start can be used: this run keeps one, and no option affects what it creates. */
function needsNoFirstStart({ storage, extensions, generated, first = false, env = {} }: TestAppOptions): boolean {
  if (first || storage || extensions || generated || process.env[FIRST_START] === undefined) return false;
  return !Object.keys(env).some((name) => name.startsWith('DB_') || name.startsWith('ADMIN_'));
}
