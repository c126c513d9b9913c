/**
 * `npm run settings`: writes docs/settings.md, the reference of all settings, from their definitions, and
 * docs/project-settings.md if the installation's own modules define any. With `-- --check`, as `npm run check` calls it,
 * it writes nothing and fails if a file is out of date.
 */
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { settingsOf } from '../src/app/extension.js';
import { extensions } from '../src/extensions.js';
import { definitions } from '../src/settings/definitions.js';
import { describeGroups, describeSettings } from './settings/reference.js';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const groups = settingsOf(extensions);
const references = [{ file: 'docs/settings.md', text: describeSettings(definitions) }];
if (groups.length > 0) references.push({ file: 'docs/project-settings.md', text: describeGroups(groups) });

for (const { file, text } of references) {
  const reference = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (!values.check) {
    await writeFile(file, reference);
    console.log(`Wrote ${file}`);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== reference) {
    console.error(`${file} is out of date: run "npm run settings" and commit the result.`);
    process.exitCode = 1;
  }
}
