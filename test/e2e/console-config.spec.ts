import { readFileSync } from 'node:fs';
import { Config, ConfigItem } from '../../src/modules/config/config.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectNamed, expectSuccess } from '../support/checks.js';
import { anItem } from '../support/rows.js';

const PATH = '/api/console/config';

describe("the console's configuration", () => {
  let steward: TestApp;
  let admin: string;
  let web: number;
  beforeEach(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    web = (await steward.db.manager.findOneByOrFail(Config, { code: 'web' })).id;
  });
  afterEach(() => steward.stop());

  const save = (body: unknown) => steward.client.post('/api/config/web/save', body, { token: admin });
  const config = async () => (await steward.client.get(PATH)).body.data;

  it('is what everybody may know of a new service', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expectData(await steward.client.get(PATH), {
      siteName: 'Steward',
      siteLogo: '',
      siteDescription: '',
      siteCopyright: '',
      siteTheme: 'auto',
      siteAccent: '',
      generatorEnabled: true,
      docsEnabled: true,
      version,
    });
    expectSuccess(await steward.client.get(PATH, 'no valid token'));
  });

  it('follows what is saved, at once', async () => {
    const changes = { siteName: 'Grüße 😀', siteLogo: '/logo.png', siteTheme: 'dark', siteAccent: '#FFcc00' };
    expectSuccess(await save(changes));
    expect(await config()).toMatchObject(changes);
  });

  it('has no other item of the group, and an empty text for one that is not there', async () => {
    await anItem(steward.db, { configId: web, key: 'siteSecret', value: 'hush' });
    await steward.db.manager.delete(ConfigItem, { configId: web, key: 'siteLogo' });
    await steward.db.manager.update(ConfigItem, { configId: web, key: 'siteName' }, { status: 0 });
    const data = await config();
    expect(data).toMatchObject({ siteName: '', siteLogo: '' });
    expect(Object.keys(data)).toHaveLength(9);
  });

  it('says what is off', async () => {
    const second = await startApp({
      storage: steward.storage,
      env: { GENERATOR_ENABLED: 'false', DOCS_ENABLED: 'false' },
    });
    const { body } = await second.client.get(PATH);
    await second.stop();
    expect(body.data).toMatchObject({ generatorEnabled: false, docsEnabled: false });
  });

  it('takes the themes auto, light and dark, and no other', async () => {
    for (const siteTheme of ['light', 'dark', 'auto']) {
      expectSuccess(await save({ siteTheme }));
      expect(await config()).toMatchObject({ siteTheme });
    }
    expectNamed(await save({ siteTheme: 'system' }), 'siteTheme');
  });
});
