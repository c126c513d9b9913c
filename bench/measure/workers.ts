import { type LoadResult, type LoadTask, load } from '../support/load.js';
import { type Measurement, atLeast } from '../support/measurement.js';
import { processorSeconds, withChildren } from '../support/process-usage.js';
import { fixed, median } from '../support/statistics.js';
import { type Steward, withSteward } from '../support/steward.js';
import { loginLoad } from './logins.js';

const CONNECTIONS = 50;

/**
 * The gain of a second worker depends on the cores that the load generator and the data stores leave to it, and a
 * single process already hashes passwords on all cores. On two cores it must not cost much.
 */
const LEAST_LOGINS = 0.9;

interface Turn extends LoadResult {
  /** Processor cores that the service was using, over all its processes. */
  serviceCores: number;
}

const getUserLoad = ({ url, token }: Steward, seconds: number): LoadTask => ({
  url: `${url}/api/index/getUser`,
  headers: { authorization: `Bearer ${token}` },
  connections: CONNECTIONS,
  seconds,
});

async function turn({ pid }: Steward, task: LoadTask): Promise<Turn> {
  const used = () => withChildren(pid).reduce((sum, process) => sum + processorSeconds(process), 0);
  const before = used();
  const result = await load(task);
  return { ...result, serviceCores: ((used() - before) * result.perSecond) / result.requests };
}

/** Two workers beside one process, in turns, each on a database of its own. Several workers need Redis. */
export const workers: Measurement = {
  name: 'workers',
  title: `WORKERS=2 beside WORKERS=1: GET /api/index/getUser, ${CONNECTIONS} connections, and logins`,
  run: async (storage, { rounds, seconds }) => {
    if (storage.redisUrl === '') return { columns: [], rows: [], targets: [] };
    return withSteward(storage.kept(), async (one) =>
      withSteward(
        storage,
        async (two) => {
          const rows: string[][] = [];
          const ratios: number[] = [];
          for (const [name, task] of [
            ['getUser', getUserLoad],
            ['logins', loginLoad],
          ] as const) {
            const turns = { one: [] as Turn[], two: [] as Turn[] };
            for (const steward of [one, two]) await turn(steward, task(steward, 2));
            for (let round = 0; round < rounds; round++) {
              turns.one.push(await turn(one, task(one, seconds)));
              turns.two.push(await turn(two, task(two, seconds)));
            }
            const row = (title: string, side: Turn[]) => [
              `${name}, ${title}`,
              ...(['perSecond', 'p50', 'p99', 'serviceCores', 'cores'] as const).map((key) =>
                fixed(median(side.map((measured) => measured[key])), key === 'perSecond' ? 1 : 2),
              ),
            ];
            rows.push(row('one process', turns.one), row('two workers', turns.two));
            ratios.push(median(turns.two.map(({ perSecond }, i) => perSecond / (turns.one[i]?.perSecond ?? NaN))));
          }
          const [getUser = NaN, logins = NaN] = ratios;
          return {
            columns: ['', 'per second', 'p50 ms', 'p99 ms', 'cores of the service', 'cores of the load generator'],
            rows,
            targets: [
              atLeast('getUser, requests/s of two workers relative to one process', getUser, 1),
              atLeast('logins/s of two workers relative to one process', logins, LEAST_LOGINS),
            ],
          };
        },
        { WORKERS: '2', REDIS_PREFIX: 'two-workers:' },
      ),
    );
  },
};
