/**
 * `make check` and `make test`: everything that CI runs, one size of tests after the other. The last line is `N passed, N failed` in total;
 * a failed check counts as one failure, and so does a size without any test. Any failure fails the run.
 * The slowest tests and then the failed ones are listed at the end, so that a truncated log still shows them.
 * Usage: node deploy/local/test-run.ts check|all
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRequirements } from './compliance.ts';
import { command, Obstacle } from './installation/obstacle.ts';
import { root } from './installation/profile.ts';
import { chromium, findProgram, k6 } from './servers/programs.ts';
import { type Count, countNamed, countPlaywright, countVitest, failIfUnexplained, slowest } from './test-report.ts';

interface Part {
  readonly title: string;
  /** `before` are the counts of the parts that ran before. */
  run(reportFile: string, before: readonly Count[]): Promise<Count>;
}

const check = (title: string, program: string, ...args: string[]): Part => ({
  title,
  run: async () => ((await show(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

const checks: readonly Part[] = [
  check('Types', 'tsc', '-p', 'tsconfig.json'),
  check('Types of the web app', 'tsc', '-p', 'web/tsconfig.json'),
  check('Types of the web app, build and tests', 'tsc', '-p', 'web/tsconfig.node.json'),
  check('Lint and format', 'biome', 'ci', '--error-on-warnings', '.'),
  check('Dead code', 'knip'),
];

const tidy = vitest('House rules', '--project', 'small', 'deploy/tidy.test.ts');

const named = readRequirements(readFileSync(join(root, 'docs/compliance.md'), 'utf8')).flatMap(({ tests }) => tests);

const sizes: readonly Part[] = [
  vitest('Small, component and medium tests'),
  playwright('Browser journeys', 'deploy/e2e/playwright.config.ts'),
  playwright('Faults, and journeys under British rules', 'deploy/e2e/faults.config.ts'),
  { title: 'Load', run: load },
  {
    title: 'Tests that docs/compliance.md names',
    run: async (_, before) =>
      countNamed(
        named,
        before.flatMap(({ tests = [] }) => tests),
      ),
  },
];

/** Runs the smoke profile, to test the load itself. Without k6 it is left out. */
async function load(): Promise<Count> {
  try {
    await findProgram(k6, (line) => console.log(`  ${line}`));
  } catch (error) {
    console.log(`  Left out: ${(error as Error).message}`);
    return { passed: 0, failed: 0 };
  }
  return (await show('node', ['deploy/load/load.ts', 'smoke'])) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: ['make load PROFILE=smoke'] };
}

function vitest(title: string, ...args: string[]): Part {
  return {
    title,
    async run(reportFile) {
      const ended = await show('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]);
      return failIfUnexplained(countVitest(readReport(reportFile)), ended);
    },
  };
}

function playwright(title: string, config: string): Part {
  return {
    title,
    async run(reportFile) {
      await findProgram(chromium, (line) => console.log(`  ${line}`));
      const ended = await show('playwright', ['test', '-c', config, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile });
      return failIfUnexplained(countPlaywright(readReport(reportFile)), ended);
    },
  };
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Runs a program with its output in the terminal. Returns whether it exited with 0. */
async function show(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

async function runAll(parts: readonly Part[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'fairline-reports-'));
  const counts: { title: string; count: Count; seconds: string }[] = [];
  try {
    for (const [place, part] of parts.entries()) {
      console.log(`\n── ${part.title}`);
      const startedAt = Date.now();
      const before = counts.map((one) => one.count);
      const count = await part.run(join(folder, `${place}.json`), before);
      counts.push({ title: part.title, count, seconds: ((Date.now() - startedAt) / 1_000).toFixed(1) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('');
  for (const { title, seconds } of slowest(counts.flatMap(({ count }) => count.durations ?? []))) console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
  for (const { count } of counts) for (const failure of count.failures ?? []) console.log(`✗ ${failure}`);
  for (const { title, count, seconds } of counts)
    console.log(`${count.failed === 0 ? '✓' : '✗'} ${title}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  return { passed: counts.reduce((sum, { count }) => sum + count.passed, 0), failed: counts.reduce((sum, { count }) => sum + count.failed, 0) };
}

if (import.meta.main) {
  await command(async () => {
    const what = process.argv[2];
    if (what !== 'check' && what !== 'all') throw new Obstacle('Usage: node deploy/local/test-run.ts check|all');
    const { passed, failed } = await runAll(what === 'check' ? [...checks, tidy] : [...checks, ...sizes]);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}
