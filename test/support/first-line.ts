import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * The first line that a process prints to a pipe.
 * @param name of the process, for the error
 * @throws if the process ends before it prints one
 */
export async function firstLineOf(child: ChildProcess, name: string): Promise<string> {
  const lines = createInterface({ input: child.stdout as Readable });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} did not start, and ended with exit code ${code}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  return line;
}
