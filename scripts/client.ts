/**
 * `npm run client [-- FOLDER]`: writes a typed TypeScript client of the API into `client/`, and what the console knows of
 * the API into `console/src/api/`; with a folder the client alone, into that. It asks no running service: the application
 * is built on an empty database of its own, and describes itself.
 *
 * `--console` writes what the console knows alone, and `--from URL` takes the description from a service that runs: what
 * the generator and `npm run dev` do.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import openapiTS, { COMMENT_HEADER, astToString } from 'openapi-typescript';
import { permissionsOf, rulesOf } from './client/describe.js';

/** What the console knows of the API. */
const CONSOLE = 'console/src/api';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { console: { type: 'boolean' }, from: { type: 'string' } },
});
const [given] = positionals;
const folder = resolve(given ?? 'client');
const document = options.from === undefined ? await describe() : await ask(options.from);
const files = {
  'schema.ts': astToString(await openapiTS(document as unknown as Parameters<typeof openapiTS>[0])),
  'permissions.ts': permissionsOf(document),
  'rules.ts': rulesOf(document),
};
for (const to of options.console ? [CONSOLE] : given === undefined ? [folder, CONSOLE] : [folder]) {
  await mkdir(to, { recursive: true });
  for (const [name, content] of Object.entries(files)) await replace(join(to, name), COMMENT_HEADER + content);
  console.log(`Wrote ${Object.keys(files).join(', ')} to ${to}`);
}
if (!options.console) {
  await copyFile(new URL('client/client.ts', import.meta.url), join(folder, 'client.ts'));
  console.log(`Wrote client.ts to ${folder}`);
}

/** The description of the sources; they are loaded for it alone. */
async function describe(): Promise<OpenAPIObject> {
  const { describeSources } = await import('./client/sources.js');
  return describeSources();
}

async function ask(url: string): Promise<OpenAPIObject> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered with HTTP status ${response.status}`);
  return (await response.json()) as OpenAPIObject;
}

/** A file that is right already is left alone: who watches it would load it anew for nothing. */
async function replace(path: string, content: string): Promise<void> {
  const current = await readFile(path, 'utf8').catch(() => undefined);
  if (current !== content) await writeFile(path, content);
}
