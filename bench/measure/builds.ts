import { type LoadTask, load, measuredLoad } from '../support/load.js';
import type { Measurement } from '../support/measurement.js';
import { withMillionRows } from '../support/million-rows.js';
import { residentMegabytes } from '../support/process-usage.js';
import { newSessions, refreshing } from '../support/refreshing.js';
import { fixed, median } from '../support/statistics.js';
import { type Steward, withSteward } from '../support/steward.js';

/** Seconds of warm-up for each kind of request. */
const WARM_UP = 2;
const CONNECTIONS = 50;
const MOST = 1.03;
const PROCESSOR_TIME = 'processor time, µs a request';

/** The kinds of requests; each builds its load again, because refresh tokens are used up. */
const KINDS: Record<string, (steward: Steward) => Promise<Omit<LoadTask, 'seconds'>>> = {
  'get-user': (steward) => Promise.resolve(reading(steward, '/api/index/getUser')),
  'user-page': (steward) => Promise.resolve(reading(steward, '/api/user/page')),
  'web-index': (steward) => Promise.resolve(reading(steward, '/api/config/web/index')),
  refresh: async ({ url }) => ({ ...refreshing(await newSessions(url)), url: `${url}/api/oauth2/token` }),
};

/** The figures measured for one start, by their names. */
type Figures = Map<string, number>;

/**
 * This build beside the one whose main.js BENCH_BESIDE names. Each round starts both again, on the same rows, because
 * two processes of the same build differ by more than the difference to be found.
 */
export const builds: Measurement = {
  name: 'builds',
  title: 'this build beside another',
  run: async (storage, { rounds, seconds }) => {
    const other = process.env.BENCH_BESIDE;
    if (other === undefined) throw new Error('BENCH_BESIDE has to name the main.js of the other build');
    const rows = await withMillionRows(storage);
    const ours: Figures[] = [];
    const theirs: Figures[] = [];
    for (let round = 0; round < rounds; round++) {
      const sides = [
        async () => ours.push(await withSteward(rows, (steward) => figuresOf(steward, seconds))),
        async () => theirs.push(await withSteward(rows, (steward) => figuresOf(steward, seconds), {}, other)),
      ];
      // Neither build always goes first.
      for (const side of round % 2 ? sides.reverse() : sides) await side();
    }
    const compared = [...(ours[0]?.keys() ?? [])].map((what) => {
      const [own, beside] = [ours, theirs].map((side) => side.map((figures) => figures.get(what) ?? NaN)) as [
        number[],
        number[],
      ];
      const each = own.map((value, i) => value / (beside[i] ?? NaN)).sort((a, b) => a - b);
      return { what, own: median(own), beside: median(beside), each };
    });
    return {
      columns: ['', 'this', 'other', 'ratio', 'of each round'],
      rows: compared.map(({ what, own, beside, each }) => [
        what,
        fixed(own, 1),
        fixed(beside, 1),
        fixed(own / beside, 3),
        `${fixed(each[0] ?? NaN, 2)} to ${fixed(each.at(-1) ?? NaN, 2)}`,
      ]),
      targets: compared
        .filter(({ what }) => what.endsWith(PROCESSOR_TIME))
        .map(({ what, own, beside }) => ({
          text: `${what}, at most ${MOST} of the other's`,
          measured: fixed(own / beside, 3),
          met: own / beside <= MOST,
        })),
    };
  },
};

function reading({ url, token }: Steward, path: string): Omit<LoadTask, 'seconds'> {
  return {
    url: url + path,
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    expect: '"code":0',
  };
}

async function figuresOf(steward: Steward, seconds: number): Promise<Figures> {
  const { pid, startMs } = steward;
  const figures: Figures = new Map([
    ['start, ms', startMs],
    ['memory after a login, MB', residentMegabytes(pid)],
  ]);
  for (const [kind, task] of Object.entries(KINDS)) {
    await load({ ...(await task(steward)), seconds: WARM_UP });
    const { perSecond, cpu } = await measuredLoad(pid, { ...(await task(steward)), seconds });
    figures.set(`${kind}, requests/s`, perSecond);
    figures.set(`${kind}, ${PROCESSOR_TIME}`, cpu);
  }
  return figures;
}
