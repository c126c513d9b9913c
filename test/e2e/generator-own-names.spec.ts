import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { Removed } from '../../src/generator/compare/compare.result.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp, filesOf, menusOf, writtenOf } from '../support/generator.js';

const CONTROLLER = 'src/modules/app-note/app-note.controller.ts';

describe('a table whose name is left to installations', () => {
  let app: GeneratorApp;
  let modules: Type[];
  beforeAll(async () => {
    app = await GeneratorApp.start();
    await app.table('app_note', 'app_note_tag', 'application_log', 'app_old');
    for (const { failed } of await app.batch(['app_note', 'app_note_tag', 'application_log']))
      expect(failed).toEqual([]);
    modules = await loadModules(app.output);
  });
  afterAll(() => app.stop());

  it('has its route below /api/app/ and its page below /app/; files, classes and codes keep its name', async () => {
    expect(app.output.files()).toEqual(expect.arrayContaining(writtenOf('app-note')));
    expect(app.output.read(CONTROLLER)).toContain("@Controller('api/app/note')");
    expect(app.output.read('console/src/pages/app-note.page.vue')).toContain("defineCrud('/api/app/note'");
    expect(app.output.read('console/test/flow/generated/app-note.spec.ts')).toContain("path: '/app/note'");
    const [entry] = await menusOf(app.steward.db, 'app/note');
    expect(entry?.page.component).toBe('app-note');
    expect(entry?.codes).toContain('app:appNote:page');
    expect((await menusOf(app.steward.db, 'app/note-tag')).length).toBe(1);
    expect((await menusOf(app.steward.db, 'application-log')).length).toBe(1);
  });

  it('is served there', async () => {
    const steward: TestApp = await startApp({ storage: app.steward.storage, generated: modules });
    try {
      const token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
      for (const path of ['app/note', 'app/note-tag', 'application-log']) {
        expectSuccess(await steward.client.post(`/api/${path}/add`, { title: 'one' }, { token }));
        const page = await steward.client.get<{ total: number }>(`/api/${path}/page`, token);
        expect(page.body.data.total).toBe(1);
      }
      expect((await steward.client.get('/api/app-note/page', token)).status).toBe(404);
    } finally {
      await steward.stop();
    }
  });

  it('is found again by a merge, an undo and a removal', async () => {
    const again = await app.generate('app_note', { merge: true });
    expect(again).toMatchObject({ generated: [], overwritten: [], merged: [], failed: [] });
    const removed = await app.post<Removed>('remove', { tableName: 'app_note' });
    expect(removed.body.data).toMatchObject({ failed: [], menu: { success: true } });
    expect(await menusOf(app.steward.db, 'app/note')).toEqual([]);
    expect(app.output.files().filter((path) => filesOf('app-note').includes(path))).toEqual([]);
  });

  it('keeps the address that its module had before', async () => {
    await app.generate('app_old');
    const path = join(app.output.path, 'src/modules/app-old/app-old.controller.ts');
    writeFileSync(path, readFileSync(path, 'utf8').replace('api/app/old', 'api/app-old'));
    const preview = await app.post<{ path: string; content: string }[]>('preview', { tableName: 'app_old' });
    const page = preview.body.data.find(({ path: each }) => each === 'console/src/pages/app-old.page.vue');
    expect(page?.content).toContain("defineCrud('/api/app-old'");
  });
});
