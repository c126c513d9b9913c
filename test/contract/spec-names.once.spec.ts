import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { repositoryFiles } from '../support/repository.js';

/** Why no storage could change the result of a spec that runs once. */
const ONCE: Record<string, string> = {
  deployment: 'reads files of the repository',
  'docs-links': 'reads files of the repository',
  layers: 'reads the imports of the sources',
  'lock-file': 'reads files of the repository',
  names: 'reads the sources',
  'new-migration': 'drafts text',
  'scoped-reads': 'lints text',
  'settings-reference': 'drafts text',
  'shipped-secrets': 'reads files of the repository',
  'spec-names': 'reads files of the repository',
  'stack-lines': 'reads a stack',
  stopped: 'waits for an application to be collected',
  whole: 'chooses from a list',
  'added-fields-refused': 'starts that are refused for what modules declare',
  'api-docs': 'compares answers with a page; the specs of the routes run on both',
  bodies: 'sends bodies to handlers that store nothing',
  client: 'compiles and runs a client of HTTP',
  'console-pages': 'serves files',
  docs: 'reads the description of the API',
  extending: 'compiles a copy of the project',
  headers: 'reads headers',
  limits: 'slows down clients and the event loop',
  links: 'sends texts to one rule of validation, which has its own table beside it',
  location: 'looks addresses up in files',
  rental: 'compiles a copy of the project; rental.services does the same on services',
  'sso-example': 'logs in at the identity provider of the documentation',
  'stop-delay': 'waits at a stop before anything is closed',
  'generator-again-baselines': 'edits files below an output root',
  'generator-again-care': 'edits files below an output root',
  'generator-again-command': 'reads what a command prints',
  'generator-again-kill': 'kills a command between two writes of files',
  'generator-again-states': 'edits files below an output root',
  'generator-class-names': 'reads the names of classes in files',
  'generator-command': 'reads what a command prints',
  'generator-files': 'edits files below an output root',
  'generator-lived-in': 'edits files, lints and compiles them',
  'generator-output': 'puts links, folders and locks below an output root',
  'generator-page-merge': 'edits files below an output root',
  'generator-templates': 'edits templates',
};

/** The one module of the tests' support that knows which storage there is. */
const STORAGE = 'test/support/services.ts';

const specs = repositoryFiles().filter((file) => /^test\/(contract|e2e)\/.*\.spec\.ts$/.test(file));

/** Kind of a spec by its name; empty if it runs on both kinds of storage. */
function kindOf(file: string): string {
  return /\.([a-z]+)\.spec\.ts$/.exec(file)?.[1] ?? '';
}

function named(kind: string): string[] {
  return specs.filter((file) => kindOf(file) === kind);
}

/** Whether a file imports another one below test/, directly or through others. */
function reaches(file: string, wanted: string, seen = new Set<string>()): boolean {
  if (file === wanted) return true;
  if (seen.has(file) || !file.startsWith('test/')) return false;
  seen.add(file);
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return importedFiles.some(
    ({ fileName }) =>
      fileName.startsWith('.') && reaches(join(dirname(file), fileName).replace(/\.js$/, '.ts'), wanted, seen),
  );
}

describe("a spec's name", () => {
  it('says where it runs, in one of four ways', () => {
    expect(new Set(specs.map(kindOf))).toEqual(new Set(['', 'embedded', 'services', 'once']));
  });

  it('says that it runs once if there is a reason', () => {
    expect(named('once').map((file) => basename(file, '.once.spec.ts'))).toEqual(
      expect.arrayContaining(Object.keys(ONCE)),
    );
    expect(named('once')).toHaveLength(Object.keys(ONCE).length);
  });

  it.each([...named('once'), ...named('embedded'), ...named('services')])(
    'of %s fits: nothing in it depends on the kind of storage',
    (file) => {
      expect(readFileSync(file, 'utf8')).not.toMatch(/import \{[^}]*\bonServices\b/);
    },
  );

  it.each(named(''))('of %s fits: it needs storage', (file) => {
    expect(reaches(file, STORAGE)).toBe(true);
  });
});
