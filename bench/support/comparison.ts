import type { BareTask } from '../process/bare-fastify.js';
import { ask, startWorker, stop } from './children.js';
import { type LoadTask, type MeasuredLoad, measuredLoad } from './load.js';
import type { Effort, Headline } from './measurement.js';
import { residentMegabytes } from './process-usage.js';
import { fixed, median } from './statistics.js';
import type { Steward } from './steward.js';
import type { Storage } from './storage.js';

/** Seconds of warm-up for each server. */
const WARM_UP = 2;

interface Turn extends MeasuredLoad {
  /** Resident memory of the server at the end. */
  megabytes: number;
}

/** Two servers measured in turns. */
export interface Compared {
  columns: string[];
  rows: string[][];
  /** Medians of Steward's turns, and of their ratios to bare Fastify's turns in the same rounds. */
  headline: Headline & { ratio: number };
}

/** What is sent to both servers, and what the bare one does with it. */
export interface Task {
  path: string;
  /** Path on the bare server, if it differs. */
  barePath?: string;
  /** The load on one side, apart from its address. */
  load: (side: 'steward' | 'bare') => Omit<LoadTask, 'url' | 'seconds'>;
  bare: Pick<BareTask, 'body' | 'queries'>;
}

/** Measures the service beside bare Fastify that does the same work, in turns. */
export async function compare(steward: Steward, storage: Storage, task: Task, effort: Effort): Promise<Compared> {
  const bare = startWorker('bare-fastify');
  try {
    const { secret } = steward;
    const { type, database, redisUrl } = storage;
    const bareTask: BareTask = { secret, type, database, redisUrl, path: task.path, ...task.bare };
    const bareUrl = await ask<string>(bare, bareTask);
    const sides = {
      bare: { url: bareUrl + (task.barePath ?? task.path), pid: bare.pid ?? 0, turns: [] as Turn[] },
      steward: { url: steward.url + task.path, pid: steward.pid, turns: [] as Turn[] },
    };
    const turn = async (name: keyof typeof sides, seconds: number): Promise<Turn> => {
      const { url, pid } = sides[name];
      const result = await measuredLoad(pid, { ...task.load(name), url, seconds });
      return { ...result, megabytes: residentMegabytes(pid) };
    };
    const names = ['bare', 'steward'] as const;
    for (const name of names) await turn(name, WARM_UP);
    for (let round = 0; round < effort.rounds; round++) {
      for (const name of names) sides[name].turns.push(await turn(name, effort.seconds));
    }
    return summary(sides.bare.turns, sides.steward.turns);
  } finally {
    await stop(bare);
  }
}

function summary(bare: Turn[], ours: Turn[]): Compared {
  const middle = (turns: Turn[], key: keyof Turn) => median(turns.map((turn) => turn[key]));
  const row = (name: string, turns: Turn[]) => [
    name,
    fixed(middle(turns, 'perSecond')),
    fixed(middle(turns, 'p50'), 2),
    fixed(middle(turns, 'p99'), 2),
    fixed(middle(turns, 'cpu'), 1),
    fixed(middle(turns, 'megabytes')),
  ];
  return {
    columns: ['server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'memory MB'],
    rows: [row('bare Fastify', bare), row('Steward', ours)],
    headline: {
      perSecond: middle(ours, 'perSecond'),
      p50: middle(ours, 'p50'),
      p99: middle(ours, 'p99'),
      megabytes: middle(ours, 'megabytes'),
      ratio: median(ours.map((turn, i) => turn.perSecond / (bare[i]?.perSecond ?? NaN))),
    },
  };
}
