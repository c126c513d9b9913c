import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { forget } from '../../src/database/seeds/seeds.js';
import { DictItem } from '../../src/modules/dict/dict.entity.js';
import { ofItem } from '../../src/modules/seeds/module-seed.js';
import { TEST_SECRET } from '../support/app.js';
import { GeneratedTable } from '../support/again.js';
import { expectSuccess } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';
import { BUILT } from '../support/global-setup.js';
import { StewardProcess } from '../support/process.js';
import { someOf } from '../support/whole.js';

/** Copies the output root after each change in it. */
const COPYING = `--import=${resolve('test/support/again-writes.js')}`;

describe('a merge of a process of its own', () => {
  let app: GeneratorApp;
  let table: GeneratedTable;
  /** A copy of the output root as it was before. */
  let before: string;
  let untouched: Record<string, string>;
  let unbroken: Record<string, string>;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    table = await GeneratedTable.of(app, 'demo_item');
    table.append('dto', '\n/** Mine. */\nexport const MINE = 1;\n');
    await table.relists('1-on 2-off 3-lost');
    await table.gains('price');
    before = mkdtempSync(join(tmpdir(), 'steward-before-'));
    cpSync(app.output.path, before, { recursive: true });
    untouched = app.output.contents();
    expect((await table.merge()).failed).toEqual([]);
    unbroken = app.output.contents();
  });
  afterAll(async () => {
    await app.stop();
    rmSync(before, { recursive: true, force: true });
  });

  /** Leaves the output root as a folder is. */
  function restore(folder: string): void {
    rmSync(app.output.path, { recursive: true });
    cpSync(folder, app.output.path, { recursive: true });
  }

  /** Leaves the database without the value that the merge enters, as if it had never been there. */
  async function forgetItem(): Promise<void> {
    const added = (await table.items()).filter(({ value }) => value === '3');
    const { manager } = app.steward.db;
    await manager.getRepository(DictItem).remove(added);
    await forget(manager, [ofItem('demo_item_state', '3')]);
  }

  function command(environment: NodeJS.ProcessEnv = {}): StewardProcess {
    const own = { JWT_SECRET: TEST_SECRET, GENERATOR_OUTPUT_ROOT: app.output.path, ...environment };
    const storage = app.steward.storage.environment;
    return new StewardProcess({ ...own, ...storage }, join(BUILT, 'generate.js'), [table.name, '--merge']);
  }

  /** Merges again: everything is as if nothing had happened. */
  async function expectCompleted(): Promise<void> {
    expect((await table.merge()).failed).toEqual([]);
    expect(app.output.contents()).toEqual(unbroken);
    expect((await table.items()).map(({ value }) => value)).toEqual(['1', '2', '3']);
    expect(await table.merge()).toMatchObject({ generated: [], overwritten: [], merged: [], failed: [] });
  }

  it('is completed by the next after a kill at any of its writes', async () => {
    restore(before);
    await forgetItem();
    const copies = mkdtempSync(join(tmpdir(), 'steward-copies-'));
    const run = command({ NODE_OPTIONS: COPYING, WATCHED_FOLDER: app.output.path, COPIES_FOLDER: copies });
    expect(await run.run()).toBe(0);
    await run.remove();
    expect(app.output.contents()).toEqual(unbroken);
    const states = distinct(copies);
    expect(states.length).toBeGreaterThan(5);
    for (const state of someOf(states, 2)) {
      restore(state);
      await expectCompleted();
      expectSuccess(await app.post('undo', {}));
      expect(app.output.contents()).toEqual(untouched);
      // Rows are entered before the baseline is stored: without it, they may not be there yet.
      restore(state);
      if (app.output.read(table.baseline) !== untouched[table.baseline]) continue;
      await forgetItem();
      await expectCompleted();
    }
    rmSync(copies, { recursive: true });
  });

  it.each(someOf([1, 3], 1))('is completed by the next after a kill when %i files have changed', async (count) => {
    restore(before);
    await forgetItem();
    const paths = Object.keys(table.contents());
    const written = new Map(paths.map((path) => [path, app.output.modifiedAt(path)]));
    const changed = () => paths.filter((path) => app.output.modifiedAt(path) !== written.get(path));
    const killed = command();
    let ended = false;
    const run = killed.run().finally(() => (ended = true));
    while (!ended && changed().length < count) await pause(2);
    await killed.stop('SIGKILL');
    await run;
    await killed.remove();
    for (const [path, text] of Object.entries(table.files())) expect([untouched[path], unbroken[path]]).toContain(text);
    await expectCompleted();
  });

  it('runs beside another as if one came after the other', async () => {
    restore(before);
    await forgetItem();
    const runs = [command(), command()];
    expect(await Promise.all(runs.map((run) => run.run()))).toEqual([0, 0]);
    const merged = runs.filter(({ output }) => output.includes('merged 1'));
    expect([merged.length, runs.filter(({ output }) => output.includes('merged 0')).length]).toEqual([1, 1]);
    await Promise.all(runs.map((run) => run.remove()));
    await expectCompleted();
  });
});

/** The copies that differ from the one before. */
function distinct(folder: string): string[] {
  const found: string[] = [];
  let last = '';
  for (const name of readdirSync(folder).sort()) {
    const content = contentOf(join(folder, name));
    if (content !== last) found.push(join(folder, name));
    last = content;
  }
  return found;
}

function contentOf(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return JSON.stringify(entries.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]));
}
