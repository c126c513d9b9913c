import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { SharedReads } from 'steward/crud';
import { takeTurn, transact } from 'steward/database';
import { Dict, DictItem } from '../../modules/dict/dict.entity.js';
import type { PlannedDict } from '../plan/plan.js';
import { type EnteredLabels, type RowsMade, labelsOf } from './entered.js';
import type { DictReport } from './reports.js';

/** Longest code, label and value of a dictionary, and its longest name, in characters. */
const MAX_TEXT = 128;
const MAX_NAME = 64;

/** How dictionaries are entered. */
export interface DictOptions {
  /** Labels that an earlier run entered, by dictionary and value. */
  known: EnteredLabels;
  /** Whether existing dictionaries follow their tables. */
  follows: boolean;
  /** Whether the earlier run entered them here: if so, missing items have been removed since. */
  isSameDatabase: boolean;
}

/** The result for the dictionaries. */
export interface DictsEntered {
  reports: DictReport[];
  /** The labels that are now known to be entered. */
  known: EnteredLabels;
  made: Pick<RowsMade, 'dicts' | 'items' | 'labels'>;
}

/** The result for one dictionary, and the labels that are now known to be entered. */
interface DictEntered {
  status: string;
  labels?: Record<string, string>;
}

/** Enters the dictionaries that column comments describe. */
@Injectable()
export class DictWriter {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: SharedReads,
  ) {}

  /**
   * Creates the dictionaries that do not exist. An existing one gets the values that are new to its column and the
   * labels that have changed; edits and removals by a person stay, and no value is removed.
   */
  async enter(planned: PlannedDict[], options: DictOptions): Promise<DictsEntered> {
    const { entered, made } = await transact(this.dataSource.manager, undefined, async ({ manager, afterCommit }) => {
      await takeTurn(manager);
      const made: DictsEntered['made'] = { dicts: [], items: [], labels: [] };
      const entered: DictEntered[] = [];
      for (const dict of planned) entered.push(await enterOne(dict, options, made, manager));
      if (made.dicts.length + made.items.length + made.labels.length > 0) {
        for (const entity of [Dict, DictItem]) {
          afterCommit(() => this.reads.changed(this.dataSource.getMetadata(entity).tableName));
        }
      }
      return { entered, made };
    });
    const known = { ...options.known };
    planned.forEach(({ dict }, index) => {
      const labels = entered[index]?.labels;
      if (labels) known[dict] = labels;
    });
    const reports = planned.map(({ dict, name, items }, index) => {
      return { dict, name, items, status: entered[index]?.status ?? '' };
    });
    return { reports, known, made };
  }
}

async function enterOne(
  dict: PlannedDict,
  options: DictOptions,
  made: DictsEntered['made'],
  manager: EntityManager,
): Promise<DictEntered> {
  const problem = dict.problem ?? problemOf(dict);
  if (problem !== undefined) return { status: `skipped: ${problem}` };
  const there = await manager.findOneBy(Dict, { code: dict.dict });
  if (there) return follow(dict, there, options, made, manager);
  const name = [...dict.name].slice(0, MAX_NAME).join('');
  const row = manager.create(Dict, { name, code: dict.dict, status: 1, sort: 0, remark: '' });
  const { id } = await manager.save(row);
  const items = dict.items.map((item, sort) => manager.create(DictItem, { ...item, dictId: id, status: 1, sort }));
  made.dicts.push({ id, name, code: dict.dict });
  made.items.push(...(await manager.save(items)).map(itemOf));
  return { status: 'created', labels: labelsOf(dict.items) };
}

/** Lets an existing dictionary follow its column, based on what an earlier run entered. */
async function follow(
  { dict, items }: PlannedDict,
  { id: dictId }: Dict,
  { known, follows, isSameDatabase }: DictOptions,
  made: DictsEntered['made'],
  manager: EntityManager,
): Promise<DictEntered> {
  const stored = await manager.find(DictItem, { where: { dictId }, order: { sort: 'ASC', id: 'ASC' } });
  const before = known[dict];
  const here = new Map(stored.map((item) => [item.value, item]));
  // Without a record, as from before baselines were kept, the items that are here count as entered.
  if (before === undefined || !follows) {
    const labels = before ?? labelsOf(items.filter(({ value }) => here.has(value)));
    return { status: 'exists', labels };
  }
  const counts = { added: 0, relabelled: 0, kept: 0 };
  let sort = Math.max(-1, ...stored.map((item) => item.sort));
  for (const { value, label } of items) {
    const item = here.get(value);
    const old = before[value];
    if (!item) {
      if (old !== undefined && isSameDatabase) continue;
      const added = manager.create(DictItem, { dictId, value, label, status: 1, sort: ++sort });
      made.items.push(itemOf(await manager.save(added)));
      counts.added++;
    } else if (item.label !== label && old !== undefined && old !== label) {
      if (item.label === old) {
        made.labels.push({ id: item.id, before: old, after: label });
        await manager.update(DictItem, { id: item.id }, { label });
        counts.relabelled++;
      } else counts.kept++;
    }
  }
  const wanted = new Set(items.map(({ value }) => value));
  counts.kept += Object.keys(before).filter((value) => !wanted.has(value) && here.has(value)).length;
  const { added, relabelled, kept } = counts;
  const isQuiet = added + relabelled + kept === 0;
  const status = isQuiet ? 'exists' : `updated: ${added} added, ${relabelled} relabelled, ${kept} kept`;
  return { status, labels: labelsOf(items) };
}

function itemOf({ id, dictId, value, label }: DictItem): RowsMade['items'][number] {
  return { id, dictId, value, label };
}

/** Why the tables of the dictionaries cannot hold one. */
function problemOf({ dict, items }: PlannedDict): string | undefined {
  const texts = [dict, ...items.flatMap(({ label, value }) => [label, value])];
  const longest = Math.max(...texts.map((text) => [...text].length));
  return longest > MAX_TEXT ? `the code, the labels and the values have at most ${MAX_TEXT} characters` : undefined;
}
