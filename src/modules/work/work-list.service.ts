import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { errors, maskedParameters } from 'steward/core';
import { type Key, ReadService, ROW } from 'steward/crud';
import { transact } from 'steward/database';
import type { Caller } from 'steward/http';
import { WorkHandlers, WorkRow, WorkRunner, type WorkState, WorkTable } from 'steward/work';
import { workData } from './work.docs.js';

/** A row with its data as people may see it. */
export interface WorkDetail extends WorkRow {
  data: string;
}

/** Stands for data that nobody may see. */
const HIDDEN = '***';

/** Most characters of the data that are shown. */
const MAX_SHOWN = 4000;

/** States in which a row can be begun again, and in which it can be cancelled. */
const RETRIED: readonly WorkState[] = ['failed', 'cancelled', 'waiting'];
const CANCELLED: readonly WorkState[] = ['waiting', 'running'];

/** The action on a row, in the transaction of the request. */
type WorkAction = (row: WorkRow, manager: Parameters<WorkTable['update']>[2]) => Promise<unknown>;

/** Shows work to administrators, who may begin it again or cancel it. */
@Injectable()
export class WorkListService extends ReadService<WorkRow> {
  constructor(
    @InjectRepository(WorkRow) rows: Repository<WorkRow>,
    private readonly table: WorkTable,
    private readonly runner: WorkRunner,
    private readonly handlers: WorkHandlers,
  ) {
    super(rows, {
      label: 'Work',
      filters: ['kind', 'key', 'state', 'createdBy', 'startedAt', 'endedAt'],
      order: [['id', 'DESC']],
      added: { data: workData },
    });
  }

  /**
   * One row with its data, masked.
   * @throws AppError code 1 if the caller may see no such row
   */
  async withData(id: Key, caller: Caller): Promise<WorkDetail> {
    const row = await this.detail(id, caller);
    const found = await this.rows.findOne({ where: { id: row.id }, select: { data: true } });
    return Object.assign(row, { data: this.shown(row.kind, found?.data ?? '') });
  }

  /** Makes rows due at once, with all their attempts. @throws AppError code 1 if one is unknown, running or done */
  async retry(ids: number[], caller: Caller): Promise<void> {
    const waits = { attempts: 0, error: '', endedAt: null, nextAt: () => this.table.now };
    await this.change(ids, RETRIED, caller, ({ id, state }, manager) =>
      this.table.toWaiting({ id, state }, waits, manager),
    );
    this.runner.wakeAll();
  }

  /** Cancels rows. @throws AppError code 1 if one is unknown, or has ended already */
  async cancel(ids: number[], caller: Caller): Promise<void> {
    const cancelled = this.table.ended('cancelled', `Cancelled by ${caller.username}`);
    await this.change(ids, CANCELLED, caller, ({ id, state }, manager) =>
      this.table.update({ id, state }, cancelled, manager),
    );
    this.runner.lose(ids);
  }

  private change(ids: number[], states: readonly WorkState[], caller: Caller, act: WorkAction): Promise<void> {
    return transact(this.rows.manager, caller.gate, async ({ manager, afterCommit }) => {
      const found = await this.byKeys(
        ids.map((id) => [id]),
        this.visible(manager, caller),
      )
        .orderBy(`${ROW}.id`)
        .getMany();
      const there = new Set(found.map(({ id }) => id));
      const missing = ids.filter((id) => !there.has(id));
      if (missing.length > 0) throw errors.notFound(`Work ${missing.slice(0, 10).join(', ')}`);
      for (const row of found) {
        // The statement changes the row only in the state that was read.
        if (states.includes(row.state) && (await act(row, manager))) continue;
        throw errors.failure(`Work ${row.id} is ${row.state}`, { reason: 'values', member: 'state', values: states });
      }
      caller.objects = found.map(({ id, kind }) => ({ id, name: kind }));
      afterCommit(() => this.reads.changed(this.rows.metadata.tableName));
    });
  }

  /** Encrypted data is never shown, not even where this version does not know its kind. */
  private shown(kind: string, data: string): string {
    if (data === '') return '';
    if (this.handlers.all.get(kind)?.encrypted) return HIDDEN;
    try {
      const value: unknown = JSON.parse(data);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return maskedParameters([isObject ? value : { data: value }], MAX_SHOWN);
    } catch {
      return HIDDEN;
    }
  }
}
