import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createApp } from '../../src/app/app.setup.js';
import { extensions } from '../../src/extensions.js';
import { describeApi } from '../../src/openapi/document.js';
import { loadSettings } from '../../src/settings/settings.js';

/** The API as the sources have it: the application on an empty database of its own, which describes itself. */
export async function describeSources(): Promise<OpenAPIObject> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-client-'));
  const settings = loadSettings({
    DB_DATABASE: join(folder, 'steward.db'),
    JWT_SECRET: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  try {
    const app = await createApp(settings, { extensions });
    const document = await describeApi(app);
    await app.close();
    return document;
  } finally {
    await rm(folder, { recursive: true });
  }
}
