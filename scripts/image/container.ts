import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImageConfig } from './buildah.js';

/**
 * Enters the image as a container runtime does: with its own mounts and process ids, everything but the data volume
 * read-only, the image's user, and nothing of this process's environment. The command becomes process 1.
 */
const ENTER = `
set -e
root=$1 data=$2 volume=$3 user=$4; shift 4
mount --bind "$root" "$root"
mount --bind "$data" "$root$volume"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" env -i "$@"
`;

const DEFAULT_PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** An image's mounted file system, its settings, and a folder for its data volume. */
export interface Container {
  root: string;
  config: ImageConfig;
  data: string;
}

/** How a command in a container ended. */
export interface Ended {
  code: number | null;
  output: string;
}

/** A command that runs in a container. */
export class Running {
  output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  /** Starts a command; by default the image's own. */
  static start({ root, config, data }: Container, environment: string[], command = config.Cmd ?? []): Running {
    const [volume = ''] = Object.keys(config.Volumes ?? {});
    const variables = [DEFAULT_PATH, ...(config.Env ?? []), ...environment];
    const inside = [`--chdir=${config.WorkingDir}`, ...variables, ...command];
    const namespaces = ['--mount', '--pid', '--ipc', '--fork'];
    return new Running(
      spawn('unshare', [...namespaces, 'sh', '-c', ENTER, 'sh', root, data, volume, config.User ?? '', ...inside], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits for the end; kills the command if it takes too long. */
  async end(patienceMs: number): Promise<Ended> {
    const late = setTimeout(() => void this.kill(), patienceMs);
    if (!this.hasEnded) await once(this.child, 'close');
    clearTimeout(late);
    return { code: this.child.exitCode, output: this.output };
  }

  /** Sends a signal to the command itself, which `unshare` waits for. */
  async signal(name: NodeJS.Signals): Promise<void> {
    process.kill(await this.pid(), name);
  }

  /** A line of the command's status in /proc, such as `Uid` or `VmRSS`. */
  async status(field: string): Promise<string> {
    const text = await readFile(`/proc/${await this.pid()}/status`, 'utf8');
    return new RegExp(`^${field}:\\s*(.+)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.hasEnded) await this.kill();
    await this.end(10_000);
  }

  /** Kills process 1 of the container, and thereby all others; killing `unshare` would leave them running. */
  private async kill(): Promise<void> {
    await this.signal('SIGKILL').catch(() => this.child.kill('SIGKILL'));
  }

  private async pid(): Promise<number> {
    const { pid } = this.child;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
    if (children === '') throw new Error('the container has ended');
    return Number(children);
  }
}

/** Runs a command in a container to its end. */
export async function runToEnd(container: Container, environment: string[], ...command: string[]): Promise<Ended> {
  await using running = Running.start(container, environment, command.length > 0 ? command : undefined);
  return await running.end(30_000);
}

/** Waits until a condition holds. */
export async function until(what: string, patienceMs: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
    await wait(100);
  }
}
