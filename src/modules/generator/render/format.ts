import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errors } from 'steward/core';

type Options = Record<string, unknown>;

let options: Promise<Options> | undefined;

/**
 * Formats TypeScript with the project's own options.
 * @param name what a problem is told to be in
 * @throws AppError code 1 that names file, line and column where the text is no TypeScript
 */
export async function format(text: string, name: string): Promise<string> {
  const prettier = await import('prettier');
  options ??= prettier.resolveConfig(join(projectRoot(), 'package.json')).then((found) => found ?? {});
  try {
    return await prettier.format(text, { ...(await options), parser: 'babel-ts' });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { start: { line: number; column: number } } };
    const at = loc ? `:${loc.start.line}:${loc.start.column}` : '';
    throw errors.failure(`${name}${at}: ${message.split('\n')[0]}`);
  }
}

/** The folder that the service's own sources, templates and packages are in, from wherever it was compiled to. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'templates', 'entity.hbs'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder templates/ is not there');
    folder = parent;
  }
  return folder;
}
