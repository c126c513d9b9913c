import './browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rereading, SPREAD_MS } from '@/api/rereading';

vi.mock('@/api/service', () => ({ onRecovery: () => undefined, reportDown: () => undefined }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a changed authorisation', () => {
  it.each([0.2, 0.5, 0.99])('is read once, at a time of its own: %d', (random) => {
    const read = vi.fn();
    const rereading = new Rereading(read, () => random);
    for (let i = 0; i < 3; i++) rereading.plan();
    vi.advanceTimersByTime(random * SPREAD_MS - 1);
    expect(read).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * SPREAD_MS);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read by many consoles all over five seconds', () => {
    const perSecond = Array.from({ length: SPREAD_MS / 1000 }, () => 0);
    const begin = Date.now();
    for (let i = 0; i < 1000; i++) {
      const read = () => perSecond[Math.floor((Date.now() - begin) / 1000)]!++;
      new Rereading(read).plan();
    }
    vi.advanceTimersByTime(SPREAD_MS);
    expect(perSecond.reduce((sum, count) => sum + count)).toBe(1000);
    for (const count of perSecond) expect(count).toBeLessThan(300);
  });

  it('is read at once when something is refused meanwhile, and only then', () => {
    const read = vi.fn();
    const rereading = new Rereading(read, () => 0.5);
    rereading.hurry();
    expect(read).toHaveBeenCalledTimes(0);
    rereading.plan();
    rereading.hurry();
    expect(read).toHaveBeenCalledTimes(1);
    rereading.hurry();
    vi.advanceTimersByTime(SPREAD_MS);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read every three seconds at most where it seems to change all the time', () => {
    const read = vi.fn();
    const rereading = new Rereading(read, () => 0);
    for (let ms = 0; ms < 29_000; ms += 100) {
      rereading.plan();
      vi.advanceTimersByTime(100);
    }
    expect(read).toHaveBeenCalledTimes(10);
  });

  it('is not read after the session was left', () => {
    const read = vi.fn();
    const rereading = new Rereading(read, () => 0.5);
    rereading.plan();
    rereading.cancel();
    vi.advanceTimersByTime(SPREAD_MS);
    expect(read).toHaveBeenCalledTimes(0);
  });
});

describe('a session', () => {
  const service = { mark: 'one', status: 200, reads: 0 };

  const answer = async (request: Request | string): Promise<Response> => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, location.origin);
    if (pathname === '/api/session') return envelope({ access_token: `head.${btoa('{"user":1}')}.signature` });
    if (pathname === '/api/index/getUser') service.reads++;
    const status = pathname.startsWith('/api/index/') ? 200 : service.status;
    return envelope([], status, { 'x-principal': service.mark });
  };

  function envelope(data: unknown, status = 200, headers: Record<string, string> = {}): Response {
    return Response.json({ code: 0, ok: status === 200, msg: '', data }, { status, headers });
  }

  beforeEach(() => {
    vi.stubGlobal('location', { origin: 'http://steward.test' });
    vi.stubGlobal('fetch', answer);
    Object.assign(service, { mark: 'one', status: 200, reads: 0 });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('reads user and menu again within five seconds of a new mark, or with the next refusal', async () => {
    const [{ login }, { api }] = await Promise.all([import('@/api/session'), import('@/api/client')]);
    await login({ username: 'ann', password: 'a quiet river' });
    await api.get('/api/role/list');
    await vi.advanceTimersByTimeAsync(SPREAD_MS);
    expect(service.reads).toBe(1);

    service.mark = 'two';
    await api.get('/api/role/list');
    expect(service.reads).toBe(1);
    await vi.advanceTimersByTimeAsync(SPREAD_MS);
    expect(service.reads).toBe(2);

    Object.assign(service, { mark: 'three', status: 403 });
    await expect(api.get('/api/role/list')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(0);
    expect(service.reads).toBe(3);
    await expect(api.get('/api/role/list')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(SPREAD_MS);
    expect(service.reads).toBe(3);
  });
});
