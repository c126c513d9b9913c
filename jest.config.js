import process from 'node:process';

const onServices = process.env.TEST_SERVICES === '1';

/** A spec named for one kind of storage runs on that kind alone; every other one on both. */
const otherStorage = onServices ? 'embedded' : 'services';

/** Specs beside the sources have no storage: they run once. */
const folders = onServices ? ['test'] : ['src', 'test'];

/** @type {import('jest').Config} */
export default {
  testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
  testPathIgnorePatterns: ['/node_modules/', '/test/cluster/', `\\.${otherStorage}\\.spec\\.ts$`],
  transform: { '^.+\\.ts$': '@swc/jest' },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['steward-source', 'node', 'node-addons'] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  testTimeout: 300_000,
  maxWorkers: 2,
};
