/**
 * `make check`, `make test` and `make test-faults`: one part after the other, each with its seconds and the CPU seconds that the machine spent meanwhile.
 * The last line is `N passed, N failed` in total; a failed check counts as one failure, and so does a part without any test.
 * The slowest tests and then the failed ones are listed before it, so that a truncated log still shows them.
 * Usage: node deploy/tests/run.ts check|test|faults...
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { readRequirements } from '../checks/compliance.ts';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { root } from '../local/installation/profile.ts';
import { compiledFolder } from '../local/platform/compiled.ts';
import { measureMachine } from '../local/servers/pgbench.ts';
import { findBrowser, findProgram, k6 } from '../local/servers/programs.ts';
import {
  type Count,
  countNamed,
  countPlaywright,
  countVitest,
  failIfUnexplained,
  faultFiles,
  slowest,
} from './report.ts';

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

const named = readRequirements(readFileSync(join(root, 'docs/compliance.md'), 'utf8')).flatMap(({ tests }) => tests);

/** Counts the tests that docs/compliance.md names, of the files that ran. */
const compliance = (isOurs: (file: string) => boolean): Part => ({
  title: 'Tests that docs/compliance.md names',
  run: async (_, before) =>
    countNamed(
      named.filter(({ file }) => isOurs(file)),
      before.flatMap(({ tests = [] }) => tests),
    ),
});

const isFault = (file: string) => faultFiles.some((pattern) => matchesGlob(file, pattern));

const runs: Readonly<Record<string, readonly Part[]>> = {
  check: [...checks, vitest('House rules', '--project', 'small', 'deploy/checks')],
  test: [
    ...checks,
    vitest('Small, component and medium tests', '--project', '!fault'),
    playwright('Browser journeys', 'deploy/tests/playwright.config.ts'),
    compliance((file) => !isFault(file)),
  ],
  faults: [
    vitest('Faults of processes and platforms', '--project', 'fault', '--maxWorkers', '2'),
    playwright('Faults under load, and journeys under British rules', 'deploy/tests/faults.config.ts'),
    { title: 'Load', run: load },
    compliance(isFault),
  ],
};

/** Runs the smoke profile, to test the load itself. Without k6 it is left out. */
async function load(): Promise<Count> {
  try {
    await findProgram(k6, (line) => console.log(`  ${line}`));
  } catch (error) {
    console.log(`  Left out: ${(error as Error).message}`);
    return { passed: 0, failed: 0 };
  }
  return (await show('node', ['deploy/load/run.ts', 'smoke']))
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: ['make load PROFILE=smoke'] };
}

function vitest(title: string, ...args: string[]): Part {
  return {
    title,
    async run(reportFile) {
      const ended = await show('vitest', [
        'run',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
      ]);
      return failIfUnexplained(countVitest(readReport(reportFile)), ended);
    },
  };
}

function playwright(title: string, config: string): Part {
  return {
    title,
    async run(reportFile) {
      const { path: browser } = await findBrowser((line) => console.log(`  ${line}`));
      const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, CHROMIUM_PATH: browser };
      const ended = await show('playwright', ['test', '-c', config, '--reporter=list,json'], environment);
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
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** CPU seconds of the machine since it started, of all programs. */
const cpuSeconds = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000;

/** A run takes 15 minutes on a machine that makes so many transactions a second, and in proportion on others, but 38 at most. */
const standardTps = 4_500;
const mostMinutes = 38;

async function printYardstick(): Promise<void> {
  try {
    const tps = await measureMachine(5, (line) => console.log(`  ${line}`));
    console.log(
      `pgbench TPC-B: ${Math.round(tps)} transactions a second, so \`make test\` should take ${Math.round(Math.min((15 * standardTps) / tps, mostMinutes))} minutes here`,
    );
  } catch (error) {
    console.log(`pgbench TPC-B: not measured (${(error as Error).message})`);
  }
}

async function runAll(parts: readonly Part[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'fairline-reports-'));
  const counts: { title: string; count: Count; took: string }[] = [];
  try {
    for (const [place, part] of parts.entries()) {
      console.log(`\n── ${part.title}`);
      const [startedAt, cpuBefore] = [Date.now(), cpuSeconds()];
      const before = counts.map((one) => one.count);
      const count = await part.run(join(folder, `${place}.json`), before);
      const took = `${((Date.now() - startedAt) / 1_000).toFixed(1)} s, CPU ${(cpuSeconds() - cpuBefore).toFixed(1)} s`;
      counts.push({ title: part.title, count, took });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('');
  for (const { title, seconds } of slowest(counts.flatMap(({ count }) => count.durations ?? [])))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
  for (const { count } of counts) for (const failure of count.failures ?? []) console.log(`✗ ${failure}`);
  for (const { title, count, took } of counts)
    console.log(`${count.failed === 0 ? '✓' : '✗'} ${title}: ${count.passed} passed, ${count.failed} failed (${took})`);
  return {
    passed: counts.reduce((sum, { count }) => sum + count.passed, 0),
    failed: counts.reduce((sum, { count }) => sum + count.failed, 0),
  };
}

if (import.meta.main) {
  await command(async () => {
    const names = process.argv.slice(2);
    const parts = names.map((name) => runs[name]);
    if (parts.length === 0 || parts.includes(undefined))
      throw new Obstacle(`Usage: node deploy/tests/run.ts ${Object.keys(runs).join('|')}...`);
    if (names.includes('test')) await printYardstick();
    const { passed, failed } = await runAll(parts.flatMap((some) => some ?? []));
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}
