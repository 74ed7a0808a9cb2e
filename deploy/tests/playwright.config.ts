/** The configuration of the browser journeys, which share a platform. For tests that start platforms of their own see faults.config.ts. */
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The build of Chromium without a window, where there is one: it opens a context in a quarter of the time. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export default defineConfig({
  testDir: 'journeys',
  // Tests run in parallel on one platform: each has players and events of its own, or a lock if it changes something that all tests see.
  workers: 3,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  globalSetup: './platform.setup.ts',
  outputDir: '../../test-results/journeys',
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path)) ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
    screenshot: 'only-on-failure',
    // Tracing every action would take nearly half of the time. To trace one file, run it with `--trace=retain-on-failure`.
    trace: 'off',
  },
});
