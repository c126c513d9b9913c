import { createRequire } from 'node:module';
import type ts from 'typescript';

/**
 * The compiler, which is loaded with the first merge, so that a service that never merges does not hold it in memory.
 */
export type TypeScript = typeof ts;

/** Requires it, because an import would first search its nine megabytes for the names that it exports. */
export function loadTypeScript(): TypeScript {
  return createRequire(import.meta.url)('typescript') as TypeScript;
}
