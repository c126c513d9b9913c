import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_SECRET } from '../support/app.js';
import type { Client } from '../support/client.js';
import { StewardProcess } from '../support/process.js';
import { type Storage, newStorage } from '../support/services.js';

describe('the service as a process', () => {
  let storage: Storage;
  let started: StewardProcess[];

  const steward = (environment: Record<string, string> = {}) => {
    const process = new StewardProcess({ ...storage.environment, ...environment });
    started.push(process);
    return process;
  };
  const printedPassword = ({ output }: StewardProcess) => /password (\S+) \(shown only once\)/.exec(output)?.[1];

  beforeEach(async () => {
    storage = await newStorage();
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((process) => process.remove()));
    await storage.remove();
  });

  it('prints the generated administrator password once, and logs in with it', async () => {
    const process = steward();
    const client = await process.start();
    const password = printedPassword(process);
    expect((await client.login('admin', password ?? '')).token_type).toBe('Bearer');
    expect(await process.stop()).toBe(0);

    const again = await process.start();
    expect(printedPassword(process)).toBeUndefined();
    expect((await again.login('admin', password ?? '')).token_type).toBe('Bearer');
  });

  it('takes ADMIN_PASSWORD and does not print it', async () => {
    const process = steward({ ADMIN_PASSWORD: 'chosen-by-the-operator' });
    const client = await process.start();
    expect((await client.login('admin', 'chosen-by-the-operator')).token_type).toBe('Bearer');
    expect(process.output).not.toContain('chosen-by-the-operator');
    expect(printedPassword(process)).toBeUndefined();
  });

  it('keeps a generated signing secret in a file that only its owner reads, so that tokens outlive a restart', async () => {
    const process = steward({ ADMIN_PASSWORD: 'a quiet river' });
    const client = await process.start();
    const { access_token } = await client.login('admin', 'a quiet river');
    const file = join(process.folder, 'data/jwt.secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThanOrEqual(32);
    await process.stop();
    const again = await process.start();
    expect((await again.get('/api/oauth2/check/token', access_token)).status).toBe(200);
  });

  it('reads .env, and the environment over it', async () => {
    const process = steward({ ADMIN_PASSWORD: 'from-the-environment' });
    writeFileSync(join(process.folder, '.env'), 'ADMIN_PASSWORD=from-the-file\nBYPASS_CODE=from-the-file\n');
    const client = await process.start();
    const body = { username: 'admin', password: 'from-the-environment', key: 'no-such-key', code: 'from-the-file' };
    expect((await client.tryLogin(body)).body.ok).toBe(true);
    expect(process.output).toContain('BYPASS_CODE is set');
  });

  it('two instances that start at once on an empty database both come up, and seed once', async () => {
    const [a, b] = [steward({ JWT_SECRET: TEST_SECRET }), steward({ JWT_SECRET: TEST_SECRET })];
    const [clientA, clientB] = await Promise.all([a.start(), b.start()]);
    const passwords = [a, b].map(printedPassword).filter((password) => password !== undefined);
    expect(passwords).toHaveLength(1);
    for (const client of [clientA, clientB]) {
      const { access_token } = await client.login('admin', passwords[0] ?? '');
      const { body } = await client.get<{ name: string }[]>('/api/index/getMenuList', access_token);
      expect(body.data.map(({ name }) => name)).toEqual(['Dashboard', 'Access', 'System', 'Logs', 'Development']);
    }
  });

  it('refuses an invalid setting in one line', async () => {
    const process = steward({ AUTH_LIMIT: 'many' });
    expect(await process.run()).toBe(1);
    expect(process.errors.trim().split('\n')).toEqual([
      'Setting authLimit (environment AUTH_LIMIT) must be attempts per minute, a whole number (0 turns it off).',
    ]);
    expect(process.output).toBe('');
  });

  it.each<Record<string, string>>([{ NODE_ENV: 'Production' }, { NODE_ENV: 'production', JWT_SECRET: 'k'.repeat(40) }])(
    'refuses %j in one line, and makes nothing',
    async (environment) => {
      const process = steward(environment);
      expect(await process.run()).toBe(1);
      expect(process.errors).toMatch(/^Setting [^\n]*(NODE_ENV|JWT_SECRET)[^\n]*\n$/);
      expect(readdirSync(process.folder)).toEqual([]);
    },
  );

  it('in production logs JSON lines, and no secret in them', async () => {
    const secret = randomBytes(36).toString('base64');
    const process = steward({ NODE_ENV: 'production', JWT_SECRET: secret, ADMIN_PASSWORD: 'secret-password' });
    const client = await process.start();
    const tokens = await client.login('admin', 'secret-password');
    await client.get(`/api/index/getUser?token=${tokens.access_token}`);
    await client.call('DELETE', `/api/oauth2/remove/${tokens.refresh_token}`, { token: tokens.access_token });
    await client.get(`/api/unknown/${tokens.access_token}`);
    await client.tryLogin({
      username: 'evil\n{"level":60}',
      password: 'wrong-password',
      key: 'k',
      code: 'captcha-answer',
    });
    await process.stop();

    const lines = process.output.split('\n').filter((line) => line.startsWith('{'));
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    expect(requests.map(({ method, path, status, code, user }) => [method, path, status, code, user])).toEqual([
      ['POST', '/api/login', 200, 0, undefined],
      ['GET', '/api/index/getUser', 200, 0, 'admin'],
      ['DELETE', '/api/oauth2/remove/***', 200, 0, 'admin'],
      ['GET', '/api/unknown/***', 404, 1, undefined],
      ['POST', '/api/login', 200, 1004, undefined],
    ]);
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(5);
    for (const text of [
      secret,
      'secret-password',
      'wrong-password',
      'captcha-answer',
      tokens.access_token,
      tokens.refresh_token,
    ]) {
      expect(process.output).not.toContain(text);
    }
  });

  it('stops with exit code 0, idle keep-alive connections or not, and answers what was asked before', async () => {
    const process = steward({ ADMIN_PASSWORD: 'a quiet river' });
    const client = await process.start();
    const agent = new Agent({ keepAlive: true });
    await openIdle(client, agent);
    const logins = Array.from({ length: 4 }, () => client.tryLogin({ username: 'admin', password: 'a quiet river' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const began = Date.now();
    const [code, ...answers] = await Promise.all([process.stop(), ...logins]);
    expect(code).toBe(0);
    expect(Date.now() - began).toBeLessThan(5000);
    expect(answers.map(({ body }) => body.ok)).toEqual([true, true, true, true]);
    agent.destroy();
  });
});

/** Makes one request on a connection and leaves it open. */
async function openIdle(client: Client, agent: Agent): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const call = request(`${client.url}/api/health/live`, { agent }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    call.on('error', reject);
    call.end();
  });
}
