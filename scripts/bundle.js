/**
 * `node scripts/bundle.js [compiled] [bundled]` bundles what `nest build` compiled, from build/ into dist/ unless other
 * folders are named: the service in one file, and a file for each package. Node looks for and compiles some forty files
 * at a start in place of two thousand (docs/decisions/0023-bundled-for-the-start.md).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'rolldown';

const [, , compiled = 'build', bundled = 'dist'] = process.argv;

/** The package's own entries, in the folder that is bundled. */
const { name: ownName, exports: entries } = JSON.parse(readFileSync('package.json', 'utf8'));
const ownEntries = Object.entries(entries)
  .filter(([, { default: file }]) => file)
  .map(([entry, { default: file }]) => [join(ownName, entry), resolve(compiled, file.replace('./build/', ''))]);

/** Left where they are: what is compiled for a machine, and what loads files of its own package. */
const EXTERNAL = ['@resvg/resvg-js', 'bcrypt', 'better-sqlite3', 'prettier', 'typescript'];

/** The programs of threads, each a file of its own. */
const workers = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.worker.js'))
  .map((file) => [basename(file, '.js'), join(compiled, file)]);

/**
 * These would load a package past the bundle, and with it a second copy: decorators of one copy say nothing to the
 * other. Their `require` must be one that the bundler sees.
 */
const visibleRequire = {
  name: 'visible-require',
  transform: {
    filter: { id: /node_modules\/@nestjs\/(mapped-types|typeorm)\// },
    handler: (code) => ({ code: code.replace('const require = createRequire(import.meta.url);', ''), map: null }),
  },
};

/** What would be loaded at every start and never used: TypeORM's other databases, Fastify's compilers of schemas. */
const UNUSED = [
  /typeorm\/driver\/(?!mysql|better-sqlite3|sqlite-abstract|types)[\w-]+\//,
  /@fastify\/(ajv-compiler|fast-json-stringify-compiler)\//,
];

const withoutUnused = {
  name: 'without-unused',
  load: { filter: { id: UNUSED }, handler: () => 'module.exports = {};' },
};

/** With all that they import, in one file: the supervisor of several workers loads no more of the service. */
const supervisor = ['start.js', 'workers/supervise.js'].map((file) => resolve(compiled, file));

/** Name of the package that a module belongs to. */
function packageOf(id) {
  return id
    .split('node_modules/')
    .at(-1)
    .match(/^(@[^/]+\/)?[^/]+/)[0]
    .replace('/', '-');
}

await build({
  input: {
    main: join(compiled, 'main.js'),
    generate: join(compiled, 'generate.js'),
    'logs-partition': join(compiled, 'logs-partition.js'),
    ...Object.fromEntries(workers),
  },
  resolve: { alias: Object.fromEntries(ownEntries) },
  platform: 'node',
  // Of packages: what they evaluate is theirs, and what they may use need not be there.
  checks: { eval: false, unresolvedImport: false, bundlerTimings: false },
  external: EXTERNAL.flatMap((name) => [name, new RegExp(`^${name}/`)]),
  plugins: [visibleRequire, withoutUnused],
  output: {
    dir: bundled,
    cleanDir: true,
    comments: false,
    // One letter beyond Latin-1 makes Node keep a whole file in two bytes a letter.
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // Names of entities, migrations and modules are read at run time.
    keepNames: true,
    // Packages import each other in circles; each module still runs when it would run unbundled.
    strictExecutionOrder: true,
    codeSplitting: {
      groups: [
        { name: 'supervisor', test: (id) => supervisor.includes(id), priority: 1 },
        { test: /node_modules/, name: packageOf },
        // What the service and the generator's command share: nearly all of it.
        { name: 'steward', minShareCount: 2 },
      ],
    },
  },
});
