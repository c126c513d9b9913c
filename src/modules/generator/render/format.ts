import { join } from 'node:path';
import { errors, PACKAGE_ROOT } from 'steward/core';

type Options = Record<string, unknown>;

let options: Promise<Options> | undefined;

/** A component with nothing to format but its script: the parser of Vue takes four times as long for it. */
const SCRIPT_ALONE =
  /^(<script setup lang="ts">\n)([^]*)(<\/script>\n\n<template><CrudPage :of="\w{1,60}" \/><\/template>\n)$/;

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
    const [, head, script, tail] = SCRIPT_ALONE.exec(text) ?? [];
    const given = await options;
    if (script !== undefined) return `${head}${await prettier.format(script, { ...given, parser: 'babel-ts' })}${tail}`;
    return await prettier.format(text, { ...given, parser: path.endsWith('.vue') ? 'vue' : 'babel-ts' });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { start: { line: number; column: number } } };
    const at = loc ? `:${loc.start.line}:${loc.start.column}` : '';
    throw errors.failure(`${name}${at}: ${message.split('\n')[0]}`);
  }
}
