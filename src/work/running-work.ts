import type { Log } from '../core/log/log.module.js';
import type { DataCipher } from '../database/cipher/data-cipher.js';
import { backoffOf } from './backoff.js';
import { LeaseLostError, PermanentError, type WorkContext } from './handles.js';
import type { KnownHandler } from './work-handlers.js';
import type { WorkRow } from './work-row.entity.js';
import type { Lease, WorkTable } from './work-table.js';

/** The parts of its instance that an attempt needs. */
export interface WorkInstance {
  table: WorkTable;
  cipher: DataCipher;
  log: Log;
  stopping: () => boolean;
}

/** Reason of a signal that a stop aborts. */
class Stopped extends Error {}

/** One attempt at a row, from its claim to its end. */
export class RunningWork {
  /** Settles when the attempt has ended and that is recorded; never fails. */
  readonly ended: Promise<void>;
  private readonly abort = new AbortController();
  private isFinished = false;

  constructor(
    readonly row: WorkRow,
    readonly handler: KnownHandler,
    private readonly instance: WorkInstance,
  ) {
    this.ended = this.run();
  }

  /** Whether a lease is this attempt's. */
  holds({ id, attempts }: Lease): boolean {
    return this.row.id === id && this.row.attempts === attempts;
  }

  /** Somebody else ended the row, or another instance may have begun it. */
  lose(): void {
    this.abort.abort(new LeaseLostError(this.row.id));
  }

  /** The stop waits no longer. */
  cutOff(): void {
    this.abort.abort(new Stopped('The service stops'));
  }

  private async run(): Promise<void> {
    const { row, handler, instance } = this;
    const timer = setTimeout(
      () => this.abort.abort(new Error(`It took longer than ${handler.timeout} s`)),
      handler.timeout * 1000,
    );
    try {
      await this.attempt();
      if (!(await instance.table.done(row, handler.encrypted)) && !this.isFinished) throw new LeaseLostError(row.id);
    } catch (error) {
      await this.fail(error).catch((failure: unknown) => {
        // Its lease ends, and another attempt begins.
        instance.log.warn({ ...this.fields, reason: (failure as Error).message }, 'The end of work was not recorded');
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Calls the handler, and waits for it as long as the row is this attempt's. */
  private async attempt(): Promise<void> {
    const { signal } = this.abort;
    const given = this.handler.run(this.data(), this.context());
    const aborted = new Promise<never>((_, reject) => {
      // During a stop, a handler that reacts to its signal is waited for.
      const lost = () => signal.reason instanceof Stopped || reject(signal.reason as Error);
      if (signal.aborted) lost();
      else signal.addEventListener('abort', lost, { once: true });
    });
    await Promise.race([given, aborted]);
  }

  private data(): unknown {
    const { row, handler, instance } = this;
    return JSON.parse(handler.encrypted ? instance.cipher.decrypt(row.data, `work:data:${row.id}`) : row.data);
  }

  private context(): WorkContext {
    const { row, handler, instance, abort } = this;
    const { id, tenantId, createdBy, attempts } = row;
    return {
      id,
      tenantId,
      createdBy,
      attempt: attempts,
      signal: abort.signal,
      goOn: () => !instance.stopping() && !abort.signal.aborted,
      progress: (percent) => instance.table.progress(row, percent),
      finish: async ({ manager, afterCommit }) => {
        if (!(await instance.table.done(row, handler.encrypted, manager))) throw new LeaseLostError(id);
        afterCommit(() => {
          this.isFinished = true;
        });
      },
    };
  }

  private async fail(error: unknown): Promise<void> {
    const { row, instance } = this;
    const { table, log } = instance;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.isFinished) return log.warn({ ...this.fields, reason }, 'A handler failed after the end of its work');
    if (error instanceof LeaseLostError) return log.warn({ ...this.fields, reason }, 'Work was taken from its handler');
    const { signal } = this.abort;
    const isTimeout = signal.aborted && error === signal.reason && !(error instanceof Stopped);
    if (instance.stopping() && !isTimeout) return table.giveBack(row);
    if (error instanceof PermanentError || row.attempts >= row.maxAttempts) {
      await table.fail(row, reason);
      return log.error({ ...this.fields, reason }, 'Work has failed');
    }
    await table.retryLater(row, reason, backoffOf(row.attempts));
    log.warn({ ...this.fields, reason }, 'Work failed and will be tried again');
  }

  private get fields(): object {
    const { id, kind, tenantId, attempts } = this.row;
    return { work: id, kind, tenantId, attempt: attempts };
  }
}
