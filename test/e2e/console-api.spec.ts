import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('what the console knows of the API', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-console-api-'));
    await run(process.execPath, [
      '-C',
      'steward-source',
      '--import',
      '@swc-node/register/esm-register',
      'scripts/client.ts',
      folder,
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['schema.ts', 'permissions.ts', 'rules.ts'])(
    'is up to date: %s, which npm run client writes',
    async (name) => {
      const [kept, now] = await Promise.all(
        [join('console/src/api', name), join(folder, name)].map((path) => readFile(path, 'utf8')),
      );
      // Not toBe: a difference of ten thousand lines helps nobody.
      expect(kept === now).toBe(true);
    },
  );
});
