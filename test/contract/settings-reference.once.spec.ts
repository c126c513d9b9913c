import { z } from 'zod';
import { describeSettings } from '../../scripts/settings/reference.js';
import { type SettingTree, listSettings, setting } from '../../src/settings/definition.js';
import { definitions } from '../../src/settings/definitions.js';

describe('the reference of the settings', () => {
  const rowOf = (tree: SettingTree, env: string) =>
    describeSettings(tree)
      .split('\n')
      .filter((line) => line.startsWith(`| \`${env}\` |`));

  it.each(listSettings(definitions).map(([name, { env }]) => [env, name]))('has one row for %s', (env, name) => {
    expect(rowOf(definitions, env)).toEqual([expect.stringMatching(new RegExp(`[A-Z\`].*\\. \\| \`${name}\` \\|$`))]);
  });

  it('has sections for every setting, or is not written', () => {
    expect(() => describeSettings({ surprise: definitions.server })).toThrow('surprise.host, surprise.port');
  });

  it('names each default and where it differs', () => {
    expect(rowOf(definitions, 'JWT_SECRET')[0]).toContain('| empty |');
    expect(rowOf(definitions, 'DOCS_ENABLED')[0]).toContain('| `true`; in production `false` |');
    expect(rowOf(definitions, 'DB_DATABASE')[0]).toContain('| `data/steward.db`; with MySQL `steward` |');
    expect(rowOf(definitions, 'CAPTCHA_AFTER')[0]).toContain('| `0`; strict `3` |');
    expect(rowOf(definitions, 'DATA_KEY')[0]).toContain('| empty; strict required |');
  });

  it('keeps its columns whatever a description says', () => {
    const level = setting({ env: 'X', schema: z.string(), accepts: 'a|b', fallback: 'a', description: 'A or b.' });
    expect(rowOf({ log: { level } }, 'X')).toEqual(['| `X` | `a` | a\\|b | A or b. | `log.level` |']);
  });
});
