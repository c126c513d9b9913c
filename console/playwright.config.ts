import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './test/support/chromium';
import { USER_AGENT } from './test/support/steward';

export default defineConfig({
  testDir: 'test',
  // What takes longest begins first.
  projects: [
    { name: 'tables', testMatch: 'tables/**/*.spec.ts' },
    { name: 'rental', testMatch: 'rental/**/*.spec.ts' },
    { name: 'console', testMatch: '{flow,a11y,budget}/**/*.spec.ts' },
  ],
  // The flows of a file share a worker, and with it what takes long to begin: a service, a browser, a built project.
  fullyParallel: false,
  // Two cores: a flow waits a third of its time, for the browser or the clock.
  workers: 3,
  forbidOnly: true,
  reporter: [['list']],
  // Patience for a busy machine; what passes at the second try alone is reported as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    userAgent: USER_AGENT,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Nothing is measured halfway through a transition.
    reducedMotion: 'reduce',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--host-resolver-rules=MAP steward.test 127.0.0.1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
