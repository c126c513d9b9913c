import type { Removed } from '../../src/generator/compare/compare.result.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp } from '../support/generator.js';

describe('a table whose class name the service has itself', () => {
  let app: GeneratorApp;
  beforeAll(async () => (app = await GeneratorApp.start()));
  afterAll(() => app.stop());

  it('becomes a class with the name of the module in front, as the outcome says', async () => {
    await app.table('settings_service');
    const { failed, notes } = await app.generate('settings_service');
    expect(failed).toEqual([]);
    expect(notes).toEqual([
      {
        path: 'settings_service',
        message: 'its class is AppSettingsService, because the service has a SettingsService',
      },
    ]);
    expect(app.output.read('src/modules/settings-service/settings-service.entity.ts')).toContain(
      'export class AppSettingsService ',
    );
    expect(app.output.registered()).toEqual(['AppSettingsServiceModule']);
    expect((await loadModules(app.output)).map(({ name }) => name)).toEqual(['AppSettingsServiceModule']);

    const again = await app.generate('settings_service', { merge: true });
    expect(again).toMatchObject({ generated: [], overwritten: [], merged: [], failed: [] });
    const removed = await app.post<Removed>('remove', { tableName: 'settings_service' });
    expect(removed.body.data.failed).toEqual([]);
    expect(app.output.registered()).toEqual([]);

    await app.generate('settings_service', { moduleName: 'shop' });
    expect(app.output.registered()).toEqual(['ShopSettingsServiceModule']);
  });
});
