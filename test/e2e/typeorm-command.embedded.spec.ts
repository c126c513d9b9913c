import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { migrations } from '../../src/database/migrations/index.js';
import { type Storage, newStorage } from '../support/services.js';

// Loads and compiles all sources, which takes long on a busy machine.
describe('npm run typeorm', () => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await newStorage();
  });
  afterEach(() => storage.remove());

  it('shows the migrations that the database lacks', async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'typeorm', '--', 'migration:show'], {
      env: { PATH: process.env.PATH, ...storage.environment },
    });
    const lacking = Array.from(stdout.matchAll(/\[ \] (\w+)$/gm), ([, name]) => name);
    expect(lacking).toEqual(expect.arrayContaining(migrations.map(({ name }) => name)));
  }, 120_000);
});
