import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const CONFIG = resolve('console/tsconfig.json');

/** The script of a component that has one. */
const SCRIPT = /^[^]*?<script\b[^>]*>([^]*?)<\/script>(?![^]*<script\b)/;

/** Editors lint files while others change: what was read at the start would soon be out of date. */
const isSingleRun = /\beslint(\.js)?$/.test(process.argv[1] ?? '');

let program;

/** The console's sources, with the scripts of components in place of the components. */
function createProgram() {
  const { config } = ts.readConfigFile(CONFIG, ts.sys.readFile);
  const components = [{ extension: '.vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }];
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(CONFIG),
    { noEmit: true, allowNonTsExtensions: true },
    CONFIG,
    undefined,
    components,
  );
  const host = ts.createCompilerHost(options, true);
  const read = host.getSourceFile;
  host.getSourceFile = (path, ...how) => {
    if (!path.endsWith('.vue')) return read(path, ...how);
    const [, script = ''] = SCRIPT.exec(readFileSync(path, 'utf8')) ?? [];
    return ts.createSourceFile(path, script, how[0], true, ts.ScriptKind.TS);
  };
  return ts.createProgram(fileNames, options, host);
}

/**
 * Parses the scripts of components for ESLint, as typescript-eslint's parser does, but with one program for all of them.
 * The project service would check the types of the whole console again for each component, because their scripts are
 * not what it finds in the files. It still does so for the few with type parameters, to whose scripts Vue's parser adds
 * these, and for those with two scripts.
 */
export const vueScripts = {
  meta: { name: 'vue-scripts' },
  parseForESLint(code, options) {
    if (!isSingleRun || !options.projectService) return tseslint.parser.parseForESLint(code, options);
    program ??= createProgram();
    const isKnown = program.getSourceFile(options.filePath)?.text === code;
    const typed = isKnown ? { ...options, projectService: false, programs: [program] } : options;
    return tseslint.parser.parseForESLint(code, typed);
  },
};
