/** What counts as passed and as failed: no report, no test or a bad ending never passes. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './installation/profile.ts';
import { countPlaywright, countVitest, settled } from './test-run.ts';

const file = (status: string, ...assertions: string[]) => ({
  name: join(root, 'proto/money.test.ts'),
  status,
  message: 'cannot be read\n  at line 1',
  assertionResults: assertions.map((each) => ({
    status: each,
    fullName: 'adds',
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n  at line 3'] : [],
  })),
});

it('counts the tests of a vitest run, and a file that could not even be read as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')],
  };
  expect(countVitest(report)).toEqual({
    passed: 3,
    failed: 2,
    failures: ['proto/money.test.ts: adds: expected 1 to be 2', 'proto/money.test.ts: cannot be read'],
  });
});

it('counts journeys, and one that passes only at the second try as a failure', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] })).toEqual({ passed: 5, failed: 2 });
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: ['no configuration'] })).toEqual({ passed: 0, failed: 1 });
});

it.each([
  [{ passed: 3, failed: 0 }, true, { passed: 3, failed: 0 }],
  [{ passed: 3, failed: 2 }, false, { passed: 3, failed: 2 }],
  [{ passed: 3, failed: 0 }, false, { passed: 3, failed: 1 }],
  [{ passed: 0, failed: 0 }, true, { passed: 0, failed: 1 }],
])('%j, ended well: %s, counts as %j', (count, endedWell, result) => {
  expect(settled(count, endedWell)).toEqual(result);
});

it('takes a missing report for a failure', () => {
  expect(settled(countVitest(undefined), true)).toMatchObject({ passed: 0, failed: 1 });
  expect(settled(countPlaywright(undefined), true)).toEqual({ passed: 0, failed: 1 });
});
