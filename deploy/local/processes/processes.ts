/**
 * The processes of an installation, and their traces in `run/`: `<name>.pid` for people and scripts,
 * and `started.json` to identify a process, so that another program that got the same pid is never killed.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Processes with a lower tier start earlier and stop later: 0 servers, 1 services, 2 the gateway. */
  readonly tier: number;
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** How long it may take to stop before it is killed. */
  readonly stopMs: number;
  /** Another user to run as. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** A working folder that only its child processes use. Processes that still run there after its death are killed before it is restarted. */
  readonly den?: string;
  /** A command that runs after each restart, and is repeated until it succeeds: it makes again what the process may have lost. */
  readonly afterRestart?: Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'env'>;
}

/** The data that identifies a running process and tells how to stop it. */
export interface Trace extends Pick<ProcessSpec, 'name' | 'tier' | 'stopSignal' | 'stopMs' | 'den'> {
  readonly pid: number;
  /** The start time in ticks of the kernel: together with the pid it identifies one process until the next boot. */
  readonly beganTicks: number;
}

export const runFolder = (dataDir: string) => join(dataDir, 'run');
export const logFolder = (dataDir: string) => join(dataDir, 'log');
export const logFile = (dataDir: string, name: string) => join(logFolder(dataDir), `${name}.log`);
export const pidFile = (dataDir: string, name: string) => join(runFolder(dataDir), `${name}.pid`);
/** While this file exists, the watcher does not restart the process. */
export const heldFile = (dataDir: string, name: string) => join(runFolder(dataDir), `${name}.held`);

/** Replaces a file atomically. */
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

/** The start time of a running process; undefined if no process has the pid, or if it is a zombie. */
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

/** Stops the processes that still run, highest tier first: the gateway, then the services, then the servers. */
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

/** Waits until a process has ended. Returns false if it still runs after `withinMs`. */
export async function waitForEnd(trace: Pick<Trace, 'pid' | 'beganTicks'>, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; isAlive(trace); await pause(20)) if (Date.now() > deadline) return false;
  return true;
}

/** Kills the processes that have `den` as their working folder, and waits until the last has ended. */
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
    // The process has already ended.
  }
}

/** Locks the start of an installation. Returns a function that unlocks it; undefined while another process starts it. */
export function lockStart(dataDir: string): (() => void) | undefined {
  const file = join(runFolder(dataDir), 'starting');
  try {
    const [pid = 0, began = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    if (pid !== process.pid && isAlive({ pid, beganTicks: began })) return undefined;
    rmSync(file, { force: true });
  } catch {
    // No other process is starting it.
  }
  mkdirSync(runFolder(dataDir), { recursive: true });
  try {
    writeFileSync(file, `${process.pid} ${beganTicks(process.pid)}`, { flag: 'wx' });
  } catch {
    return undefined;
  }
  return () => rmSync(file, { force: true });
}

/** Deletes the traces of an installation, of which nothing runs any more. */
export function clearTraces(dataDir: string): void {
  for (const file of readdirSync(runFolder(dataDir))) {
    if (/\.(pid|held)$/.test(file) || file === 'started.json') rmSync(join(runFolder(dataDir), file), { force: true });
  }
}
