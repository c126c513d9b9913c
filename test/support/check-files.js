/**
 * `node test/support/check-files.js FILE…` checks the types of the files by tsconfig.json, but not of those that they
 * import, and lints them, with one program for both. Prints what it finds, and exits with 1 if that is anything.
 */
import process from 'node:process';
import { ESLint } from 'eslint';
import ts from 'typescript';

const CONFIG = 'tsconfig.json';

const files = process.argv.slice(2);
const { config } = ts.readConfigFile(CONFIG, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd(), { noEmit: true }, CONFIG);
const program = ts.createProgram(files, options);
const found = [
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...files
    .map((file) => program.getSourceFile(file))
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]),
];
process.stdout.write(
  ts.formatDiagnostics(found, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => '\n',
  }),
);

const parserOptions = { programs: [program], projectService: false };
const eslint = new ESLint({ overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions } } });
const results = await eslint.lintFiles(files);
const formatter = await eslint.loadFormatter();
process.stdout.write(await formatter.format(results));

const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = found.length === 0 && isClean ? 0 : 1;
