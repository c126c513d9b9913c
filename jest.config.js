import process from 'node:process';

const onServices = process.env.TEST_SERVICES === '1';

/** Kinds of specs that this run leaves to the other: test/contract/spec-names.once.spec.ts. */
const others = onServices ? '(embedded|once)' : 'services';

/** Specs beside the sources have no storage: they run once. */
const folders = onServices ? ['test'] : ['src', 'test'];

/** @type {import('jest').Config} */
export default {
  testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
  testPathIgnorePatterns: ['/node_modules/', '/test/cluster/', `\\.${others}\\.spec\\.ts$`],
  // The loader that package.json names compiles TypeScript, for every process of a run.
  transform: {},
  runtime: '<rootDir>/test/support/jest/runtime.js',
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  testSequencer: '<rootDir>/test/support/jest/longest-first.js',
  testTimeout: 300_000,
  // Two cores: a spec waits a third of its time, for a clock, a process or a server.
  maxWorkers: 3,
  // A worker that has compiled generated code takes a second to leave its memory.
  workerGracefulExitTimeout: 10_000,
};
