import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as token from '@/api/token';

/** The service as the cookie of a browser meets it: each refresh token works once. */
class Service {
  cookie = 0;
  refreshes = 0;
  down = false;
  private valid = 0;

  constructor(private readonly user = 1) {}

  /** Ends the session. */
  end(): void {
    this.valid = -1;
  }

  fetch = async (): Promise<Response> => {
    if (this.down) return Response.json({ ok: false, msg: 'away' }, { status: 503, headers: { 'Retry-After': '7' } });
    const sent = this.cookie;
    await pause(Math.random() * 5);
    const wins = sent === this.valid;
    // Refused before the winner has its answer.
    if (!wins) return Response.json({ ok: false, msg: 'used', data: {} });
    this.valid = sent + 1;
    await pause(20);
    this.refreshes++;
    this.cookie = sent + 1;
    return Response.json({ ok: true, msg: '', data: { access_token: tokenOf(this.user, this.cookie) } });
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function tokenOf(user: number, count: number): string {
  return ['head', btoa(JSON.stringify({ user, count })).replaceAll('=', ''), 'signature'].join('.');
}

/** One at a time by name, as `navigator.locks`. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: <T>(_name: string, work: () => Promise<T>): Promise<T> => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** A module of its own, which is what another tab has. */
async function openTab(): Promise<typeof token> {
  vi.resetModules();
  return import('@/api/token');
}

const channels: BroadcastChannel[] = [];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const Channel = globalThis.BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
});

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
});

describe.each([
  ['with locks', () => ({ locks: locks() })],
  ['without locks', () => ({})],
])('%s', (name, navigator) => {
  it('loses no session to tabs that refresh at once', async () => {
    const service = new Service();
    vi.stubGlobal('navigator', navigator());
    vi.stubGlobal('fetch', service.fetch);
    const tabs = await Promise.all(Array.from({ length: 4 }, openTab));
    tabs[0]?.announceLogin(tokenOf(1, 0));
    await expect.poll(() => tabs.every((tab) => tab.accessToken() !== undefined)).toBe(true);

    for (let round = 0; round < 20; round++) {
      const refused = tabs.map((tab) => tab.accessToken());
      const renewed = await Promise.all(
        tabs.flatMap((tab, index) => Array.from({ length: 20 }, () => tab.renew(refused[index]))),
      );
      for (const [index, token] of renewed.entries()) {
        expect(token).toBeDefined();
        expect(token).not.toBe(refused[Math.floor(index / 20)]);
      }
    }
    if (name === 'with locks') expect(service.refreshes).toBe(20);
  });

  it('says that the session is over when it was refused twice', async () => {
    const service = new Service();
    vi.stubGlobal('navigator', navigator());
    vi.stubGlobal('fetch', service.fetch);
    const tab = await openTab();
    tab.announceLogin(tokenOf(1, 0));
    service.end();
    expect(await tab.renew(tab.accessToken())).toBeUndefined();
    expect(tab.accessToken()).toBeUndefined();
  });
});

describe('one tab', () => {
  beforeEach(() => vi.stubGlobal('navigator', {}));

  it('shares one refresh among all who ask', async () => {
    const service = new Service();
    vi.stubGlobal('fetch', service.fetch);
    const tab = await openTab();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tab.renew()));
    expect(new Set(tokens).size).toBe(1);
    expect(service.refreshes).toBe(1);
  });

  it('tries again after a refusal: a refresh that a reload cut off may have won', async () => {
    const service = new Service();
    const fetch = vi.fn(service.fetch);
    fetch.mockImplementationOnce(async () => Response.json({ ok: false, msg: 'used', data: {} }));
    vi.stubGlobal('fetch', fetch);
    const tab = await openTab();
    tab.announceLogin(tokenOf(1, 0));
    expect(await tab.renew(tab.accessToken())).toBe(tokenOf(1, 1));
  });

  it('asks once where the browser never had a session', async () => {
    const fetch = vi.fn(async () => Response.json({ ok: false, msg: 'none', data: {} }));
    vi.stubGlobal('fetch', fetch);
    const tab = await openTab();
    expect(await tab.renew()).toBeUndefined();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('adopts the token of another tab without asking', async () => {
    const service = new Service();
    vi.stubGlobal('fetch', service.fetch);
    const [one, other] = [await openTab(), await openTab()];
    one.announceLogin(tokenOf(1, 1));
    await expect.poll(() => other.accessToken()).toBe(tokenOf(1, 1));
    expect(await other.renew('an older one')).toBe(tokenOf(1, 1));
    expect(service.refreshes).toBe(0);
  });

  it('forgets its token when another tab logs out', async () => {
    const [one, other] = [await openTab(), await openTab()];
    one.announceLogin(tokenOf(1, 1));
    await expect.poll(() => other.accessToken()).toBeDefined();
    const news: unknown[] = [];
    other.onNews((one) => news.push(one));
    one.announceLogout('why');
    await expect.poll(() => other.accessToken()).toBeUndefined();
    expect(news).toEqual([{ kind: 'logout', reason: 'why' }]);
  });

  it('keeps the token while the service cannot be asked, and says when to ask again', async () => {
    const service = new Service();
    vi.stubGlobal('fetch', service.fetch);
    const tab = await openTab();
    tab.announceLogin(tokenOf(1, 0));
    service.down = true;
    await expect(tab.renew(tab.accessToken())).rejects.toMatchObject({ status: 503, message: 'away', retryAfter: 7 });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    await expect(tab.renew(tab.accessToken())).rejects.toMatchObject({ status: 0 });
    expect(tab.accessToken()).toBe(tokenOf(1, 0));
  });

  it('knows whose token it is', async () => {
    const { userOf } = await openTab();
    expect(userOf(tokenOf(4711, 0))).toBe(4711);
    const name = { user: 7, realname: 'Ædïß>?~ÿ 王' };
    const payload = Buffer.from(JSON.stringify(name)).toString('base64url');
    expect(userOf(`head.${payload}.signature`)).toBe(7);
  });
});
