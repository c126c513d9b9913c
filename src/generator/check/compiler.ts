import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PlannedFile } from '../plan/plan.js';

/** Files to be compiled together with a project. */
export interface Overlay {
  /** The project's folder. */
  root: string;
  files: PlannedFile[];
  /** Paths of files that are treated as removed. */
  removed: string[];
}

/** A problem of a file. */
export interface Problem {
  path: string;
  text: string;
  /** The text behind the file, the line and the column. */
  message: string;
}

/** Compiles one overlay after another in a thread of its own, so that the service can answer in the meantime. */
class Compiler {
  /**
   * How long the thread waits for the next overlay: reading the packages takes seconds, keeping them takes 250 MB.
   * Tests, which have hundreds of overlays, keep them.
   */
  idleMs = 30_000;
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** @throws Error if the compiler itself fails */
  compile(overlay: Overlay): Promise<Problem[]> {
    const turn = this.last.then(() => this.run(overlay));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async run(overlay: Overlay): Promise<Problem[]> {
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    worker.ref();
    try {
      worker.postMessage(overlay);
      const [problems] = (await once(worker, 'message')) as [Problem[]];
      return problems;
    } finally {
      worker.unref();
      this.idle = setTimeout(() => void this.stop(), this.idleMs).unref();
    }
  }

  private start(): Worker {
    const compiled = new URL('./compiler.worker.js', import.meta.url);
    const worker = existsSync(fileURLToPath(compiled))
      ? new Worker(compiled, { execArgv: [] })
      : new Worker(new URL('./compiler.worker.ts', import.meta.url), {
          execArgv: ['--import', '@swc-node/register/esm-register'],
        });
    worker.on('error', () => (this.worker = undefined));
    return worker;
  }

  private async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}

/** The one compiler of the process. */
export const compiler = new Compiler();
