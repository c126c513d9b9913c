import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tally } from '../support/checks.js';
import { BUILT } from '../support/global-setup.js';
import { fill, inOnePiece, month, partitionsOf, sqlTime } from '../support/log-tables.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import type { RawDatabase } from '../support/raw-database.js';
import { NODES, onNode, rawOn } from './support/galera.js';
import { Trio } from './support/trio.js';

const MONTHS = 4;
const ROWS_A_MONTH = 20_000;
const ROWS = MONTHS * ROWS_A_MONTH;

/** How long a person waits between two attempts to log in, in milliseconds. */
const PAUSE_MS = 20;

const WAIT_MS = 60_000;

describe('logs in partitions on three nodes', () => {
  let trio: Trio;
  const commands: StewardProcess[] = [];
  afterEach(async () => {
    for (const command of commands.splice(0)) await command.remove();
    await trio.remove();
  });

  const onDb1 = <T>(use: (database: RawDatabase) => Promise<T>) => rawOn('db1', trio.database, use);

  const namedIn = async ({ run }: RawDatabase) =>
    (await run('SELECT username FROM login_log WHERE username LIKE "person%"')).map(({ username }) => username).sort();

  /** Fills the months before the current one, each of which is given a partition unless the log has none. */
  async function fillMonths(database: RawDatabase, parted: boolean): Promise<void> {
    const months = Array.from({ length: MONTHS }, (_, i) => month(Date.now(), i - MONTHS));
    if (parted) {
      const [first] = await partitionsOf(database, 'login_log');
      const made = months.map(
        (begin, i) => `PARTITION old${i} VALUES LESS THAN (${sqlTime(month(begin.getTime(), 1))})`,
      );
      const last = `PARTITION ${first?.name} VALUES LESS THAN ('${first?.bound}')`;
      await database.run(
        `ALTER TABLE login_log REORGANIZE PARTITION ${first?.name} INTO (${[...made, last].join(', ')})`,
      );
    }
    for (const begin of months) {
      await fill(database, 'login_log', ROWS_A_MONTH, begin, month(begin.getTime(), 1));
    }
  }

  /** People who fail to log in through every node until they are told to stop; returns the answers that they got. */
  function people(): { stop: () => Promise<string[]>; names: string[] } {
    const answers: string[] = [];
    const names: string[] = [];
    let stopped = false;
    const running = trio.clients.map(async (client, node) => {
      for (let turn = 0; !stopped; turn++) {
        const username = `person ${node} ${turn}`;
        const { status, body } = await client.tryLogin({ username, password: 1 });
        answers.push(`${status} ${body.ok}`);
        names.push(username);
        await pause(PAUSE_MS);
      }
    });
    const stop = async () => {
      stopped = true;
      await Promise.all(running);
      return answers;
    };
    return { stop, names };
  }

  function conversionOn(node: (typeof NODES)[number]): StewardProcess {
    const command = new StewardProcess(onNode(node, trio.database), join(BUILT, 'logs-partition.js'));
    commands.push(command);
    return command;
  }

  it('are put into them while people log in on each node, by a command that is killed on one and run again on another', async () => {
    trio = await Trio.start();
    await onDb1(async (database) => {
      await inOnePiece(database, 'login_log');
      await fillMonths(database, false);
    });
    const visitors = people();
    const killed = conversionOn('db2');
    const run = killed.run();
    await eventually(
      () =>
        onDb1(async ({ run: sql }) => {
          const [row] = await sql('SELECT COUNT(*) AS total FROM login_log_next').catch(() => []);
          return Number(row?.total) > ROWS / 4;
        }),
      WAIT_MS,
    );
    await killed.stop('SIGKILL');
    await run;
    const again = conversionOn('db3');
    expect({ code: await again.run(), errors: again.errors }).toEqual({ code: 0, errors: '' });
    const answers = await visitors.stop();

    expect(answers.length).toBeGreaterThan(50);
    expect(tally(answers)).toEqual({ '200 false': answers.length });
    for (const node of NODES) {
      await rawOn(node, trio.database, async (database) => {
        expect(await database.tables()).not.toContain('login_log_old');
        expect(await partitionsOf(database, 'login_log')).toHaveLength(MONTHS + 5);
        const [rows] = await database.run(
          'SELECT COUNT(DISTINCT id) AS ids FROM login_log WHERE username LIKE "user%"',
        );
        expect(Number(rows?.ids)).toBe(ROWS);
        expect(await namedIn(database)).toEqual(visitors.names.sort());
      });
    }
  });

  it('lose whole months on all of them while people log in, none of whom is refused', async () => {
    trio = await Trio.start();
    await onDb1((database) => fillMonths(database, true));
    const visitors = people();
    await trio.balanced({ JOB_LOG_CLEAN_CRON: '*/2 * * * * *', JOB_LOG_RETENTION_DAYS: '40' });
    await onDb1(async (database) => {
      const monthsThatStay = ['old2', 'old3'];
      await eventually(async () => {
        const names = (await partitionsOf(database, 'login_log')).map(({ name }) => name);
        return names.every((name) => !name.startsWith('old') || monthsThatStay.includes(name));
      }, WAIT_MS);
    });
    const answers = await visitors.stop();
    // The cleaning goes on, and a node ends a read of a table that another one changes.
    await trio.stop();
    expect(answers.length).toBeGreaterThan(50);
    expect(tally(answers)).toEqual({ '200 false': answers.length });
    for (const node of NODES) {
      await rawOn(node, trio.database, async (database) => {
        expect(await namedIn(database)).toEqual(visitors.names.sort());
      });
    }
  });
});
