/**
 * What a process of an installation is, and the traces it leaves in `run/`: `<name>.pid` for people and scripts,
 * `started.json` to know a process again, so that a number the system gave to somebody else is never killed.
 */
import { mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Lower starts earlier and stops later: 0 servers, 1 services, 2 the gateway. */
  readonly tier: number;
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** How long it may take to stop before it is killed. */
  readonly stopMs: number;
  /** Another user to run as. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** The working folder of its children and nobody else: what still runs there after its death is killed before it starts again. */
  readonly den?: string;
  /** Run after each start but the first, again and again until it ends well: makes anew what the process may have lost. */
  readonly afterRestart?: Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'env'>;
}

/** Enough to find a process again and to stop it well. */
export interface Trace extends Pick<ProcessSpec, 'name' | 'tier' | 'stopSignal' | 'stopMs' | 'den'> {
  readonly pid: number;
  /** When it began, in the kernel's ticks: together with the pid this names one process until the next boot. */
  readonly beganTicks: number;
}

export const runFolder = (dataDir: string) => join(dataDir, 'run');
export const logFolder = (dataDir: string) => join(dataDir, 'log');
export const logFile = (dataDir: string, name: string) => join(logFolder(dataDir), `${name}.log`);
export const pidFile = (dataDir: string, name: string) => join(runFolder(dataDir), `${name}.pid`);
/** While this file stands, the watcher leaves the process down. */
export const heldFile = (dataDir: string, name: string) => join(runFolder(dataDir), `${name}.held`);

/** Writes a file whole or not at all. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

export function readPid(dataDir: string, name: string): number | undefined {
  try {
    return Number(readFileSync(pidFile(dataDir, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** When a living process began; undefined when there is none of that number or it is only waiting to be buried. */
export function beganTicks(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : Number(fields[19]);
  } catch {
    return undefined;
  }
}

export const isAlive = (trace: Pick<Trace, 'pid' | 'beganTicks'>) => beganTicks(trace.pid) === trace.beganTicks;

const tracesFile = (dataDir: string) => join(runFolder(dataDir), 'started.json');

export function readTraces(dataDir: string): Trace[] {
  try {
    return JSON.parse(readFileSync(tracesFile(dataDir), 'utf8')) as Trace[];
  } catch {
    return [];
  }
}

export function writeTraces(dataDir: string, traces: readonly Trace[]): void {
  replaceFile(tracesFile(dataDir), JSON.stringify(traces));
}

/** Stops the processes that still live, highest tier first: the gateway, then the services, then the servers they need. */
export async function stopAll(traces: readonly Trace[]): Promise<void> {
  const tiers = [...new Set(traces.map(({ tier }) => tier))].sort((a, b) => b - a);
  for (const tier of tiers) await Promise.all(traces.filter((trace) => trace.tier === tier).map(stopOne));
}

async function stopOne(trace: Trace): Promise<void> {
  if (isAlive(trace)) send(trace.pid, trace.stopSignal);
  if (!(await waitForEnd(trace, trace.stopMs))) send(trace.pid, 'SIGKILL');
  await waitForEnd(trace, 5_000);
  if (trace.den) await clearDen(trace.den);
}

/** Waits until a process is gone; false when it still is not. */
export async function waitForEnd(trace: Pick<Trace, 'pid' | 'beganTicks'>, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; isAlive(trace); await pause(20)) if (Date.now() > deadline) return false;
  return true;
}

/** Kills orphans: processes that still have `den` as their working folder, and waits until the last is gone. */
export async function clearDen(den: string): Promise<void> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await pause(20)) {
    const orphans = inDen(den);
    if (orphans.length === 0) return;
    for (const pid of orphans) send(pid, 'SIGKILL');
  }
}

function inDen(den: string): number[] {
  const folder = resolved(den);
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder && beganTicks(pid) !== undefined);
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in this very moment, which is what was wanted.
  }
}

/** Lets one process at a time start an installation. Undefined while another does; else the way to let the next one. */
export function lockStart(dataDir: string): (() => void) | undefined {
  const file = join(runFolder(dataDir), 'starting');
  try {
    const [pid = 0, began = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    if (pid !== process.pid && isAlive({ pid, beganTicks: began })) return undefined;
    rmSync(file, { force: true });
  } catch {
    // Nobody is starting it.
  }
  mkdirSync(runFolder(dataDir), { recursive: true });
  try {
    writeFileSync(file, `${process.pid} ${beganTicks(process.pid)}`, { flag: 'wx' });
  } catch {
    return undefined;
  }
  return () => rmSync(file, { force: true });
}

/** The traces of a whole installation are gone: nothing of it runs. */
export function clearTraces(dataDir: string): void {
  for (const file of readdirSync(runFolder(dataDir))) {
    if (/\.(pid|held)$/.test(file) || file === 'started.json') rmSync(join(runFolder(dataDir), file), { force: true });
  }
}
