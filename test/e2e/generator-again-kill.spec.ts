import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TEST_SECRET } from '../support/app.js';
import { GeneratedTable } from '../support/again.js';
import { GeneratorApp } from '../support/generator.js';
import { BUILT } from '../support/global-setup.js';
import { StewardProcess } from '../support/process.js';

describe('a merge that is killed', () => {
  let app: GeneratorApp;
  let table: GeneratedTable;
  let before: Record<string, string>;
  let unbroken: Record<string, string>;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    table = await GeneratedTable.of(app, 'demo_item');
    table.append('dto', '\n/** Mine. */\nexport const MINE = 1;\n');
    await table.gains('price');
    before = table.contents();
    expect((await table.merge()).failed).toEqual([]);
    unbroken = table.contents();
  });
  afterAll(() => app.stop());

  const changed = () => Object.entries(table.contents()).filter(([path, text]) => before[path] !== text);

  /** Merges in a process of its own, which is killed once so many files have changed. */
  async function mergeUntil(count: number): Promise<void> {
    for (const [path, text] of Object.entries(before)) writeFileSync(table.at(path), text);
    const environment = { JWT_SECRET: TEST_SECRET, GENERATOR_OUTPUT_ROOT: app.output.path };
    const command = new StewardProcess(
      { ...environment, ...app.steward.storage.environment },
      join(BUILT, 'generate.js'),
      [table.name, '--merge'],
    );
    let ended = false;
    const run = command.run().finally(() => (ended = true));
    while (!ended && changed().length < count) await pause(1);
    await command.stop('SIGKILL');
    await run;
    await command.remove();
  }

  it.each([1, 3])('after %i files is completed by the next, as if nothing had happened', async (count) => {
    await mergeUntil(count);
    for (const [path, text] of Object.entries(table.contents())) expect([before[path], unbroken[path]]).toContain(text);
    expect((await table.merge()).failed).toEqual([]);
    expect(table.contents()).toEqual(unbroken);
    expect(app.output.files().filter((path) => path.endsWith('.tmp'))).toEqual([]);
    expect(await table.merge()).toMatchObject({ generated: [], overwritten: [], merged: [], failed: [] });
  });
});
