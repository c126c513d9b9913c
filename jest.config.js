import process from 'node:process';

/** A spec named for one kind of storage runs on that kind alone; every other one on both. */
const otherStorage = process.env.TEST_SERVICES === '1' ? 'embedded' : 'services';

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/cluster/', `\\.${otherStorage}\\.spec\\.ts$`],
  transform: { '^.+\\.ts$': '@swc/jest' },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['steward-source', 'node', 'node-addons'] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  testTimeout: 300_000,
  maxWorkers: 2,
};
