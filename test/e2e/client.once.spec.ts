import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { errors } from '../../src/core/errors.js';
import { RouteCheck } from '../../src/http/access/route-check.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';

const run = promisify(execFile);

/** What test/client/scenario.ts finds. */
type Findings = Record<string, unknown>;

function scriptsOf(manifest: string): Record<string, string> {
  return (JSON.parse(manifest) as { scripts: Record<string, string> }).scripts;
}

describe('the generated client', () => {
  let steward: TestApp;
  let folder: string;
  let findings: Findings;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-client-test-'));
    const { client = '' } = scriptsOf(await readFile('package.json', 'utf8'));
    const [program = '', ...args] = client.split(' ');
    await run(program, [...args, folder]);
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const name of ['scenario.ts', 'tsconfig.json']) await copyFile(join('test/client', name), join(folder, name));
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
    steward = await startApp();
    const { stdout } = await run(process.execPath, [join(folder, 'out/scenario.js'), steward.url, ADMIN_PASSWORD]);
    findings = JSON.parse(stdout) as Findings;
  });
  afterAll(async () => {
    await steward.stop();
    await rm(folder, { recursive: true });
  });

  it('logs in and reads typed data out of the envelope', () => {
    expect(findings).toMatchObject({ username: 'admin', code: 'colour', total: 1, permission: 'sys:dict:page' });
  });

  it('reads a download as text', () => {
    expect(findings.heading).toBe('id');
  });

  it('rejects with what the service says', () => {
    const msg = errors.passwordWrong().message;
    expect(findings.wrongPassword).toEqual({ status: 200, code: 1, msg });
    expect(findings.refused).toEqual({ status: 200, code: 1, msg: 'A dictionary with this code exists already' });
    expect(findings.withoutSession).toMatchObject({ status: 401, code: 401 });
  });

  it('shares one refresh among ten requests that are refused at once, and sends each once more', () => {
    expect(findings.burst).toEqual({ refreshes: 1, pages: 20, kinds: Array<string>(10).fill('ok') });
    expect(findings.renewed).toBe(true);
  });

  it('sends the body again after a refresh', () => {
    expect(findings.remark).toBe('sent again');
  });

  it('keeps the session when a refresh cannot be answered', () => {
    expect(findings.broken).toEqual({ thrown: 'the network is down' });
    expect(findings.unavailable).toMatchObject({ status: 503 });
    expect(findings.recovered).toBe(1);
    expect(findings.undisturbed).toEqual({ loggedOut: 0, kept: true });
  });

  it('rejects all requests and says so once when the refresh is refused', () => {
    const kinds = Array<number>(10).fill(401);
    expect(findings.ended).toEqual({ refreshes: 1, kinds, loggedOut: 1, kept: false });
  });

  it('calls with an API token what its scopes name', () => {
    expect(findings.byToken).toMatchObject({ total: 1, refused: { status: 403, code: 1 } });
  });

  it('ends the session at the service when it logs out', () => {
    expect(findings.afterLogout).toMatchObject({ status: 401, code: 401 });
  });

  it.each(['schema.ts', 'permissions.ts', 'rules.ts'])('is what the console has, up to date: %s', async (name) => {
    const [kept, now] = await Promise.all(
      [join('console/src/api', name), join(folder, name)].map((path) => readFile(path, 'utf8')),
    );
    // Not toBe: a difference of ten thousand lines helps nobody.
    expect(kept === now).toBe(true);
  });

  it('has the permission codes of all routes', () => {
    const codes = steward.app
      .get(RouteCheck)
      .routes()
      .flatMap(({ access }) => (access?.kind === 'permission' ? access.code : []));
    expect(findings.permissions).toEqual([...new Set(codes)].sort());
  });
});
