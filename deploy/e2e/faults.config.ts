/** The configuration of the fault tests, which kill processes under load. Each starts a platform of its own, so they run one at a time, after the journeys. */
import { defineConfig } from '@playwright/test';
import { faults } from './playwright.config.ts';

export default defineConfig({
  testDir: '.',
  testMatch: faults,
  workers: 1,
  outputDir: '../../test-results/faults',
});
