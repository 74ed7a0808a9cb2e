/** The journeys in a real browser, through the gateway of a platform that is theirs alone. The tests that kill servers have faults.config.ts. */
import { defineConfig } from '@playwright/test';

export const faults = '*faults.spec.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: faults,
  // Files run side by side, on one platform: each test has players and events of its own, or a lock where it changes what all of them see.
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  globalSetup: './platform.setup.ts',
  outputDir: '../../test-results/journeys',
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'],
    },
    screenshot: 'only-on-failure',
    // A trace of every action takes nearly half of the time; `--trace=retain-on-failure` records it for the file at hand.
    trace: 'off',
  },
});
