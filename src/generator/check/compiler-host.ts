import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';

/** Source files that one kind of program has read; a program with other options parses them differently. */
export class KnownSources {
  /** Those of packages, which do not change while a service runs. */
  readonly packages = new Map<string, ts.SourceFile | undefined>();
  /** The project's own source files, with the state of each file when it was read. */
  readonly own = new Map<string, { stamp: string; source: ts.SourceFile | undefined }>();
  /** Where the imports of packages lead, with the state of the project's package.json when the first was looked up. */
  resolutions: { stamp: string; cache: ts.ModuleResolutionCache } | undefined;
}

/** The files on disk without the removed ones, overlaid with the new ones. */
export function hostOf(
  typescript: typeof ts,
  options: ts.CompilerOptions,
  root: string,
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
    if (!isOfPackage(path)) return unlessChanged(path, known, () => read(path, ...how));
    if (!known.packages.has(path)) known.packages.set(path, read(path, ...how));
    return known.packages.get(path);
  };
  const newCache = () =>
    typescript.createModuleResolutionCache(
      host.getCurrentDirectory(),
      (path) => host.getCanonicalFileName(path),
      options,
    );
  resolveWith(typescript, host, packageResolutions(root, known, newCache), newCache());
  return host;
}

/**
 * Resolves the imports of packages once, and the project's own for every program, because its files come and go. Asking
 * the disk for every place where an imported file might be took two fifths of a compilation.
 */
function resolveWith(
  typescript: typeof ts,
  host: ts.CompilerHost,
  ofPackages: ts.ModuleResolutionCache,
  ofProject: ts.ModuleResolutionCache,
): void {
  // TypeScript also asks it which files are ES modules, by the package.json above each.
  host.getModuleResolutionCache = () => ofPackages;
  host.resolveModuleNameLiterals = (names, importer, redirected, given, source) => {
    const cache = isOfPackage(importer) ? ofPackages : ofProject;
    return names.map((name) => {
      const mode = typescript.getModeForUsageLocation(source, name, given);
      return typescript.resolveModuleName(name.text, importer, given, host, cache, redirected, mode);
    });
  };
}

/** The resolved imports of packages, forgotten when the project's package.json changes, as others may be installed then. */
function packageResolutions(
  root: string,
  known: KnownSources,
  newCache: () => ts.ModuleResolutionCache,
): ts.ModuleResolutionCache {
  const stamp = stampOf(join(root, 'package.json'));
  if (known.resolutions?.stamp !== stamp) known.resolutions = { stamp, cache: newCache() };
  return known.resolutions.cache;
}

function isOfPackage(path: string): boolean {
  return path.includes('/node_modules/');
}

/** A file of the project, read again if it has changed on disk. */
function unlessChanged(
  path: string,
  { own }: KnownSources,
  read: () => ts.SourceFile | undefined,
): ts.SourceFile | undefined {
  const stamp = stampOf(path);
  const before = own.get(path);
  if (before?.stamp === stamp) return before.source;
  const source = read();
  own.set(path, { stamp, source });
  return source;
}

/** The state of a file, which changes with its content; empty if there is none. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}
