import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ProjectCopy } from './project-copy.js';

const RENTAL = fileURLToPath(new URL('../../examples/rental', import.meta.url));

/** Folders of the example that are its product; beside them are its README and pictures. */
const PARTS = ['src', 'test', 'console'];

/** A copy of the project with the rental of `examples/rental`. @param more further folders to copy */
export function rentalCopy(more: readonly string[] = []): ProjectCopy {
  const copy = new ProjectCopy(more);
  for (const part of PARTS) cpSync(`${RENTAL}/${part}`, `${copy.folder}/${part}`, { recursive: true });
  return copy;
}
