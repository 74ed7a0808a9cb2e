/** The configuration of the tests that start platforms of their own: the fault tests, which kill processes under load, and the journeys under British rules. They run one at a time. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** A platform that has just started is slow to answer. */
const patienceMs = 60_000;

export default defineConfig({
  testDir: 'faults',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: patienceMs },
  outputDir: '../../test-results/faults',
  use: { ...journeys.use, actionTimeout: patienceMs, navigationTimeout: patienceMs },
});
