import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../src/settings/settings.js';
import { Client } from './client.js';
import { BUILT } from './global-setup.js';

/** Flags of Node.js that `npm start` passes: they bound how much garbage the process keeps. */
const FLAGS =
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }).scripts.start.match(/--\S+/g) ??
  [];

/** The service as a process of its own, in a working folder of its own. */
export class StewardProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'steward-process-'));
  output = '';
  errors = '';
  private child: ChildProcess | undefined;

  /**
   * @param environment settings by their environment names; of this process's environment only PATH is passed on
   * @param main the file to run; by default the service of this project
   * @param parameters of the command line
   * @param descriptors limit of open files; by default that of this process
   */
  constructor(
    private readonly environment: Environment = {},
    private readonly main = join(BUILT, 'main.js'),
    private readonly parameters: string[] = [],
    private readonly descriptors?: number,
  ) {}

  /** Id of the process while it runs. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts it and waits until it listens. */
  async start(): Promise<Client> {
    this.launch();
    const url = await this.listening();
    return new Client(url);
  }

  /** Starts it and waits until it has ended. */
  async run(): Promise<number | null> {
    return (await this.ended(this.launch())) ?? null;
  }

  /** Sends a signal and waits until the process has ended. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    return (await this.ended(child)) ?? null;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private launch(): ChildProcess {
    this.output = '';
    this.errors = '';
    const command = [process.execPath, ...FLAGS, this.main, ...this.parameters];
    const limited = this.descriptors === undefined ? [] : ['sh', '-c', `ulimit -n ${this.descriptors}; exec "$0" "$@"`];
    const [file = '', ...parameters] = [...limited, ...command];
    const child = spawn(file, parameters, {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.child = child;
    return child;
  }

  private async ended(child: ChildProcess): Promise<number | null | undefined> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    return child.exitCode;
  }

  private async listening(): Promise<string> {
    const deadline = Date.now() + 90_000;
    for (;;) {
      const url = /listening on (\S+)/.exec(this.output)?.[1];
      if (url) return url;
      if (Date.now() > deadline || this.child?.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`did not start: ${this.output}${this.errors}`);
      }
      await new Promise((next) => setTimeout(next, 20));
    }
  }
}
