/**
 * The client of the watcher: it starts a watcher for a data folder, gives it processes to run, and waits until they are ready.
 * The process with the `Watch` owns what it started until `leave()`: if it ends before, everything is stopped.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Obstacle } from '../installation/obstacle.ts';
import {
  beganTicks,
  clearTraces,
  isAlive,
  logFile,
  logFolder,
  type ProcessSpec,
  pidFile,
  readPid,
  readTraces,
  runFolder,
  send,
  stopAll,
  waitForEnd,
} from './processes.ts';
import type { Order, Report } from './watcher.ts';

/** A process that dies this often before it is ready fails the start. */
const deathsAllowed = 4;

export class Watch {
  private readonly deaths = new Map<string, { count: number; ending: string }>();
  private readonly starting = new Set<Promise<void>>();
  private readonly logStarts = new Map<string, number>();
  private readonly watcher: ChildProcess;
  private readonly dataDir: string;

  private constructor(watcher: ChildProcess, dataDir: string) {
    this.watcher = watcher;
    this.dataDir = dataDir;
    watcher.on('message', (report: Report) => {
      if (report.kind === 'died')
        this.deaths.set(report.name, { count: (this.deaths.get(report.name)?.count ?? 0) + 1, ending: report.ending });
    });
    watcher.on('error', () => undefined);
  }

  /** Starts a watcher. `temporary`: the data folder is deleted when everything stops. */
  static async begin(dataDir: string, options: { temporary?: boolean } = {}): Promise<Watch> {
    for (const folder of [runFolder(dataDir), logFolder(dataDir)]) makeFolder(folder);
    rmSync(pidFile(dataDir, 'watcher'), { force: true });
    const log = openSync(logFile(dataDir, 'watcher'), 'a');
    const args = [dataDir, ...(options.temporary ? ['--temporary'] : [])];
    const watcher = fork(`${import.meta.dirname}/watcher.ts`, args, {
      cwd: '/',
      detached: true,
      execArgv: [],
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    const watch = new Watch(watcher, dataDir);
    while (readPid(dataDir, 'watcher') === undefined) {
      if (watcher.exitCode !== null)
        throw new Error(`the watcher ended with ${watcher.exitCode}, see ${logFile(dataDir, 'watcher')}`);
      await pause(10);
    }
    // The watcher and its channel must not keep the owner from ending.
    watcher.unref();
    watcher.channel?.unref();
    return watch;
  }

  /** Starts a process once its spec is known, and resolves when `ready` returns true. */
  start(spec: ProcessSpec | Promise<ProcessSpec>, ready: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
    const starting = this.startAndWait(spec, ready, withinMs);
    this.starting.add(starting);
    return starting;
  }

  private async startAndWait(
    promised: ProcessSpec | Promise<ProcessSpec>,
    ready: () => Promise<boolean>,
    withinMs: number,
  ): Promise<void> {
    const spec = await promised;
    const log = logFile(this.dataDir, spec.name);
    this.logStarts.set(spec.name, existsSync(log) ? statSync(log).size : 0);
    this.send({ kind: 'start', spec });
    for (const deadline = Date.now() + withinMs; !(await ready()); await pause(50)) {
      if (!this.watcher.connected) throw new Obstacle(`${spec.name} was stopped before it was ready.`);
      const death = this.deaths.get(spec.name);
      if (death && death.count >= deathsAllowed)
        throw new Obstacle(`${spec.name} does not start (${death.ending}): ${this.lastOutput(spec.name)} See ${log}.`);
      if (Date.now() > deadline)
        throw new Obstacle(
          `${spec.name} was not ready within ${withinMs / 1_000} s: ${this.lastOutput(spec.name)} See ${log}.`,
        );
    }
  }

  /** Gives up ownership: everything keeps running. */
  async leave(): Promise<void> {
    this.send({ kind: 'keep' });
    this.watcher.disconnect();
  }

  /** Stops everything, including processes that are starting; resolves when all have ended. */
  async stop(): Promise<void> {
    await stopInstallation(this.dataDir);
    await Promise.allSettled(this.starting);
  }

  private send(order: Order): void {
    if (!this.watcher.connected) throw new Obstacle(`The watcher ended, see ${logFile(this.dataDir, 'watcher')}.`);
    this.watcher.send(order);
  }

  /** The line that best explains why a process does not start, from its output since the start. */
  private lastOutput(name: string): string {
    const text = readFileSync(logFile(this.dataDir, name)).subarray(this.logStarts.get(name)).toString('utf8');
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const complaint = lines.findLast((line) => /error|fatal|cannot|refus/i.test(line)) ?? lines.at(-1);
    return complaint ? `${logMessageOf(complaint).slice(0, 300)}.` : 'it printed nothing.';
  }
}

/** The message in a log line, which may be JSON. */
function logMessageOf(line: string): string {
  try {
    const { msg, error, err } = JSON.parse(line) as { msg?: string; error?: string; err?: { message?: string } };
    return [msg, error ?? err?.message].filter(Boolean).join(': ');
  } catch {
    return line;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Obstacle(
      `${folder} cannot be made: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`,
    );
  }
}

/** The pid of the watcher that runs an installation, if one does. */
export function watcherOf(dataDir: string): number | undefined {
  const pid = readPid(dataDir, 'watcher');
  if (!pid) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether processes still run without a watcher, because it was killed. */
export const hasRemains = (dataDir: string) => readTraces(dataDir).some(isAlive);

/** Stops an installation, whichever process started it, even if its watcher is gone. Returns false if nothing ran. */
export async function stopInstallation(dataDir: string): Promise<boolean> {
  const pid = watcherOf(dataDir);
  const began = pid && beganTicks(pid);
  if (pid && began) {
    send(pid, 'SIGTERM');
    if (!(await waitForEnd({ pid, beganTicks: began }, 60_000))) send(pid, 'SIGKILL');
  }
  if (!hasRemains(dataDir)) return pid !== undefined;
  await stopAll(readTraces(dataDir));
  clearTraces(dataDir);
  return true;
}
