/**
 * `npm run client [-- FOLDER]`: writes a typed TypeScript client of the API, by default into `client/`. It asks no running
 * service: the application is built on an empty database of its own, and describes itself.
 */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import openapiTS, { COMMENT_HEADER, astToString } from 'openapi-typescript';
import { createApp } from '../src/app.setup.js';
import { describeApi } from '../src/common/docs/document.js';
import { loadSettings } from '../src/settings/settings.js';

async function describe(): Promise<OpenAPIObject> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-client-'));
  const settings = loadSettings({
    DB_DATABASE: join(folder, 'steward.db'),
    JWT_SECRET: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  try {
    const app = await createApp(settings);
    const document = await describeApi(app);
    await app.close();
    return document;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Every permission code that a route needs, under its camelCase name: `sys:role:add` is `sysRoleAdd`. */
function permissionsOf({ paths }: OpenAPIObject): string {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { 'x-permission'?: string }[]);
  const codes = new Set(operations.flatMap(({ 'x-permission': code }) => code ?? []));
  const members = Array.from(codes)
    .sort()
    .map((code) => `  ${nameOf(code)}: '${code}',\n`);
  return `${COMMENT_HEADER}/** Every permission code of the service. */
export const permissions = {
${members.join('')}} as const;

/** One of the permission codes. */
export type Permission = (typeof permissions)[keyof typeof permissions];
`;
}

function nameOf(code: string): string {
  return code.replace(/[^A-Za-z0-9]+(.)/g, (_match, letter: string) => letter.toUpperCase());
}

const folder = resolve(process.argv[2] ?? 'client');
const document = await describe();
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'schema.ts'), COMMENT_HEADER + astToString(await openapiTS(JSON.stringify(document))));
await writeFile(join(folder, 'permissions.ts'), permissionsOf(document));
await copyFile(new URL('client/client.ts', import.meta.url), join(folder, 'client.ts'));
console.log(`Wrote client.ts, schema.ts and permissions.ts to ${folder}`);
