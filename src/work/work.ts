import { Injectable } from '@nestjs/common';
import { DataCipher } from '../database/cipher/data-cipher.js';
import type { Transaction } from '../database/transaction.js';
import { type KnownHandler, WorkHandlers } from './work-handlers.js';
import { WorkRow } from './work-row.entity.js';
import { WorkRunner } from './work-runner.js';
import { WorkTable } from './work-table.js';

/** A change that leaves work to be done: a transaction, and who makes it if known. */
export interface WorkChange extends Transaction {
  caller?: { userId: number; tenantId: number };
}

/** Options for work besides its kind and its data. */
export interface WorkOptions {
  /** The change that the work belongs to: it is done if the change is committed, and never otherwise. */
  change: WorkChange;
  /** Not before this time; at once without it. */
  at?: Date;
  /**
   * Of a kind and a key, at most one row waits; it stands for all that are added meanwhile, with the data of the first,
   * the earliest time and the lowest priority.
   */
  key?: string;
  /** The lowest goes first; 0 by default. */
  priority?: number;
  /** The tenant that it belongs to, for turns and for administrators; by default that of the change's caller, or 0. */
  tenantId?: number;
  /** Who asked for it; by default the change's caller, or 0. */
  createdBy?: number;
}

/** Largest data, as JSON, in bytes. */
const MAX_DATA = 262_144;

/** Longest key, in characters. */
const MAX_KEY = 128;

/** Adds work that is done after a commit, by the method that `@Handles` its kind, on any instance. */
@Injectable()
export class Work {
  constructor(
    private readonly handlers: WorkHandlers,
    private readonly table: WorkTable,
    private readonly runner: WorkRunner,
    private readonly cipher: DataCipher,
  ) {}

  /**
   * Adds work in the transaction of a change.
   * @param kind that a method of this version handles
   * @param data anything that JSON can hold, at most 256 KiB of it
   * @returns id of the row that will be worked on
   * @throws Error if no method handles the kind, or the data or the key is too long
   * @throws DataKeyError if the data is to be encrypted, and there is no key
   */
  async add(kind: string, data: unknown, options: WorkOptions): Promise<number> {
    const handler = this.handlers.all.get(kind);
    if (handler === undefined) throw new Error(`No method handles work of the kind ${kind}`);
    const text = JSON.stringify(data ?? null);
    if (Buffer.byteLength(text) > MAX_DATA)
      throw new RangeError(`The data of ${kind} is longer than ${MAX_DATA} bytes`);
    if (options.key !== undefined && (options.key === '' || [...options.key].length > MAX_KEY)) {
      throw new RangeError(`The key of ${kind} must have 1 to ${MAX_KEY} characters`);
    }
    const id = (await this.join(kind, options)) ?? (await this.insert(handler, text, options));
    options.change.afterCommit(() => this.runner.wakeAll());
    return id;
  }

  /** Lets the row that waits with the key stand for this one too. @returns its id, if there is one */
  private async join(kind: string, options: WorkOptions): Promise<number | undefined> {
    const { key, change, at, priority = 0 } = options;
    if (key === undefined) return undefined;
    const where = { kind, waitingKey: key };
    const time = at === undefined ? this.table.now : ':at';
    // A change of the row, which keeps it from being begun before this transaction is committed.
    const { affected } = await change.manager
      .createQueryBuilder()
      .update(WorkRow)
      .set({
        adds: () => 'adds + 1',
        nextAt: () => `CASE WHEN next_at > ${time} THEN ${time} ELSE next_at END`,
        priority: () => 'CASE WHEN priority > :priority THEN :priority ELSE priority END',
      })
      .where(where)
      .setParameters({ priority, at: at && this.table.stored(at) })
      .updateEntity(false)
      .execute();
    if (!affected) return undefined;
    return (await change.manager.findOneByOrFail(WorkRow, where)).id;
  }

  private async insert(handler: KnownHandler, text: string, options: WorkOptions): Promise<number> {
    const { change, at, key = null, priority = 0 } = options;
    const { tenantId = change.caller?.tenantId ?? 0, createdBy = change.caller?.userId ?? 0 } = options;
    const now = () => this.table.now;
    const { identifiers } = await change.manager
      .createQueryBuilder()
      .insert()
      .into(WorkRow)
      .values({
        tenantId,
        kind: handler.kind,
        key,
        waitingKey: key,
        // An encrypted text is bound to the id of its row, which is not known yet.
        data: handler.encrypted ? '' : text,
        priority,
        state: 'waiting',
        maxAttempts: handler.attempts,
        nextAt: at ?? now,
        createdBy,
        createdAt: now,
      })
      .execute();
    const { id } = identifiers[0] as { id: number };
    if (handler.encrypted) {
      const data = this.cipher.encrypt(text, `work:data:${id}`);
      await this.table.update({ id }, { data }, change.manager);
    }
    return id;
  }
}
