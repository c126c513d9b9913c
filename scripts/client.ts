/**
 * `npm run client [-- FOLDER]`: writes a typed TypeScript client of the API into `client/`, and what the console knows
 * about the API into `console/src/api/`; with a folder, only the client, into that folder; with `--console`, only the
 * console's files. It needs no running service: the application is built on an empty database of its own, and describes
 * itself.
 */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createApp } from '../src/app/app.setup.js';
import { settingsOf } from '../src/app/extension.js';
import { extensions } from '../src/extensions.js';
import { describeApi } from '../src/openapi/document.js';
import { loadSettings } from '../src/settings/settings.js';
import { filesOf, writeFiles } from './client/files.js';

async function describe(): Promise<OpenAPIObject> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-client-'));
  const environment = {
    DB_DATABASE: join(folder, 'steward.db'),
    JWT_SECRET: randomBytes(32).toString('base64'),
    DATA_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  };
  const settings = loadSettings(environment, settingsOf(extensions));
  try {
    const app = await createApp(settings, { extensions });
    const document = await describeApi(app);
    await app.close();
    return document;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The folder with what the console knows about the API. */
const CONSOLE = 'console/src/api';

const given = process.argv[2];
const folder = resolve(given ?? 'client');
const files = await filesOf(await describe());
const folders = { undefined: [folder, CONSOLE], '--console': [CONSOLE] }[String(given)] ?? [folder];
for (const to of folders) {
  await writeFiles(to, files);
  console.log(`Wrote ${Object.keys(files).join(', ')} to ${to}`);
}
if (folders.includes(folder)) {
  await copyFile(new URL('client/client.ts', import.meta.url), join(folder, 'client.ts'));
  console.log(`Wrote client.ts to ${folder}`);
}
