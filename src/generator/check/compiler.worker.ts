import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type ts from 'typescript';
import type { Overlay, Problem } from './compiler.js';

/** Required, because an import would first search its nine megabytes for the names that it exports. */
const typescript = createRequire(import.meta.url)('typescript') as typeof ts;

/** Source files of packages, which do not change while a service runs. */
const packages = new Map<string, ts.SourceFile | undefined>();

/** Source files of the project itself, with the state of the file when it was read. */
const sources = new Map<string, { stamp: string; source: ts.SourceFile | undefined }>();

/** Compiles files that are not written yet together with a project. @returns the first problem of each */
function compile({ root, files, removed }: Overlay): Problem[] {
  const file = join(root, 'tsconfig.json');
  const { config } = typescript.readConfigFile(file, (path) => typescript.sys.readFile(path)) as { config: object };
  // The name of its file is passed so that types are looked up next to it, wherever the service runs.
  const { options } = typescript.parseJsonConfigFileContent(
    { ...config, files: [], include: [] },
    typescript.sys,
    root,
    {},
    file,
  );
  const overlay = new Map(files.map(({ path, content }) => [join(root, path), content]));
  const gone = new Set(removed.map((path) => join(root, path)));
  const program = typescript.createProgram(
    [...overlay.keys()],
    { ...options, noEmit: true },
    hostOf(options, overlay, gone),
  );
  return files.flatMap(({ path }) => {
    const source = program.getSourceFile(join(root, path));
    const [first] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    if (!first) return [];
    const { line, character } = source?.getLineAndCharacterOfPosition(first.start ?? 0) ?? { line: 0, character: 0 };
    const text = typescript.flattenDiagnosticMessageText(first.messageText, ' ');
    return [{ path, message: `${path}:${line + 1}:${character + 1}: ${text}` }];
  });
}

/** The files on disk without the removed ones, overlaid with the new ones. */
function hostOf(options: ts.CompilerOptions, overlay: Map<string, string>, gone: Set<string>): ts.CompilerHost {
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
    if (!path.includes('/node_modules/')) return unlessChanged(path, () => read(path, ...how));
    if (!packages.has(path)) packages.set(path, read(path, ...how));
    return packages.get(path);
  };
  return host;
}

/** A file of the project, read again if it has changed on disk. */
function unlessChanged(path: string, read: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  const stamp = found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  const known = sources.get(path);
  if (known?.stamp === stamp) return known.source;
  const source = read();
  sources.set(path, { stamp, source });
  return source;
}

parentPort?.on('message', (overlay: Overlay) => parentPort?.postMessage(compile(overlay)));
