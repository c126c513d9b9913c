import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type ts from 'typescript';
import { KnownSources, hostOf } from './compiler-host.js';
import type { Overlay, Problem } from './compiler.js';
import { pageProgram } from './page-program.js';
import { problemsIn } from './problems-in.js';

/** Required, because an import would first search its nine megabytes for the names that it exports. */
const typescript = createRequire(import.meta.url)('typescript') as typeof ts;

const known = new KnownSources();

/** Compiles files that are not written yet together with a project. @returns their problems, in the order of each file */
function compile(overlay: Overlay): Problem[] {
  const { root, files } = overlay;
  const pages = files.filter(({ path }) => path.startsWith('console/'));
  const program = serviceProgram(overlay);
  const service = files
    .filter((file) => !pages.includes(file))
    .flatMap((file) => problemsIn(typescript, program, root, file));
  const console_ = pages.length === 0 ? undefined : pageProgram(typescript, { ...overlay, files: pages });
  return [...service, ...(console_ ? pages.flatMap((file) => problemsIn(typescript, console_, root, file)) : [])];
}

function serviceProgram({ root, files, removed }: Overlay): ts.Program {
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
  const own = files.filter(({ path }) => !path.startsWith('console/'));
  const overlay = new Map(own.map(({ path, content }) => [join(root, path), content]));
  const gone = new Set(removed.map((path) => join(root, path)));
  const host = hostOf(typescript, options, root, overlay, gone, known);
  return typescript.createProgram([...overlay.keys()], { ...options, noEmit: true }, host);
}

parentPort?.on('message', (overlay: Overlay) => parentPort?.postMessage(compile(overlay)));
