import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { DataCipher, DataKeyError } from '../../src/database/cipher/data-cipher.js';
import { DataKeyCheck } from '../../src/database/data-key.check.js';
import { type TestApp, startApp } from '../support/app.js';
import { recordLog, silentLog } from '../support/log.js';
import { type Storage, newStorage } from '../support/services.js';

const newKey = () => randomBytes(32).toString('base64');
const PLACE = 'totp:secret:1';

describe('instances with a data key', () => {
  let storage: Storage;
  let steward: TestApp | undefined;

  beforeEach(async () => {
    storage = await newStorage();
  });
  afterEach(async () => {
    await steward?.stop();
    await storage.remove();
  });

  /** Starts an instance in place of the one before it, and returns what its check logs. */
  async function startWith(key: string, previous = '') {
    await steward?.stop();
    steward = await startApp({ storage, env: { DATA_KEY: key, DATA_KEY_PREVIOUS: previous } });
    const log = recordLog(steward.app);
    await steward.app.get(DataKeyCheck).onApplicationBootstrap();
    return { cipher: steward.app.get(DataCipher), warnings: log.map(({ level, message }) => `${level}: ${message}`) };
  }

  const MISFIT = [expect.stringMatching(/^warn: DATA_KEY is not the key/)];

  it('read what another with the same key encrypted', async () => {
    const key = newKey();
    const first = await startWith(key);
    const stored = first.cipher.encrypt('seed', PLACE);
    const second = await startWith(Buffer.from(key, 'base64').toString('hex'));
    expect(second.cipher.decrypt(stored, PLACE)).toBe('seed');
    expect([first.warnings, second.warnings]).toEqual([[], []]);
  });

  it('warn at every start with another key', async () => {
    const { cipher } = await startWith(newKey());
    const stored = cipher.encrypt('seed', PLACE);
    const key = newKey();
    const other = await startWith(key);
    expect(other.warnings).toEqual(MISFIT);
    expect(() => other.cipher.decrypt(stored, PLACE)).toThrow(DataKeyError);
    expect((await startWith(key)).warnings).toEqual(MISFIT);
  });

  it('warn if they start on a new database together, each with a key of its own', async () => {
    steward = await startApp({ storage });
    const dataSource = steward.app.get(DataSource);
    await dataSource.query("DELETE FROM seed WHERE name LIKE 'data.key%'");
    const warnings: string[] = [];
    const warn = (_: object, message: string) => void warnings.push(message);
    const checks = [newKey(), newKey(), newKey()].map(
      (key) => new DataKeyCheck(dataSource, new DataCipher(Buffer.from(key, 'base64')), { ...silentLog, warn }),
    );
    const checkAll = () => Promise.all(checks.map((check) => check.onApplicationBootstrap()));
    await checkAll();
    expect(warnings).toHaveLength(2);
    await checkAll();
    expect(warnings).toHaveLength(4);
    for (const warning of warnings) expect(warning).toMatch(/^DATA_KEY is not the key/);
  });

  it('change it in steps without a warning', async () => {
    const [old, next] = [newKey(), newKey()];
    const { cipher } = await startWith(old);
    const stored = cipher.encrypt('seed', PLACE);
    for (const [key, previous] of [
      [old, next],
      [next, old],
      [old, next],
      [next, old],
    ] as const) {
      const step = await startWith(key, previous);
      expect(step.warnings).toEqual([]);
      expect(step.cipher.decrypt(stored, PLACE)).toBe('seed');
    }
    expect((await startWith(next)).warnings).toEqual([]);
  });
});
