import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { SharedReads } from 'steward/crud';
import { record, recorded, takeTurn, transact } from 'steward/database';
import { Dict, DictItem } from '../../modules/dict/dict.entity.js';
import { type StoredDict, addDicts, findDicts, isEarlier, missingItems } from '../../modules/seeds/dict-rows.js';
import { type DictSeed, ofDict, ofItem, ofOther, partsOfDict } from '../../modules/seeds/module-seed.js';
import type { Plan } from '../plan/plan.js';
import { type EnteredLabels, type RowsMade, labelsOf } from './entered.js';
import type { DictReport } from './reports.js';

/** How dictionaries are entered. */
export interface DictOptions {
  /** Labels that an earlier run entered, by dictionary and value. */
  known: EnteredLabels;
  /** Whether existing dictionaries follow their tables. */
  follows: boolean;
  /**
   * Whether the earlier run entered them here, or the seed was edited: then items that are missing are meant to be
   * missing.
   */
  isSettled: boolean;
}

/** The result for the dictionaries. */
export interface DictsEntered {
  reports: DictReport[];
  /** The labels that are now known to be entered. */
  known: EnteredLabels;
  made: Pick<RowsMade, 'dicts' | 'items' | 'labels' | 'seeds'>;
}

/** The result for one dictionary, and the labels that are now known to be entered. */
interface DictEntered {
  status: string;
  labels?: Record<string, string>;
}

/** The dictionaries of a plan that a database has, and those that it has had. */
interface Here {
  there: Map<string, StoredDict>;
  /** Names of the seeds that it has had. */
  had: ReadonlySet<string>;
}

/** Enters the dictionaries that column comments describe, as the module's seed says. */
@Injectable()
export class DictWriter {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: SharedReads,
  ) {}

  /**
   * Creates the dictionaries that the database has not had. One that it had before the first run is left alone. Others
   * get the values that are new to their column and the labels that have changed; edits and removals by a person stay,
   * and no value is removed. Everything is recorded as the next start would record it.
   */
  async enter({ dicts: planned, seed: { dicts } }: Plan, options: DictOptions): Promise<DictsEntered> {
    const { entered, made } = await transact(this.dataSource.manager, undefined, async ({ manager, afterCommit }) => {
      await takeTurn(manager);
      const made: DictsEntered['made'] = { dicts: [], items: [], labels: [], seeds: [] };
      const names = dicts.flatMap((dict) => [...partsOfDict(dict), ofOther(dict.code)]);
      const here = { had: await recorded(manager, names), there: await findDicts(manager, dicts) };
      const entered = new Map<string, DictEntered>();
      for (const dict of dicts) entered.set(dict.code, await enterOne(dict, here, options, made, manager));
      await record(manager, made.seeds);
      if (made.dicts.length + made.items.length + made.labels.length > 0) {
        for (const entity of [Dict, DictItem]) {
          afterCommit(() => this.reads.changed(this.dataSource.getMetadata(entity).tableName));
        }
      }
      return { entered, made };
    });
    const known = { ...options.known };
    for (const [code, { labels }] of entered) if (labels) known[code] = labels;
    const reports = planned.map(({ dict, name, items, problem = '' }) => {
      return { dict, name, items, status: entered.get(dict)?.status ?? `skipped: ${problem}` };
    });
    return { reports, known, made };
  }
}

async function enterOne(
  seed: DictSeed,
  here: Here,
  options: DictOptions,
  made: DictsEntered['made'],
  manager: EntityManager,
): Promise<DictEntered> {
  const { code } = seed;
  const { had } = here;
  const stored = here.there.get(code);
  const labels = labelsOf(seed.items);
  const remember = (...names: string[]) => void made.seeds.push(...names.filter((name) => !had.has(name)));
  if (!stored) {
    if (had.has(ofDict(code))) return { status: 'skipped: somebody has removed it' };
    remember(...partsOfDict(seed));
    await addDicts(manager, [seed]);
    const added = (await findDicts(manager, [seed])).get(code);
    if (added) made.dicts.push({ id: added.dict.id, name: added.dict.name, code });
    made.items.push(...(added?.items ?? []).map(itemOf));
    return { status: 'created', labels };
  }
  if (had.has(ofOther(code))) return { status: 'exists' };
  const before = Object.keys(options.known[code] ?? {});
  if (had.has(ofDict(code)) || before.length > 0) {
    if (!options.follows) {
      remember(ofDict(code), ...before.map((value) => ofItem(code, value)));
      // A baseline that was lost knows no labels, but the database knows which values it has had.
      const entered = seed.items.filter(({ value }) => had.has(ofItem(code, value)));
      return { status: 'exists', labels: options.known[code] ?? labelsOf(entered) };
    }
    remember(...partsOfDict(seed));
    return { status: await follow(seed, stored, had, options, made, manager), labels };
  }
  remember(...partsOfDict(seed));
  if (isEarlier(seed, stored)) return { status: 'exists', labels };
  remember(ofOther(code));
  return { status: 'exists' };
}

/** Lets an existing dictionary follow its column, based on what an earlier run entered. */
async function follow(
  seed: DictSeed,
  stored: StoredDict,
  had: ReadonlySet<string>,
  { known, isSettled }: DictOptions,
  made: DictsEntered['made'],
  manager: EntityManager,
): Promise<string> {
  const before = known[seed.code] ?? {};
  const here = new Map(stored.items.map((item) => [item.value, item]));
  const counts = { relabelled: 0, kept: 0 };
  const added = missingItems(manager, seed, stored, ({ value }) => {
    return !had.has(ofItem(seed.code, value)) && !(isSettled && before[value] !== undefined);
  });
  for (const item of added) made.items.push(itemOf(await manager.save(item)));
  for (const { value, label } of seed.items) {
    const [item, old] = [here.get(value), before[value]];
    if (!item || item.label === label || old === undefined || old === label) continue;
    if (item.label === old) {
      made.labels.push({ id: item.id, before: old, after: label });
      await manager.update(DictItem, { id: item.id }, { label });
      counts.relabelled++;
    } else counts.kept++;
  }
  const wanted = new Set(seed.items.map(({ value }) => value));
  counts.kept += Object.keys(before).filter((value) => !wanted.has(value) && here.has(value)).length;
  const { relabelled, kept } = counts;
  const isQuiet = added.length + relabelled + kept === 0;
  return isQuiet ? 'exists' : `updated: ${added.length} added, ${relabelled} relabelled, ${kept} kept`;
}

function itemOf({ id, dictId, value, label }: DictItem): RowsMade['items'][number] {
  return { id, dictId, value, label };
}
