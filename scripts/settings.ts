/**
 * `npm run settings`: writes docs/settings.md, the reference of all settings, from their definitions. With `-- --check`,
 * as `npm run check` calls it, it writes nothing and fails if the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { definitions } from '../src/settings/definitions.js';
import { describeSettings } from './settings/reference.js';

const FILE = 'docs/settings.md';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const reference = await format(describeSettings(definitions), { ...(await resolveConfig(FILE)), filepath: FILE });

if (!values.check) {
  await writeFile(FILE, reference);
  console.log(`Wrote ${FILE}`);
} else if ((await readFile(FILE, 'utf8')) !== reference) {
  console.error(`${FILE} is out of date: run "npm run settings" and commit the result.`);
  process.exitCode = 1;
}
