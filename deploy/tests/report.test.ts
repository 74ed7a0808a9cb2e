/** Counting passed and failed tests: a missing report, a run without tests or a failed run never passes. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/installation/profile.ts';
import { countNamed, countPlaywright, countVitest, failIfUnexplained, slowest } from './report.ts';

const file = (status: string, ...assertions: string[]) => ({
  name: join(root, 'proto/money.test.ts'),
  status,
  message: 'cannot be read\n  at line 1',
  assertionResults: assertions.map((each) => ({
    status: each,
    fullName: 'money adds',
    title: 'adds',
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n  at line 3'] : [],
  })),
});

it('counts the tests of a vitest run, and a file that could not even be read as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')],
  };
  expect(countVitest(report)).toMatchObject({
    passed: 3,
    failed: 2,
    failures: ['proto/money.test.ts: money adds: expected 1 to be 2', 'proto/money.test.ts: cannot be read'],
  });
});

const config = { rootDir: join(root, 'deploy/tests/journeys') };

it('counts journeys, and one that passes only at the second try as a failure', () => {
  expect(countPlaywright({ config, stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] })).toMatchObject({
    passed: 5,
    failed: 2,
  });
  expect(
    countPlaywright({ config, stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: ['no configuration'] }),
  ).toMatchObject({ passed: 0, failed: 1 });
});

it('names a failed journey, the line of the test and the reason, without terminal colours', () => {
  const error = {
    message: '\u001b[31mexpect(locator)\u001b[39m failed\n\nExpected: visible',
    location: { file: join(root, 'deploy/tests/journeys/slip.spec.ts'), line: 190 },
  };
  const spec = {
    title: 'places a bet',
    file: 'slip.spec.ts',
    line: 175,
    tests: [{ status: 'unexpected', results: [{ duration: 2_000, error }] }],
  };
  const report = {
    config,
    stats: { expected: 0, unexpected: 1, flaky: 0 },
    errors: [],
    suites: [{ suites: [{ specs: [spec] }] }],
  };
  expect(countPlaywright(report)).toEqual({
    passed: 0,
    failed: 1,
    failures: [
      'deploy/tests/journeys/slip.spec.ts:175 places a bet: at deploy/tests/journeys/slip.spec.ts:190 expect(locator) failed |  | Expected: visible',
    ],
    durations: [{ title: 'deploy/tests/journeys/slip.spec.ts:175 places a bet', seconds: 2 }],
    tests: [{ file: 'deploy/tests/journeys/slip.spec.ts', name: 'places a bet', passed: false }],
  });
});

it.each([
  ['passed', ['adds'], { passed: 1, failed: 0 }],
  ['skipped', ['adds'], { passed: 0, failed: 1, failures: ['proto/money.test.ts: "adds" did not pass'] }],
  [
    'passed',
    ['adds', 'subtracts'],
    { passed: 1, failed: 1, failures: ['proto/money.test.ts: "subtracts" did not pass'] },
  ],
])('of a file with one test that is %s, counts of the named tests %j: %j', (status, names, count) => {
  const { tests = [] } = countVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', status)] });
  const named = names.map((name) => ({ file: 'proto/money.test.ts', name }));
  expect(countNamed(named, tests)).toMatchObject(count);
});

it('counts a named test as failed if a case did not pass or only another file has it', () => {
  const tests = [
    { file: 'a.test.ts', name: 'of 1', passed: true },
    { file: 'a.test.ts', name: 'of 2', passed: false },
    { file: 'b.test.ts', name: 'adds', passed: true },
  ];
  const names = [
    { file: 'a.test.ts', name: 'of %i' },
    { file: 'a.test.ts', name: 'adds' },
  ];
  expect(countNamed(names, tests)).toMatchObject({ passed: 0, failed: 2 });
});

it('lists the slowest twenty, the slowest first', () => {
  const durations = Array.from({ length: 25 }, (_, seconds) => ({ title: `${seconds}`, seconds }));
  expect(slowest(durations).map(({ seconds }) => seconds)).toEqual(
    Array.from({ length: 20 }, (_, place) => 24 - place),
  );
});

it.each([
  [{ passed: 3, failed: 0 }, true, { passed: 3, failed: 0 }],
  [{ passed: 3, failed: 2 }, false, { passed: 3, failed: 2 }],
  [{ passed: 3, failed: 0 }, false, { passed: 3, failed: 1 }],
  [{ passed: 0, failed: 0 }, true, { passed: 0, failed: 1 }],
])('%j, ended well: %s, counts as %j', (count, endedWell, result) => {
  expect(failIfUnexplained(count, endedWell)).toEqual(result);
});

it('takes a missing report for a failure', () => {
  expect(failIfUnexplained(countVitest(undefined), true)).toMatchObject({ passed: 0, failed: 1 });
  expect(failIfUnexplained(countPlaywright(undefined), true)).toMatchObject({ passed: 0, failed: 1 });
});
