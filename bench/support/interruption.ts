import { killAll } from './children.js';
import { removeServiceData } from './storage.js';

let interruption: Promise<never> | undefined;

/** From now on, an interrupted run leaves as little behind as a finished one. */
export function cleanUpWhenInterrupted(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A signal often comes twice, from the shell and from npm.
    process.on(signal, () => void (interruption ??= interrupted()));
  }
}

async function interrupted(): Promise<never> {
  killAll();
  await removeServiceData().catch(() => undefined);
  process.exit(130);
}
