import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SharedReads } from 'steward/crud';
import { transact } from 'steward/database';
import { Dict, DictItem } from '../../dict/dict.entity.js';
import type { PlannedDict } from '../plan/plan.js';
import type { DictReport } from './reports.js';
import { lockSideEffects } from './side-effects.lock.js';

/** Longest code, label and value of a dictionary, and its longest name, in characters. */
const MAX_TEXT = 128;
const MAX_NAME = 64;

/** Creates the dictionaries that column comments describe. */
@Injectable()
export class DictWriter {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: SharedReads,
  ) {}

  /** Creates the dictionaries that are not there; those that are stay as they are. */
  async create(planned: PlannedDict[]): Promise<DictReport[]> {
    const statuses = await transact(this.dataSource.manager, undefined, async ({ manager, afterCommit }) => {
      await lockSideEffects(manager);
      const statuses: string[] = [];
      for (const dict of planned) {
        const problem = dict.problem ?? problemOf(dict);
        const exists = problem === undefined && (await manager.existsBy(Dict, { code: dict.dict }));
        statuses.push(problem === undefined ? (exists ? 'exists' : 'created') : `skipped: ${problem}`);
        if (problem !== undefined || exists) continue;
        const row = {
          name: [...dict.name].slice(0, MAX_NAME).join(''),
          code: dict.dict,
          status: 1,
          sort: 0,
          remark: '',
        };
        const { id } = await manager.save(manager.create(Dict, row));
        await manager.save(
          dict.items.map((item, sort) => manager.create(DictItem, { ...item, dictId: id, status: 1, sort })),
        );
      }
      if (statuses.includes('created')) {
        for (const entity of [Dict, DictItem]) {
          afterCommit(() => this.reads.changed(this.dataSource.getMetadata(entity).tableName));
        }
      }
      return statuses;
    });
    return planned.map(({ dict, name, items }, index) => ({ dict, name, items, status: statuses[index] ?? '' }));
  }
}

/** Why the tables of the dictionaries cannot hold one. */
function problemOf({ dict, items }: PlannedDict): string | undefined {
  const texts = [dict, ...items.flatMap(({ label, value }) => [label, value])];
  const longest = Math.max(...texts.map((text) => [...text].length));
  return longest > MAX_TEXT ? `the code, the labels and the values have at most ${MAX_TEXT} characters` : undefined;
}
