import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import type { Environment } from '../../src/settings/settings.js';
import { eventually } from './poll.js';
import { ServerProcess, freePort } from './server-process.js';

/** On Debian the server is in a folder that only root's PATH contains. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** A MariaDB server for a single test, with its own port and data folder. */
export class MariaDbServer extends ServerProcess {
  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {
    super();
  }

  static async start(): Promise<MariaDbServer> {
    const server = new MariaDbServer(await freePort(), mkdtempSync(join(tmpdir(), 'steward-mariadb-')));
    mkdirSync(server.temporary);
    const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync('mariadb-install-db', [...server.options, ...options], { stdio: 'ignore', env });
    await server.start();
    return server;
  }

  /** Settings of a service that uses it. */
  get environment(): Environment {
    return { DB_TYPE: 'mysql', DB_PORT: String(this.port), DB_DATABASE: 'steward' };
  }

  /** Starts it with the data that it has, and waits until it answers. */
  async start(): Promise<void> {
    const network = ['--bind-address=127.0.0.1', `--port=${this.port}`, `--socket=${join(this.folder, 'socket')}`];
    this.launch('mariadbd', [...this.options, ...network], env);
    await eventually(() => this.answers(), 60_000);
  }

  /** The rows that a statement returns; no database is selected. */
  async query(statement: string, values: string[] = []): Promise<Record<string, unknown>[]> {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port: this.port, user: 'root' });
    try {
      const [rows] = await connection.query(statement, values);
      return rows as Record<string, unknown>[];
    } finally {
      await connection.end();
    }
  }

  /** Ends it for good. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** At its start a server removes temporary tables from this folder: in a shared one, those of a running server too. */
  private get temporary(): string {
    return join(this.folder, 'tmp');
  }

  private get options(): string[] {
    const folders = [`--datadir=${join(this.folder, 'data')}`, `--tmpdir=${this.temporary}`];
    return ['--no-defaults', ...folders, `--user=${userInfo().username}`];
  }

  private answers(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}
