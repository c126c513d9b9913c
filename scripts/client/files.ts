import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { permissionsOf, rulesOf } from './describe.js';

/** The files that describe the API, by their names: its types, its permission codes and the rules of its bodies. */
export async function filesOf(document: OpenAPIObject): Promise<Record<string, string>> {
  const { default: openapiTS, COMMENT_HEADER, astToString } = await import('openapi-typescript');
  const files = {
    'schema.ts': astToString(await openapiTS(document as unknown as Parameters<typeof openapiTS>[0])),
    'permissions.ts': permissionsOf(document),
    'rules.ts': rulesOf(document),
  };
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, COMMENT_HEADER + content]));
}

/** Writes files; one that is already up to date is left alone, so that watchers do not reload it for nothing. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    const current = await readFile(path, 'utf8').catch(() => undefined);
    if (current !== content) await writeFile(path, content);
  }
}
