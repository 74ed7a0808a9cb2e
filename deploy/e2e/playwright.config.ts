/** The configuration of the browser journeys, which share a platform. For tests that start platforms of their own see faults.config.ts. */
import { defineConfig } from '@playwright/test';
import { faultFiles } from '../local/test-report.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: [...faultFiles],
  // Files run in parallel on one platform: each test has players and events of its own, or a lock if it changes something that all tests see.
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
    // Tracing every action would take nearly half of the time. To trace one file, run it with `--trace=retain-on-failure`.
    trace: 'off',
  },
});
