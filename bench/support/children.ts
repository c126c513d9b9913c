import { type ChildProcess, type SpawnOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** How long a child may take to stop on its own. */
const STOP_MS = 5000;

/** Ends a child once the benchmark that started it is gone, however it ended: the IPC channel closes with it. */
const LEASH = 'data:text/javascript,process.once("disconnect",()=>process.exit())';

const running = new Set<ChildProcess>();
const stopping = new WeakSet<ChildProcess>();
process.on('exit', killAll);

/** Kills everything that was started here. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a Node.js program that must not outlive the benchmark. */
export function startProgram(
  file: string,
  flags: string[],
  options: SpawnOptions,
  parameters: string[] = [],
): ChildProcess {
  return keep(spawn(process.execPath, [...flags, '--import', LEASH, file, ...parameters], options));
}

/** Starts one of the programs in bench/process, which talk to their parent over IPC. */
export function startWorker(name: string, env: NodeJS.ProcessEnv = {}, flags: string[] = []): ChildProcess {
  return keep(
    fork(fileURLToPath(new URL(`../process/${name}.ts`, import.meta.url)), {
      execArgv: [...flags, '--import', LEASH, '-C', 'steward-source', '--import', '@swc-node/register/esm-register'],
      env: { ...process.env, NODE_ENV: 'production', ...env },
    }),
  );
}

/**
 * Sends a task to a worker and waits for its answer.
 * @throws Error if the worker ends without answering
 */
export async function ask<T>(worker: ChildProcess, task: unknown): Promise<T> {
  worker.send(task as object);
  return message<T>(worker);
}

/** The next message of a child. */
async function message<T>(child: ChildProcess): Promise<T> {
  const settled = new AbortController();
  const ended = once(child, 'exit', { signal: settled.signal }).then(([code]) => {
    throw new Error(`A child process ended with ${code ?? 'a signal'} before it answered`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal: settled.signal }), ended])) as [T];
    return answer;
  } finally {
    ended.catch(() => undefined);
    settled.abort();
  }
}

/** Stops a child and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  stopping.add(child);
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, wait(STOP_MS, undefined, { ref: false })]);
  child.kill('SIGKILL');
  await gone;
}

function keep(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', (code, signal) => {
    running.delete(child);
    if (code !== 0 && !stopping.has(child)) console.warn(`${child.spawnargs.at(-1)} ended: ${code ?? signal}`);
  });
  return child;
}
