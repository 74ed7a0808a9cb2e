/** Reads the reports of vitest and Playwright: counts, failed tests with the start of their error, the duration of each test, and whether named tests passed. Pure. */
import { relative } from 'node:path';
import { isCaseOf, type TestName } from '../checks/compliance.ts';
import { root } from '../local/installation/profile.ts';

export interface Duration {
  readonly title: string;
  readonly seconds: number;
}

/** A test of the report, by its own name without those of its groups. A skipped test did not pass. */
export interface Test extends TestName {
  readonly passed: boolean;
}

export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure, if the part lists them. */
  readonly failures?: readonly string[];
  readonly durations?: readonly Duration[];
  readonly tests?: readonly Test[];
}

/** Files whose tests kill processes or start platforms of their own: `make test-faults`. */
export const faultFiles: readonly string[] = ['**/*.fault.test.ts', 'deploy/tests/faults/**'];

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';
/** Removes the colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const plain = (text = '') => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

const slowestShown = 20;
export const slowest = (durations: readonly Duration[]): Duration[] =>
  [...durations].sort((one, other) => other.seconds - one.seconds).slice(0, slowestShown);

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
      readonly duration?: number | null;
    }[];
  }[];
}

/** Counts the tests of a vitest run. A file that failed without a failed test counts as a failure too. */
export function countVitest(report: VitestReport | undefined): Count {
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = report ?? {};
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      ...test,
      file: relative(root, name),
      line: `${relative(root, name)}: ${test.fullName}`,
    })),
  );
  const failures = tests
    .filter(({ status }) => status === 'failed')
    .map(({ line, failureMessages }) => `${line}: ${firstLine(failureMessages[0])}`);
  const broken = testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
    .map(({ name, message }) => `${relative(root, name)}: ${firstLine(message)}`);
  return {
    passed,
    failed: failed + broken.length,
    failures: [...failures, ...broken],
    durations: tests.map(({ line, duration }) => ({ title: line, seconds: (duration ?? 0) / 1_000 })),
    tests: tests.map(({ file, title, status }) => ({ file, name: title, passed: status === 'passed' })),
  };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      /** unexpected, flaky, expected or skipped. */
      readonly status: string;
      readonly results: readonly {
        readonly duration: number;
        readonly error?: {
          readonly message?: string;
          readonly location?: { readonly file: string; readonly line: number };
        };
      }[];
    }[];
  }[];
}

interface PlaywrightReport {
  /** The folder that files are relative to. */
  readonly config: { readonly rootDir: string };
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
  readonly suites?: readonly PlaywrightSuite[];
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Counts the tests of a Playwright run. A flaky test counts as failed. */
export function countPlaywright(report: PlaywrightReport | undefined): Count {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const folder = relative(root, report?.config.rootDir ?? root);
  const journeys = specsOf(report ?? {}).flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({
      ...test,
      file: `${folder}/${file}`,
      name: title,
      title: `${folder}/${file}:${line} ${title}`,
    })),
  );
  const failures = journeys
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ title, results }) => {
      const error = results.find((result) => result.error)?.error;
      const place = error?.location ? ` at ${relative(root, error.location.file)}:${error.location.line}` : '';
      return `${title}:${place} ${plain(error?.message).split('\n').slice(0, 4).join(' | ')}`;
    });
  return {
    passed: expected,
    failed: unexpected + flaky + (report?.errors.length ?? 0),
    failures,
    durations: journeys.map(({ title, results }) => ({
      title,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
    tests: journeys.map(({ file, name, status }) => ({ file, name, passed: status === 'expected' })),
  };
}

/** Counts the named tests that passed, with all their cases; the others count as failed. */
export function countNamed(names: readonly TestName[], tests: readonly Test[]): Count {
  const missing = names.filter(({ file, name }) => {
    const cases = tests.filter((test) => test.file === file && isCaseOf(name, test.name));
    return cases.length === 0 || cases.some(({ passed }) => !passed);
  });
  return {
    passed: names.length - missing.length,
    failed: missing.length,
    failures: missing.map(({ file, name }) => `${file}: "${name}" did not pass`),
  };
}

/** Counts a failure if no test ran, or if the run failed although no test did. */
export function failIfUnexplained(count: Count, endedWell: boolean): Count {
  return count.failed === 0 && (count.passed === 0 || !endedWell) ? { ...count, failed: 1 } : count;
}
