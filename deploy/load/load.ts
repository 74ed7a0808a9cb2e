/** Puts the load of a profile on a platform of its own, or on the one at BASE_URL: k6 makes the calls while live streams are held open. */
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
import { findProgram, k6, type Log } from '../local/servers/programs.ts';
import { type Profile, type ProfileName, profiles } from './profiles.ts';
import { amountText, type Result, table } from './report.ts';
import { Streams } from './streams.ts';
import { type Measured, measuredOf, missedOf, rowsOf, type Summary } from './summary.ts';
import { cpuMsOf, residentMB } from './usage.ts';

/** The exit code of k6 if a threshold was missed; the summary names the threshold. */
const thresholdsMissed = 99;
const warningsShown = 10;
const processes = ['gateway', ...serviceNames, ...serverNames] as const;

export async function runProfile(name: ProfileName, log: Log): Promise<Result> {
  const program = await findProgram(k6, log);
  const given = process.env.BASE_URL?.replace(/\/$/, '');
  if (given) return run({ program: program.path, name, url: given }, log);
  const environment = { WELCOME_BONUS_MINOR: '100000000' };
  const platform = await startPlatform({ temporary: true, demo: true, logLevel: 'warn', environment, log });
  try {
    return await run({ program: program.path, name, url: platform.url, platform }, log);
  } finally {
    await platform.stop();
  }
}

interface Task {
  readonly program: string;
  readonly name: ProfileName;
  readonly url: string;
  /** Undefined for a platform at BASE_URL, whose processes cannot be measured. */
  readonly platform?: Platform;
}

async function run({ program, name, url, platform }: Task, log: Log): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'fairline-load-'));
  const settings = { PROFILE: name, BASE_URL: url, SUMMARY: join(folder, 'summary.json') };
  const profile: Profile = profiles[name];
  const streams = new Streams(url);
  let usage: Usage | undefined;
  let streaming: Promise<void> | undefined;
  try {
    const code = await runK6(program, settings, log, () => {
      usage = new Usage(platform);
      streaming = streams.begin(profile.streams);
    });
    if (!usage || (code !== 0 && code !== thresholdsMissed))
      throw new Obstacle(`k6 ended with ${code} before the load was over, see above.`);
    const used = usage.notes();
    await streaming;
    const live = await streams.end();
    const summary = JSON.parse(readFileSync(settings.SUMMARY, 'utf8')) as Summary;
    const measured = [...measuredOf(summary, profile), live];
    return {
      rows: rowsOf(measured, profile),
      notes: [...refusalNotes(measured), ...used],
      missed: missedOf(summary, live, profile),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the script to its end. Returns the exit code. */
async function runK6(
  program: string,
  settings: Readonly<Record<string, string>>,
  log: Log,
  onBegin: () => void,
): Promise<number | null> {
  const variables = Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const args = ['run', '--quiet', '--no-usage-report', '--log-format', 'raw', ...variables];
  const child = spawn(program, [...args, join(import.meta.dirname, 'k6/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let lines = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line === 'The load begins') onBegin();
    else if (lines++ < warningsShown) log(line);
  });
  return (await once(child, 'exit'))[0];
}

function refusalNotes(measured: readonly Measured[]): string[] {
  const refused = measured.filter(({ refusedShare }) => refusedShare > 0);
  if (refused.length === 0) return [];
  const shares = refused.map(({ name, refusedShare }) => `${name} ${(refusedShare * 100).toFixed(1)} %`);
  return [`Refused by the domain, which is no failure: ${shares.join(', ')}`];
}

interface Used {
  readonly cpuMs: number;
  readonly memoryMB: number;
}

/** What each process of the platform uses from now on. */
class Usage {
  private readonly platform: Platform | undefined;
  private readonly startedAt = Date.now();
  private readonly before: Map<string, Used>;

  constructor(platform: Platform | undefined) {
    this.platform = platform;
    this.before = this.read();
  }

  private read(): Map<string, Used> {
    const { platform } = this;
    if (!platform) return new Map();
    return new Map(
      [...cpuMsOf(platform, processes)].map(([name, cpuMs]) => [
        name,
        { cpuMs, memoryMB: residentMB(platform.pidOf(name) ?? process.pid) },
      ]),
    );
  }

  /** A table of CPU time and one of the growth of memory. */
  notes(): string[] {
    const seconds = (Date.now() - this.startedAt) / 1_000;
    const used = [...this.read()].map(([name, { cpuMs, memoryMB }]) => {
      const before = this.before.get(name) ?? { cpuMs, memoryMB };
      return { name, cpuShare: (cpuMs - before.cpuMs) / seconds / 10, grownMB: memoryMB - before.memoryMB, memoryMB };
    });
    if (used.length === 0) return [];
    const busiest = used
      .filter(({ cpuShare }) => cpuShare >= 0.1)
      .toSorted((one, other) => other.cpuShare - one.cpuShare);
    // PostgreSQL is left out: its memory is in backends, which come and go.
    const grown = used.filter(({ name }) => name !== 'postgres').toSorted((one, other) => other.grownMB - one.grownMB);
    return [
      table(busiest.map(({ name, cpuShare }) => ({ name: `CPU of ${name}`, value: cpuShare, unit: '% of a core' }))),
      table(
        grown.map(({ name, grownMB, memoryMB }) => ({
          name: `growth of ${name}`,
          value: grownMB,
          unit: `MB to ${amountText(memoryMB)} MB`,
        })),
      ),
    ];
  }
}
