import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Overlay, Problem } from './type-check.js';

/** Compiles files that are not written yet among those of a project, and posts the first problem of each. */
async function run({ root, files }: Overlay): Promise<Problem[]> {
  const { default: ts } = await import('typescript');
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, files: [], include: [] }, ts.sys, root);
  const overlay = new Map(files.map(({ path, content }) => [join(root, path), content]));
  const folders = new Set([...overlay.keys()].map((path) => dirname(path)));
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  host.fileExists = (path) => overlay.has(path) || disk.fileExists(path);
  host.readFile = (path) => overlay.get(path) ?? disk.readFile(path);
  host.directoryExists = (path) => folders.has(path) || disk.directoryExists?.(path) === true;
  const program = ts.createProgram([...overlay.keys()], { ...options, noEmit: true, skipLibCheck: true }, host);
  return files.flatMap(({ path }) => {
    const source = program.getSourceFile(join(root, path));
    const [first] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    if (!first) return [];
    const { line, character } = source?.getLineAndCharacterOfPosition(first.start ?? 0) ?? { line: 0, character: 0 };
    const text = ts.flattenDiagnosticMessageText(first.messageText, ' ');
    return [{ path, message: `${path}:${line + 1}:${character + 1}: ${text}` }];
  });
}

parentPort?.postMessage(await run(workerData as Overlay));
