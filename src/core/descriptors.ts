import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** File descriptors that a library, or a thread, may need at the same time while it is loaded. */
const SPARE = 32;

/** The system's codes for a process, or a machine, that has no file descriptor left. */
const EXHAUSTED = /^(EMFILE|ENFILE)$/;

/** Whether something failed because no file descriptor was left; a driver's error has the system's as its cause. */
export function isOutOfDescriptors(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: unknown };
  return EXHAUSTED.test(String(code)) || isOutOfDescriptors(cause);
}

/**
 * To be called before work that would leave something broken if it ran out of file descriptors half-way.
 * @throws Error of the system with the code EMFILE or ENFILE
 */
export function assertSpareDescriptors(): void {
  const open: number[] = [];
  try {
    while (open.length < SPARE) open.push(openSync(devNull, 'r'));
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

/**
 * Loads a library when it is first needed. Node remembers a failed `import()` as long as the process lives, so it is not
 * tried while file descriptors are short.
 * @throws Error of the system with the code EMFILE or ENFILE
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let library: T | undefined;
  return async () => {
    if (library === undefined) assertSpareDescriptors();
    return (library ??= await load());
  };
}
