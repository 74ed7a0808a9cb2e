/**
 * Small tests stand beside the rule they test and touch nothing (`web` are those of the web app); component ones show a page of the web app in a simulated browser;
 * medium ones (`*.int.test.ts`) run on real servers, started once for the run; fault ones (`*.fault.test.ts`) kill processes and servers.
 */
import { defineConfig } from 'vitest/config';
import { testWorkers } from './deploy/tests/servers.ts';

const folders = '{proto,services,gateway,deploy,web/build}';
const medium = `${folders}/**/*.int.test.ts`;
const fault = `${folders}/**/*.fault.test.ts`;
const others = ['**/node_modules/**', '**/dist/**', 'deploy/tests/{journeys,faults}/**'];

/** How long a test may take on a machine that does much else; whether something is quick enough is said by its test. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Test files of one worker share the modules that they import, since importing takes longer than most of them: a module keeps nothing from one file to the next. */
const shared = { isolate: false, experimental: { viteModuleRunner: false }, ...patience };

export default defineConfig({
  test: {
    maxWorkers: testWorkers,
    projects: [
      { test: { name: 'small', include: [`${folders}/**/*.test.ts`], exclude: [medium, fault, ...others], ...shared } },
      // The stores of the web app are modules with a state, so each file has its own.
      { test: { name: 'web', include: ['web/src/**/*.test.ts'], exclude: others, ...patience } },
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
        test: { name: 'medium', include: [medium], exclude: others, globalSetup: 'deploy/tests/servers.ts', ...shared },
      },
      { test: { name: 'fault', include: [fault], exclude: others, globalSetup: 'deploy/tests/servers.ts', ...shared } },
    ],
  },
});
