import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A server for a single test, which can be killed, suspended and brought back. */
export abstract class ServerProcess {
  private process: ChildProcess | undefined;

  async kill(): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    await exited;
  }

  hang(): void {
    this.process?.kill('SIGSTOP');
  }

  wake(): void {
    this.process?.kill('SIGCONT');
  }

  protected launch(command: string, options: string[], env = process.env): void {
    this.process = spawn(command, options, { stdio: 'ignore', env });
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
