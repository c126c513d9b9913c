import { join } from 'node:path';
import { errors } from '../../common/errors/errors.js';
import { projectRoot } from './project.js';
import type { Rendered } from './templates.js';

/** Widest line, as `.prettierrc.json` has it. */
const WIDTH = 120;

type Options = Record<string, unknown>;

let options: Promise<Options> | undefined;

/**
 * Lays a rendered text out as the project formats its sources. The shipped templates are laid out so already: only a
 * text with a line that is too wide goes through prettier, which takes a hundred times as long.
 * @throws AppError code 1 that names file, line and column where the text is no TypeScript
 */
export async function formatted({ text, file, shipped }: Rendered, path: string): Promise<string> {
  const tidy = withoutBlanks(text);
  if (shipped && tidy.split('\n').every((line) => line.length <= WIDTH)) return tidy;
  return format(shipped ? tidy : text, path, `${path} (template ${file})`);
}

/**
 * Formats TypeScript with the project's own options.
 * @param name what a problem is told to be in
 */
export async function format(text: string, path: string, name = path): Promise<string> {
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

/** Without the blank lines that loops leave behind. */
function withoutBlanks(text: string): string {
  return `${text
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\{\n\n+/g, '{\n')
    .replace(/\n\n+(\s*\})/g, '\n$1')
    .replace(/\{\n\}/g, '{}')
    .trim()}\n`;
}
