import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test',
  // What takes longest begins first.
  projects: [
    { name: 'tables', testMatch: 'tables/**/*.spec.ts' },
    { name: 'console', testMatch: '{flow,a11y,budget}/**/*.spec.ts' },
  ],
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  // Patience for a busy machine; what passes at the second try alone is reported as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Nothing is measured halfway through a transition.
    reducedMotion: 'reduce',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
