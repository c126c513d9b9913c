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

/** Which statement of its kind a child is killed at: the first, and two in the midst of the work that others left. */
const TIMES = someOf([1, 4, 16], 1, undefined, wholeOnServices);

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

  /** Runs a child. @returns the signal that ended it, and what it has printed */
  async function run(...when: string[]): Promise<{ signal: string | null; output: string }> {
    const settings = {
      JWT_SECRET: TEST_SECRET,
      DATA_KEY: TEST_DATA_KEY,
      LOG_LEVEL: 'silent',
      ...steward.storage.environment,
    };
    const child = spawn(process.execPath, [program, JSON.stringify(settings), ...when], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: CHILD_MS,
      killSignal: 'SIGTERM',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { signal, output };
  }

  /** Runs a child until it is killed. @returns its statements by kind, with the one at which it was killed */
  async function killed(kind: string, times: number): Promise<Record<string, number>> {
    const { signal, output } = await run(kind, String(times));
    expect(signal).toBe('SIGKILL');
    // As if the time of its leases had passed.
    const past = () => dialectOf(steward.db).sql.fromNow(-1000);
    await steward.app.get(WorkTable).update({ state: 'running' }, { leasedUntil: past });
    return JSON.parse(output) as Record<string, number>;
  }

  const notes = async (kind: string) => {
    const roles = await steward.db.manager.findBy(Role, { code: Like(`${kind}-%`) });
    return roles.map(({ code }) => code.slice(kind.length + 1)).sort();
  };

  it(
    'has done, in the end and once, the work of every change that was committed, and no other',
    async () => {
      const kinds = someOf(Object.keys(await killed('none', 0)), 6, undefined, wholeOnServices);
      const killedAt = new Set<string>();
      for (const times of TIMES) {
        for (const kind of kinds) if ((await killed(kind, times))[kind] === times) killedAt.add(kind);
      }
      // One or two are only sent when there is much to do.
      expect(kinds.length - killedAt.size).toBeLessThan(3);
      expect((await run()).signal).toBeNull();
      const changes = await notes('change');
      expect(changes.length).toBeGreaterThan(TIMES.length * kinds.length);
      expect(await notes('effect')).toEqual(changes);
      expect(await steward.db.manager.countBy(WorkRow, { state: 'done' })).toBe(changes.length);
    },
    CHILD_MS * 50,
  );
});
