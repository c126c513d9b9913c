import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import { KnownSources, hostOf, stampOf } from './compiler-host.js';
import type { Overlay } from './compiler.js';

const known = new KnownSources();

type CreateProgram = (options: ts.CreateProgramOptions) => ts.Program;

/** Creates programs whose components are compiled again only if they have changed, until the options change. */
let kept: { stamp: string; create: CreateProgram } | undefined;

/** The parts of the console's type checker that are used here, by package. */
interface PageTools {
  proxyCreateProgram: (
    typescript: typeof ts,
    create: typeof ts.createProgram,
    plugins: (typescript: typeof ts, options: ts.CreateProgramOptions) => { languagePlugins: unknown[] },
  ) => CreateProgram;
}

interface VueTools {
  createParsedCommandLine: (typescript: typeof ts, sys: ts.System, file: string) => { vueOptions: unknown };
  createVueLanguagePlugin: (
    typescript: typeof ts,
    options: ts.CompilerOptions,
    vueOptions: unknown,
    idOf: (id: string) => string,
  ) => unknown;
}

interface PageToolset {
  pages: PageTools;
  vue: VueTools;
}

/** The type checker of pages, which the console's checks use too; undefined where it is not installed. */
function toolsIn(root: string): PageToolset | undefined {
  try {
    const own = createRequire(createRequire(join(root, 'console/package.json')).resolve('vue-tsc'));
    return { pages: own('@volar/typescript') as PageTools, vue: own('@vue/language-core') as VueTools };
  } catch {
    return undefined;
  }
}

/**
 * Files of the console as a program with the rest of it; undefined in a project that has no console, or where its type
 * checker is not installed.
 */
export function pageProgram(typescript: typeof ts, { root, files, removed }: Overlay): ts.Program | undefined {
  const folder = join(root, 'console');
  const file = join(folder, 'tsconfig.json');
  const tools = typescript.sys.fileExists(file) ? toolsIn(root) : undefined;
  if (tools === undefined) return undefined;
  const { config } = typescript.readConfigFile(file, (path) => typescript.sys.readFile(path)) as { config: object };
  const parsed = typescript.parseJsonConfigFileContent(
    { ...config, files: [], include: [] },
    typescript.sys,
    folder,
    {},
    file,
  );
  const options = { ...parsed.options, noEmit: true };
  const paths = files.map(({ path }) => join(root, path));
  // TypeScript cannot start from files of other kinds, but finds them when they are imported.
  const entry = join(folder, 'src', 'pages-to-check.ts');
  const entryText = paths.map((path) => `import ${JSON.stringify(path)};`).join('\n');
  const overlay = new Map(files.map(({ path, content }) => [join(root, path), content]));
  const gone = new Set(removed.map((path) => join(root, path)));
  const host = hostOf(typescript, options, root, overlay.set(entry, entryText), gone, known);
  const createProgram = keptFor(typescript, tools, file);
  return createProgram({ rootNames: [entry, join(folder, 'src', 'env.d.ts')], options, host });
}

/** Creates programs by the options in a file. @param file the console's tsconfig.json */
function keptFor(typescript: typeof ts, tools: PageToolset, file: string): CreateProgram {
  const stamp = `${file} ${stampOf(file)}`;
  if (kept?.stamp !== stamp) {
    const { vueOptions } = tools.vue.createParsedCommandLine(typescript, typescript.sys, file);
    const create = tools.pages.proxyCreateProgram(typescript, typescript.createProgram, (_, given) => ({
      languagePlugins: [tools.vue.createVueLanguagePlugin(typescript, given.options, vueOptions, (id) => id)],
    }));
    kept = { stamp, create };
  }
  return kept.create;
}
