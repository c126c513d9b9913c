import { compare } from '../support/comparison.js';
import { type Measurement, below } from '../support/measurement.js';
import { residentMegabytes } from '../support/process-usage.js';
import { fixed } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';
import { runSql } from '../support/storage.js';

const PATH = '/api/generator/preview';
const TABLES = 100;
const REPEATED = 1000;

/** Concurrent callers in the comparison with bare Fastify, which answers with a prepared text. */
const CONNECTIONS = 4;

/** Previews of many tables in sequence, the memory that a thousand more take, and the rate beside bare Fastify. */
export const preview: Measurement = {
  name: 'preview',
  title: `POST ${PATH} of ${TABLES} tables`,
  run: (storage, effort) =>
    withSteward(
      storage,
      async (steward) => {
        await runSql(storage, ...Array.from({ length: TABLES }, (_, i) => table(i)));
        const headers = { authorization: `Bearer ${steward.token}`, 'content-type': 'application/json' };
        const request = (i: number) => ({
          method: 'POST' as const,
          headers,
          body: JSON.stringify({ tableName: `bench_product_${i % TABLES}` }),
        });
        const ask = async (i: number): Promise<string> => {
          const answer = await (await fetch(steward.url + PATH, request(i))).text();
          if (!answer.includes('"code":0')) throw new Error(`${PATH} answers ${answer.slice(0, 200)}`);
          return answer;
        };
        const inTurn = async (count: number): Promise<number> => {
          const began = performance.now();
          for (let i = 0; i < count; i++) await ask(i);
          return (performance.now() - began) / 1000;
        };

        const first = await inTurn(TABLES);
        const second = await inTurn(TABLES);
        await inTurn(REPEATED);
        const warm = residentMegabytes(steward.pid);
        await inTurn(REPEATED);
        const growth = residentMegabytes(steward.pid) - warm;
        const { headline, ...results } = await compare(
          steward,
          storage,
          { path: PATH, load: () => ({ ...request(0), connections: CONNECTIONS }), bare: { body: await ask(0) } },
          effort,
        );
        const row = (name: string, seconds: number) => [name, fixed(TABLES / seconds), '', '', '', ''];
        return {
          ...results,
          headline,
          rows: [row('first of all tables, one caller', first), row('once more', second), ...results.rows],
          targets: [
            below(`${TABLES} tables in a fresh process`, first, 3, 's'),
            below(`memory after ${REPEATED} more previews, beyond ${fixed(warm)} MB: grows by`, growth, 15, 'MB'),
          ],
        };
      },
      { GENERATOR_ENABLED: 'true' },
    ),
};

function table(i: number): string {
  return `CREATE TABLE bench_product_${i} (id INTEGER PRIMARY KEY, name VARCHAR(64) NOT NULL,
    price DECIMAL(10,2) NOT NULL DEFAULT 0, status SMALLINT NOT NULL DEFAULT 1, made_on DATE, remark TEXT,
    created_at DATETIME, updated_at DATETIME)`;
}
