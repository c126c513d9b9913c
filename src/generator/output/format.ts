import { join } from 'node:path';
import QuickLRU from 'quick-lru';
import { digestOf, errors, lazily, PACKAGE_ROOT } from 'steward/core';

/**
 * Formats the text of a file by the options of a project.
 * @param path its extension says what the text is: TypeScript, a Vue component, or JSON
 * @param name what the error names as the file; by default the path
 * @throws AppError code 1 that names file, line and column if the text is not valid
 */
export type Format = (text: string, path: string, name?: string) => Promise<string>;

/** A component with nothing to format but its script: Vue's parser takes four times as long for it. */
const SCRIPT_ALONE =
  /^(<script setup lang="ts">\n)([^]*)(<\/script>\n\n<template><CrudPage :of="\w{1,60}" \/><\/template>\n)$/;

/** Recently formatted texts, by a digest of their options and source: a comparison renders mostly unchanged modules. */
const recent = new QuickLRU<string, string>({ maxSize: 3000 });

const loadPrettier = lazily(() => import('prettier'));

type Options = Record<string, unknown>;

const PARSERS: Record<string, string> = { ts: 'babel-ts', vue: 'vue', json: 'json' };

/** Formats as Prettier does in a folder now; without options there, as it does in the service's own project. */
export async function formatIn(root: string): Promise<Format> {
  const { clearConfigCache } = await loadPrettier();
  await clearConfigCache();
  const options: Record<string, Options> = {};
  for (const ending of Object.keys(PARSERS)) {
    options[ending] = (await optionsIn(root, ending)) ?? (await optionsIn(PACKAGE_ROOT, ending)) ?? {};
  }
  return async (text, path, name = path) => {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const formatAs = (part: string, as: string) => format(part, { ...options[ending], parser: PARSERS[as] });
    try {
      const [, head, script, tail] = SCRIPT_ALONE.exec(text) ?? [];
      if (script !== undefined) return `${head}${await formatAs(script, 'ts')}${tail}`;
      return await formatAs(text, ending);
    } catch (error) {
      const { message, loc } = error as Error & { loc?: { start: { line: number; column: number } } };
      const at = loc ? `:${loc.start.line}:${loc.start.column}` : '';
      throw errors.failure(`${name}${at}: ${message.split('\n')[0]}`);
    }
  };
}

async function format(text: string, options: Options): Promise<string> {
  const key = digestOf(JSON.stringify([options, text]));
  const known = recent.get(key);
  if (known !== undefined) return known;
  const prettier = await loadPrettier();
  const formatted = await prettier.format(text, options);
  recent.set(key, formatted);
  return formatted;
}

/** The options for files with an extension, including `.editorconfig`'s, as Prettier's own command finds them. */
async function optionsIn(root: string, ending: string): Promise<Options | undefined> {
  const { resolveConfig } = await loadPrettier();
  const found = await resolveConfig(join(root, `file.${ending}`), { editorconfig: true });
  return found ? { ...found } : undefined;
}
