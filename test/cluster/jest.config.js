import { resolve } from 'node:path';
import base from '../../jest.config.js';

const { transform, runtime, testEnvironment, globalSetup, testTimeout } = base;
const rootDir = resolve(import.meta.dirname, '../..');

/**
 * What only a cluster can fail: `npm run test:cluster`. The project's global setup, which builds the service, is run
 * beside the one that starts the cluster.
 * @type {import('jest').Config}
 */
export default {
  rootDir,
  globalSetup: '<rootDir>/test/cluster/support/global-setup.js',
  globalTeardown: '<rootDir>/test/cluster/support/global-teardown.js',
  maxWorkers: 1,
  testTimeout,
  projects: [
    {
      rootDir,
      testMatch: ['<rootDir>/test/cluster/**/*.cluster.spec.ts'],
      transform,
      runtime,
      testEnvironment,
      globalSetup,
    },
  ],
};
