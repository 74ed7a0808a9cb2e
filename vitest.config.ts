/**
 * Small tests stand beside the rule they test and touch nothing; component ones show a page of the web app in a simulated browser;
 * medium ones (`*.int.test.ts`) run on real servers, started once for the run.
 */
import { defineConfig } from 'vitest/config';
import { testWorkers } from './deploy/local/test-servers.ts';

const folders = '{proto,services,gateway,deploy,web/src,web/build}';
const medium = `${folders}/**/*.int.test.ts`;

/** How long a test may take on a machine that does much else; whether something is quick enough is said by its test. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: testWorkers,
    projects: [
      { test: { name: 'small', include: [`${folders}/**/*.test.ts`], exclude: [medium, '**/node_modules/**', '**/dist/**', 'deploy/e2e/**'], ...patience } },
      {
        // Pages import styles; no test looks at them.
        test: {
          name: 'component',
          include: ['web/src/**/*.component.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost:8080', width: 1366, height: 900 } },
          ...patience,
        },
      },
      {
        test: {
          name: 'medium',
          include: [medium],
          exclude: ['**/node_modules/**', 'deploy/e2e/**'],
          globalSetup: 'deploy/local/test-servers.ts',
          ...patience,
        },
      },
    ],
  },
});
