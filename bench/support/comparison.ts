import type { ChildProcess } from 'node:child_process';
import type { BareTask } from '../process/bare-fastify.js';
import { ask, startWorker, stop } from './children.js';
import { type LoadTask, type MeasuredLoad, measuredLoad } from './load.js';
import type { Effort, Headline } from './measurement.js';
import { residentMegabytes } from './process-usage.js';
import { fixed, median } from './statistics.js';
import { type Answer, type Steward, startFlags } from './steward.js';
import type { Storage } from './storage.js';

/** Seconds of warm-up for each server. */
const WARM_UP = 2;

interface Turn extends MeasuredLoad {
  /** Resident memory of the server at the end. */
  megabytes: number;
}

/** Servers measured in turns. */
export interface Compared {
  columns: string[];
  rows: string[][];
  /** Medians of Steward's turns, and of their ratios to the others' turns in the same rounds. */
  headline: Headline & { ratio: number };
}

/** What is sent to the servers, and what they do with it. */
export interface Task {
  path: string;
  /** Path on the bare server, if it differs. */
  barePath?: string;
  /** The load of a turn, apart from its address. */
  load: () => Omit<LoadTask, 'url' | 'seconds'>;
  bare: Pick<BareTask, 'body' | 'queries'>;
  /** The answer that plain node:http sends beside them, to show the least that sending it costs. */
  floor?: Answer;
}

/** A server that takes its turns. */
interface Side {
  name: string;
  url: string;
  pid: number;
  turns: Turn[];
}

/** Measures the service beside bare Fastify that does the same work, both started with the same flags, in turns. */
export async function compare(steward: Steward, storage: Storage, task: Task, effort: Effort): Promise<Compared> {
  const workers: ChildProcess[] = [];
  const startSide = async (name: string, program: string, message: object, path: string): Promise<Side> => {
    const worker = startWorker(program, {}, startFlags());
    workers.push(worker);
    return { name, url: (await ask<string>(worker, message)) + path, pid: worker.pid ?? 0, turns: [] };
  };
  try {
    const { secret } = steward;
    const { type, database, redisUrl } = storage;
    const bareTask: BareTask = { secret, type, database, redisUrl, path: task.path, ...task.bare };
    const floor = task.floor && (await startSide('node:http', 'node-http', task.floor, task.path));
    const bare = await startSide('bare Fastify', 'bare-fastify', bareTask, task.barePath ?? task.path);
    const ours: Side = { name: 'Steward', url: steward.url + task.path, pid: steward.pid, turns: [] };
    const sides = [floor ?? [], bare, ours].flat();
    for (const side of sides) await turn(side, task, WARM_UP);
    for (let round = 0; round < effort.rounds; round++) {
      for (const side of sides) side.turns.push(await turn(side, task, effort.seconds));
    }
    return summary(sides, bare, ours, floor);
  } finally {
    for (const worker of workers) await stop(worker);
  }
}

async function turn({ url, pid }: Side, task: Task, seconds: number): Promise<Turn> {
  const result = await measuredLoad(pid, { ...task.load(), url, seconds });
  return { ...result, megabytes: residentMegabytes(pid) };
}

function summary(sides: Side[], bare: Side, ours: Side, floor?: Side): Compared {
  const middle = ({ turns }: Side, key: keyof Turn) => median(turns.map((turn) => turn[key]));
  const ratio = (other: Side, key: keyof Turn) =>
    median(ours.turns.map((turn, i) => turn[key] / (other.turns[i]?.[key] ?? NaN)));
  return {
    columns: ['server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'memory MB'],
    rows: sides.map((side) => [
      side.name,
      fixed(middle(side, 'perSecond')),
      fixed(middle(side, 'p50'), 2),
      fixed(middle(side, 'p99'), 2),
      fixed(middle(side, 'cpu'), 1),
      fixed(middle(side, 'megabytes')),
    ]),
    headline: {
      perSecond: middle(ours, 'perSecond'),
      p50: middle(ours, 'p50'),
      p99: middle(ours, 'p99'),
      megabytes: middle(ours, 'megabytes'),
      ratio: ratio(bare, 'perSecond'),
      ...(floor && { toFloor: ratio(floor, 'cpu') }),
    },
  };
}
