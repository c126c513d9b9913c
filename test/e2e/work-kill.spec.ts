import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Like } from 'typeorm';
import { dialectOf } from '../../src/database/dialects/dialects.js';
import { Role } from '../../src/modules/access/role.entity.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { WorkTable } from '../../src/work/work-table.js';
import { bundled } from '../support/bundled.js';
import { TEST_DATA_KEY, TEST_SECRET, type TestApp, startApp } from '../support/app.js';
import { someOf, wholeOnServices } from '../support/whole.js';

/** The statements at which the service is killed: those of some changes, and of the work beside them. */
const STATEMENTS = someOf(
  Array.from({ length: 60 }, (_, i) => 1 + i * 7),
  6,
  undefined,
  wholeOnServices,
);

/** How long one child may take. */
const CHILD_MS = 60_000;

describe('a service that is killed at a statement', () => {
  let steward: TestApp;
  let program: string;
  beforeAll(async () => {
    program = bundled('test/support/work-child.ts');
    steward = await startApp({ first: true });
  });
  afterAll(async () => {
    rmSync(dirname(program), { recursive: true });
    await steward.stop();
  });

  /** Runs a child, and returns the signal that ended it. */
  async function run(killAt: number): Promise<string | null> {
    const settings = {
      JWT_SECRET: TEST_SECRET,
      DATA_KEY: TEST_DATA_KEY,
      LOG_LEVEL: 'silent',
      ...steward.storage.environment,
    };
    const child = spawn(process.execPath, [program, JSON.stringify(settings), String(killAt)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: CHILD_MS,
      killSignal: 'SIGTERM',
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal;
  }

  const notes = async (kind: string) => {
    const roles = await steward.db.manager.findBy(Role, { code: Like(`${kind}-%`) });
    return roles.map(({ code }) => code.slice(kind.length + 1)).sort();
  };

  it(
    'has done, in the end and once, the work of every change that was committed, and no other',
    async () => {
      for (const killAt of STATEMENTS) {
        expect(await run(killAt)).toBe('SIGKILL');
        // As if the time of its leases had passed.
        const past = () => dialectOf(steward.db).sql.fromNow(-1000);
        await steward.app.get(WorkTable).update({ state: 'running' }, { leasedUntil: past });
      }
      expect(await run(0)).toBeNull();
      const changes = await notes('change');
      expect(changes.length).toBeGreaterThan(STATEMENTS.length);
      expect(await notes('effect')).toEqual(changes);
      expect(await steward.db.manager.countBy(WorkRow, { state: 'done' })).toBe(changes.length);
    },
    CHILD_MS * (STATEMENTS.length + 1),
  );
});
