import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

/** A command's trimmed standard output. Rejects with the last line of its stderr, and if the check is interrupted. */
export async function output(command: string, ...args: string[]): Promise<string> {
  return print(interruption.signal, command, args);
}

/** As {@link output}, but for cleaning up: it also runs if the check is interrupted. */
export async function outputAnyway(command: string, ...args: string[]): Promise<string> {
  return print(undefined, command, args);
}

/** Whether a command succeeds. */
export async function succeeds(command: string, ...args: string[]): Promise<boolean> {
  return output(command, ...args).then(
    () => true,
    () => false,
  );
}

/** Runs a long command and shows its output as it runs. */
export async function show(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], signal: interruption.signal });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${nameOf(command, args)} failed`);
}

async function print(signal: AbortSignal | undefined, command: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { signal, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  } catch (error) {
    if (signal?.aborted) throw new Error('interrupted', { cause: error });
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${nameOf(command, args)}: ${stderr.trim().split('\n').at(-1) || message}`, { cause: error });
  }
}

/** A command with its subcommand, such as `buildah bud`. */
function nameOf(command: string, args: string[]): string {
  return `${command} ${args.find((argument) => !argument.startsWith('-')) ?? ''}`.trim();
}
