import { type LoadResult, load } from '../support/load.js';
import { type Measurement, atLeast, below } from '../support/measurement.js';
import {
  OBJECTS,
  copyToOperationLog,
  fillOperationObjects,
  forgetMillionRows,
  withMillionRows,
} from '../support/million-rows.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';

const CALLERS = 20;

/** So many different rows that few callers ask for a history that another has just read. */
const DIFFERENT = 500;

const historyOf = (id: number) => `/api/operation/log/history?resource=/api/user&id=${id}&pageSize=20`;

/** The detail of one user reads one row by its key: the least that a page with a database behind it can cost. */
const PAGES: [name: string, queries: string[]][] = [
  ['details of a user', Array.from({ length: DIFFERENT }, (_, i) => `/api/user/detail/${i + 2}`)],
  ['history, 100 changes', Array.from({ length: DIFFERENT }, (_, i) => historyOf(i + 1))],
  ['history, page 5 of 5', Array.from({ length: DIFFERENT }, (_, i) => `${historyOf(i + 1)}&pageNo=5`)],
];

/** The history of a row among a million changes, beside the details of the row. */
export const history: Measurement = {
  name: 'history',
  title: `GET /api/operation/log/history, a million changes of ${OBJECTS} rows, ${CALLERS} callers`,
  run: async (storage, effort) => {
    const rows = await withMillionRows(storage);
    await copyToOperationLog(rows);
    await fillOperationObjects(rows);
    try {
      return await withSteward(rows, async ({ url, token }) => {
        const headers = { authorization: `Bearer ${token}` };
        const turns = PAGES.map((): LoadResult[] => []);
        for (let round = 0; round < effort.rounds; round++) {
          for (const [index, [, queries]] of PAGES.entries()) {
            const task = { url, headers, queries, connections: CALLERS, seconds: effort.seconds, expect: '"code":0' };
            turns[index]?.push(await load(task));
          }
        }
        const middle = (index: number, key: 'perSecond' | 'p50' | 'p99') =>
          median((turns[index] ?? []).map((turn) => turn[key]));
        return {
          columns: ['page', 'requests/s', 'p50 ms', 'p99 ms'],
          rows: PAGES.map(([name], i) => [
            name,
            fixed(middle(i, 'perSecond')),
            fixed(middle(i, 'p50'), 2),
            fixed(middle(i, 'p99'), 2),
          ]),
          targets: [
            ...PAGES.slice(1).map(([name], i) => below(`${name}: p50`, middle(i + 1, 'p50'), 50, 'ms')),
            atLeast('histories/s to details/s', middle(1, 'perSecond') / middle(0, 'perSecond'), 0.2),
          ],
        };
      });
    } finally {
      forgetMillionRows(rows);
    }
  },
};
