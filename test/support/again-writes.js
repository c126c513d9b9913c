/**
 * Loaded before a program by `node --import`: after each step that changes the entries of a folder, copies that folder
 * to a numbered one. A process that is killed leaves the disk in the state of one of these copies.
 */
import { cpSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

const { WATCHED_FOLDER: watched, COPIES_FOLDER: copies } = process.env;

let count = 0;

for (const name of ['link', 'mkdir', 'rename', 'rm', 'rmdir', 'unlink']) {
  const original = promises[name];
  promises[name] = async (...args) => {
    const result = await original(...args);
    cpSync(watched, join(copies, String(++count).padStart(4, '0')), { recursive: true });
    return result;
  };
}
syncBuiltinESMExports();
