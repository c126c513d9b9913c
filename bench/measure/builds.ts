import { type LoadTask, load, measuredLoad } from '../support/load.js';
import type { Measurement } from '../support/measurement.js';
import { withMillionRows } from '../support/million-rows.js';
import { residentMegabytes } from '../support/process-usage.js';
import { newSessions, refreshing } from '../support/refreshing.js';
import { fixed, median } from '../support/statistics.js';
import { type Steward, login, withSteward } from '../support/steward.js';

/** Seconds of warm-up for each kind of request. */
const WARM_UP = 2;
const CONNECTIONS = 50;
const MOST = 1.03;
const PROCESSOR_TIME = 'processor time, µs a request';

/** The kinds of requests; each builds its load again, because refresh tokens are used up. */
const KINDS: Record<string, (url: string) => Promise<Omit<LoadTask, 'seconds'>>> = {
  'get-user': (url) => reading(url, '/api/index/getUser'),
  'user-page': (url) => reading(url, '/api/user/page'),
  'web-index': (url) => reading(url, '/api/config/web/index'),
  refresh: async (url) => ({ ...refreshing(await newSessions(url)), url: `${url}/api/oauth2/token` }),
};

/** A value for this build, the same for the other one, and their ratio, from one pair of processes. */
interface Figure {
  own: number;
  other: number;
  ratio: number;
}

/**
 * This build beside the one whose main.js BENCH_BESIDE names. Both serve the same rows at the same time and are asked
 * in turns of a second, because the speed of a machine changes more from one minute to the next than the two builds
 * differ. Each round starts both again, because two processes of the same build differ too.
 */
export const builds: Measurement = {
  name: 'builds',
  title: 'this build beside another',
  run: async (storage, { rounds, seconds }) => {
    const other = process.env.BENCH_BESIDE;
    if (other === undefined) throw new Error('BENCH_BESIDE has to name the main.js of the other build');
    const rows = await withMillionRows(storage);
    const figures: Map<string, Figure>[] = [];
    for (let round = 0; round < rounds; round++) {
      await withSteward(rows, (own) =>
        withSteward(rows, async (beside) => void figures.push(await figuresOf(own, beside, seconds)), {}, other),
      );
    }
    const compared = [...(figures[0]?.keys() ?? [])].map((what) => {
      const each = figures.flatMap((round) => round.get(what) ?? []);
      const ratios = each.map(({ ratio }) => ratio).sort((a, b) => a - b);
      return {
        what,
        own: median(each.map(({ own }) => own)),
        beside: median(each.map((figure) => figure.other)),
        ratio: median(ratios),
        range: `${fixed(ratios[0] ?? NaN, 2)} to ${fixed(ratios.at(-1) ?? NaN, 2)}`,
      };
    });
    return {
      columns: ['', 'this', 'other', 'ratio', 'of each round'],
      rows: compared.map(({ what, own, beside, ratio, range }) => [
        what,
        fixed(own, 1),
        fixed(beside, 1),
        fixed(ratio, 3),
        range,
      ]),
      targets: compared
        .filter(({ what }) => what.endsWith(PROCESSOR_TIME))
        .map(({ what, ratio }) => ({
          text: `${what}, at most ${MOST} of the other's`,
          measured: fixed(ratio, 3),
          met: ratio <= MOST,
        })),
    };
  },
};

async function reading(url: string, path: string): Promise<Omit<LoadTask, 'seconds'>> {
  return {
    url: url + path,
    headers: { authorization: `Bearer ${(await login(url)).access_token}` },
    connections: CONNECTIONS,
    expect: '"code":0',
  };
}

async function figuresOf(own: Steward, other: Steward, seconds: number): Promise<Map<string, Figure>> {
  const figures = new Map([
    ['start, ms', figureOf([own.startMs], [other.startMs])],
    ['memory after a login, MB', figureOf([residentMegabytes(own.pid)], [residentMegabytes(other.pid)])],
  ]);
  for (const [kind, task] of Object.entries(KINDS)) {
    const turn = async ({ url, pid }: Steward) => measuredLoad(pid, { ...(await task(url)), seconds: 1 });
    const turns = { own: [] as Awaited<ReturnType<typeof turn>>[], other: [] as Awaited<ReturnType<typeof turn>>[] };
    for (const { url } of [own, other]) await load({ ...(await task(url)), seconds: WARM_UP });
    for (let second = 0; second < seconds; second++) {
      turns.own.push(await turn(own));
      turns.other.push(await turn(other));
    }
    const figure = (name: 'perSecond' | 'cpu') =>
      figureOf(
        turns.own.map((each) => each[name]),
        turns.other.map((each) => each[name]),
      );
    figures.set(`${kind}, requests/s`, figure('perSecond'));
    figures.set(`${kind}, ${PROCESSOR_TIME}`, figure('cpu'));
  }
  return figures;
}

/** The medians of the turns of both sides, and of the ratios of turns that followed each other. */
function figureOf(own: number[], other: number[]): Figure {
  const ratios = own.map((value, turn) => value / (other[turn] ?? NaN));
  return { own: median(own), other: median(other), ratio: median(ratios) };
}
