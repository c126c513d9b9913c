import { type ChildProcess, spawn } from 'node:child_process';
import { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { firstLineOf } from '../support/first-line.js';
import { freePort } from '../support/server-process.js';
import { pairOf, PUBLIC_URL, SsoBrowser } from '../support/sso.js';

/** The browser at the provider: follows its redirects, and fills in its forms. */
class ProviderBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly issuer: string) {}

  /** Goes on until the provider leads elsewhere. @returns where to */
  async logIn(address: string, name: string): Promise<string> {
    let at = address;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < 12 && at.startsWith(this.issuer); step += 1) {
      const response = await fetch(at, {
        method: form ? 'POST' : 'GET',
        headers: { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') },
        body: form,
        redirect: 'manual',
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.cookies.set(key, value);
      }
      form = undefined;
      const location = response.headers.get('location');
      if (location !== null) at = new URL(location, at).href;
      else {
        const page = await response.text();
        at = new URL(/<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '', at).href;
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
        form = new URLSearchParams({ prompt, login: name, password: 'any' });
      }
    }
    return at;
  }
}

describe('the identity provider of the documentation', () => {
  let issuer: string;
  let provider: ChildProcess;
  let steward: TestApp;
  beforeAll(async () => {
    const port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    provider = spawn(process.execPath, ['deploy/identity-provider.js', String(port), PUBLIC_URL], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await firstLineOf(provider, 'The identity provider');
    steward = await startApp({ env: { SSO_ISSUERS: issuer, PUBLIC_URL } });
  });
  afterAll(async () => {
    provider.kill();
    await steward?.stop();
  });

  it('logs people in, with the roles of their groups', async () => {
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const role = await steward.make.aRole();
    const body = {
      code: 'trial',
      name: 'Trial',
      issuer,
      clientId: 'steward',
      clientSecret: 'only-for-trying-it-out',
      scopes: 'email',
      groupsClaim: 'groups',
      groups: [{ name: 'staff', roleId: role.id }],
      createUsers: true,
    };
    expectSuccess(await steward.client.post('/api/sso/provider/add', body, { token }));
    const browser = new SsoBrowser(steward);
    const answer = await new ProviderBrowser(issuer).logIn(await browser.begin('trial'), 'ada');
    const led = await browser.follow(answer);
    expect(led.location).toBe('/console/');
    const { access_token: theirs } = await pairOf(steward, led);
    const user = await steward.client.get('/api/index/getUser', theirs);
    expect(user.body.data).toMatchObject({ username: 'ada', roles: [role.code] });
    expect(await steward.db.manager.countBy(User, { username: 'ada' })).toBe(1);
  });
});
