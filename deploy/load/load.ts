/** k6 puts the load of a profile on a platform of its own, or on the one at BASE_URL, while live streams are held open. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Obstacle } from '../local/installation/obstacle.ts';
import { serverNames, serviceNames } from '../local/installation/ports.ts';
import { root } from '../local/installation/profile.ts';
import { type Platform, startPlatform } from '../local/platform/platform.ts';
import { findProgram, k6 } from '../local/servers/programs.ts';
import { type Profile, type ProfileName, profiles } from './profiles.ts';
import { type Measured, measuredOf, missedOf, rowsOf, type Summary } from './report.ts';
import type { Result } from './row.ts';
import { Streams } from './streams.ts';
import { cpuMsOf, residentMB } from './workers/usage.ts';

/** The exit code of k6 if a threshold was missed; the summary names the threshold. */
const thresholdsMissed = 99;
const warningsShown = 10;
const processes = ['gateway', ...serviceNames, ...serverNames] as const;

interface Used {
  readonly name: string;
  /** CPU time during the load, in ms per second. */
  readonly cpuMs: number;
  readonly memoryMB: { readonly before: number; readonly after: number };
}

interface Run {
  readonly measured: Measured[];
  readonly missed: string[];
  /** Empty for a platform at BASE_URL, whose processes cannot be measured. */
  readonly used: readonly Used[];
}

/** The rows of the profile, and tables of the CPU and memory that each process took. */
export async function runProfile(name: ProfileName): Promise<Result> {
  const log = (line: string) => console.log(`  ${line}`);
  const program = await findProgram(k6, log);
  const given = process.env.BASE_URL?.replace(/\/$/, '');
  const platform = given
    ? undefined
    : await startPlatform({
        temporary: true,
        demo: true,
        logLevel: 'warn',
        environment: { WELCOME_BONUS_MINOR: '100000000' },
        log,
      });
  try {
    const profile = profiles[name];
    return resultOf(profile, await run(program.path, { name, profile, url: platform?.url ?? given ?? '', platform }));
  } finally {
    await platform?.stop();
  }
}

interface Task {
  readonly name: string;
  readonly profile: Profile;
  readonly url: string;
  readonly platform: Platform | undefined;
}

async function run(program: string, { name, profile, url, platform }: Task): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'fairline-load-'));
  const summaryFile = join(folder, 'summary.json');
  const streams = new Streams(url);
  const readUsage = () =>
    platform
      ? [...cpuMsOf(platform, processes)].map(([name, cpuMs]) => ({
          name,
          cpuMs,
          memoryMB: residentMB(platform.pidOf(name) ?? process.pid),
        }))
      : [];
  let before: { usage: ReturnType<typeof readUsage>; atMs: number } | undefined;
  let streaming: Promise<void> | undefined;
  try {
    const settings = { PROFILE: name, BASE_URL: url, SUMMARY: summaryFile };
    const args = [
      'run',
      '--quiet',
      '--no-usage-report',
      '--log-format',
      'raw',
      ...Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
    ];
    const child = spawn(program, [...args, join(import.meta.dirname, 'k6/main.ts')], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let lines = 0;
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line === 'The load begins') {
        before = { usage: readUsage(), atMs: Date.now() };
        streaming = streams.begin(profile.streams);
      } else if (lines++ < warningsShown) console.log(`  ${line}`);
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (!before || (code !== 0 && code !== thresholdsMissed))
      throw new Obstacle(`k6 ended with ${code} before the load was over, see above.`);
    const seconds = (Date.now() - before.atMs) / 1_000;
    const used = readUsage().flatMap(({ name, cpuMs, memoryMB }) => {
      const first = before?.usage.find((one) => one.name === name);
      return first
        ? [{ name, cpuMs: (cpuMs - first.cpuMs) / seconds, memoryMB: { before: first.memoryMB, after: memoryMB } }]
        : [];
    });
    await streaming;
    const live = await streams.end();
    const summary = JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary;
    return { measured: [...measuredOf(summary, profile), live], missed: missedOf(summary, live, profile), used };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function growthOf({ memoryMB: { before, after } }: Used): number {
  return after - before;
}

function resultOf(profile: Profile, { measured, missed, used }: Run): Result {
  const refused = measured
    .filter(({ refusedShare }) => refusedShare > 0)
    .map(({ name, refusedShare }) => ({ name: `${name} refused, no failure`, value: refusedShare * 100, unit: '%' }));
  const busiest = used
    .filter(({ cpuMs }) => cpuMs >= 1)
    .toSorted((one, other) => other.cpuMs - one.cpuMs)
    .map(({ name, cpuMs }) => ({ name: `CPU of ${name}`, value: cpuMs / 10, unit: '% of a core' }));
  // PostgreSQL is left out: its memory is in backends, which come and go.
  const grown = used
    .filter(({ name }) => name !== 'postgres')
    .toSorted((one, other) => growthOf(other) - growthOf(one))
    .map((one) => ({
      name: `growth of ${one.name}`,
      value: growthOf(one),
      unit: `MB to ${Math.round(one.memoryMB.after)} MB`,
    }));
  return {
    rows: rowsOf(measured, profile),
    missed,
    further: [refused, busiest, grown].filter(({ length }) => length > 0),
  };
}
