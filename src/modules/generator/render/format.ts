import { join } from 'node:path';
import { errors, PACKAGE_ROOT } from 'steward/core';

type Options = Record<string, unknown>;

let options: Promise<Options> | undefined;

/**
 * Formats TypeScript, or a component of Vue, with the project's own options.
 * @param path says which of both it is
 * @param name what a problem is told to be in
 * @throws AppError code 1 that names file, line and column where the text is neither
 */
export async function format(text: string, path: string, name = path): Promise<string> {
  const prettier = await import('prettier');
  options ??= prettier.resolveConfig(join(PACKAGE_ROOT, 'package.json')).then((found) => found ?? {});
  try {
    return await prettier.format(text, { ...(await options), parser: path.endsWith('.vue') ? 'vue' : 'babel-ts' });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { start: { line: number; column: number } } };
    const at = loc ? `:${loc.start.line}:${loc.start.column}` : '';
    throw errors.failure(`${name}${at}: ${message.split('\n')[0]}`);
  }
}
