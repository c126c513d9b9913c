import { repositoryFiles } from '../support/repository.js';
import { rentalCopy } from '../support/rental.js';
import { whole } from '../support/whole.js';

const EXAMPLE = 'examples/rental/';
const FILES = repositoryFiles()
  .filter((file) => file.startsWith(EXAMPLE))
  .map((file) => file.slice(EXAMPLE.length));
const SOURCES = FILES.filter((file) => /^(src|test)\/.*\.ts$/.test(file));

/** How long the tools of the project may take. */
const TOOLS_MS = 600_000;

describe('the product in examples/rental', () => {
  const copy = rentalCopy();
  afterAll(() => copy.remove());

  it('changes nothing of Steward but the list of extensions', () => {
    const own =
      /^(README\.md|images\/|src\/modules\/rental\/|test\/project\/|console\/(public\/rental|src\/pages\/app\/))/;
    expect(FILES.filter((file) => !own.test(file))).toEqual(['src/extensions.ts']);
    const core = new Set(repositoryFiles());
    expect(FILES.filter((file) => core.has(file) && file !== 'README.md')).toEqual(['src/extensions.ts']);
  });

  if (whole) {
    it('is compiled and linted as it stands', () => copy.check(SOURCES), TOOLS_MS);
  }

  it('does what its specs say', () => copy.test(SOURCES.filter((file) => file.endsWith('.spec.ts'))), TOOLS_MS);

  it('is known to the generator with its settings', () => copy.source('src/bin/generate.ts', ['--check']), TOOLS_MS);
});
