import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const SECRET = 'say "friend" \\ and enter, traveller';

/** What a program prints that logs with secrets to mask. */
async function printed(environment: Record<string, string>): Promise<string> {
  const program = `
    const { createLogger } = await import('./src/core/log/logger.ts');
    const { loadSettings } = await import('./src/settings/settings.ts');
    const log = await createLogger(loadSettings(${JSON.stringify(environment)}), [${JSON.stringify(SECRET)}]);
    log.info({ nested: { header: 'Bearer ' + ${JSON.stringify(SECRET)} } }, 'Sent ' + ${JSON.stringify(SECRET)});
    log.info({}, 'Done');`;
  const options = ['-C', 'steward-source', '--import', '@swc-node/register/esm-register', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '--eval', program]);
  return stdout;
}

describe('the log', () => {
  it.each([
    ['readable', { NODE_ENV: 'development' }],
    ['JSON', { NODE_ENV: 'production', JWT_SECRET: randomBytes(36).toString('base64') }],
  ])('masks secrets wherever they stand in a line that is %s', async (_, environment) => {
    const text = await printed(environment);
    expect(text).toContain('Sent ***');
    expect(text).toContain('Bearer ***');
    expect(text).toContain('Done');
    expect(text).not.toContain('friend');
  });
});
