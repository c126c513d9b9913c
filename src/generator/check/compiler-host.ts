import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type ts from 'typescript';

/** Source files that one kind of program has read; a program with other options parses them differently. */
export class KnownSources {
  /** Those of packages, which do not change while a service runs. */
  readonly packages = new Map<string, ts.SourceFile | undefined>();
  /** The project's own source files, with the state of each file when it was read. */
  readonly own = new Map<string, { stamp: string; source: ts.SourceFile | undefined }>();
}

/** The files on disk without the removed ones, overlaid with the new ones. */
export function hostOf(
  typescript: typeof ts,
  options: ts.CompilerOptions,
  overlay: ReadonlyMap<string, string>,
  gone: ReadonlySet<string>,
  known: KnownSources,
): ts.CompilerHost {
  const folders = new Set([...overlay.keys()].map((path) => dirname(path)));
  const disk = typescript.createCompilerHost(options);
  const host = typescript.createCompilerHost(options);
  // As on TypeScript's own command line: doc comments change no type of a TypeScript file.
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const read = host.getSourceFile.bind(host);
  host.fileExists = (path) => overlay.has(path) || (!gone.has(path) && disk.fileExists(path));
  host.readFile = (path) => overlay.get(path) ?? disk.readFile(path);
  host.directoryExists = (path) => folders.has(path) || disk.directoryExists?.(path) === true;
  host.getSourceFile = (path, ...how) => {
    if (overlay.has(path)) return read(path, ...how);
    if (!path.includes('/node_modules/')) return unlessChanged(path, known, () => read(path, ...how));
    if (!known.packages.has(path)) known.packages.set(path, read(path, ...how));
    return known.packages.get(path);
  };
  return host;
}

/** A file of the project, read again if it has changed on disk. */
function unlessChanged(
  path: string,
  { own }: KnownSources,
  read: () => ts.SourceFile | undefined,
): ts.SourceFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  const stamp = found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  const before = own.get(path);
  if (before?.stamp === stamp) return before.source;
  const source = read();
  own.set(path, { stamp, source });
  return source;
}
