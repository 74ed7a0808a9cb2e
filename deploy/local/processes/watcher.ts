/**
 * The process that keeps an installation running: it starts the processes that it is given, writes pid files, and restarts each that
 * dies, however often, after a constant pause. Until it gets `keep`, it stops everything when its parent process is gone,
 * so a failed or interrupted start leaves nothing behind.
 * Usage: node watcher.ts <data folder> [--temporary], with an IPC channel.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  beganTicks,
  clearDen,
  clearTraces,
  heldFile,
  logFile,
  logFolder,
  type ProcessSpec,
  pidFile,
  replaceFile,
  runFolder,
  stopAll,
  type Trace,
  writeTraces,
} from './processes.ts';

/** Messages from the process that started the watcher. */
export type Order = { kind: 'start'; spec: ProcessSpec } | { kind: 'keep' };

/** Messages back to it. */
export type Report = { kind: 'started'; name: string; pid: number } | { kind: 'died'; name: string; ending: string };

/** The pause between a death and the next start: short after a process that ran for `ranMs`, longer after one that died at once. It never grows. */
const pauseMs = { ran: 100, diedAtOnce: 500 };
const ranMs = 2_000;
const heldPollMs = 100;

const [dataDir = '', ...flags] = process.argv.slice(2);
const temporary = flags.includes('--temporary');
const traces = new Map<string, Trace>();
let kept = false;
let stopping: Promise<void> | undefined;

function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

const note = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);

/** Runs one process, and restarts it until the installation is stopped. */
async function run(spec: ProcessSpec): Promise<void> {
  for (let again = false; !stopping; again = true) {
    if (spec.den) await clearDen(spec.den);
    if (stopping) return;
    const startedAt = Date.now();
    const child = start(spec);
    if (again && spec.afterRestart) void restore(spec.name, spec.afterRestart, child);
    const ending = await endOf(child);
    traces.delete(spec.name);
    rmSync(pidFile(dataDir, spec.name), { force: true });
    writeTraces(dataDir, [...traces.values()]);
    if (stopping) return;
    note(`${spec.name} (${child.pid ?? 'never started'}) died: ${ending}${again ? ', again' : ''}`);
    report({ kind: 'died', name: spec.name, ending });
    await pause(Date.now() - startedAt > ranMs ? pauseMs.ran : pauseMs.diedAtOnce);
    while (existsSync(heldFile(dataDir, spec.name)) && !stopping) await pause(heldPollMs);
  }
}

function start(spec: ProcessSpec): ChildProcess {
  const log = openSync(logFile(dataDir, spec.name), 'a', 0o640);
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    stdio: ['ignore', log, log],
    detached: true,
    ...spec.user,
  });
  closeSync(log);
  if (child.pid === undefined) return child;
  const { name, tier, stopSignal, stopMs, den } = spec;
  traces.set(name, {
    name,
    tier,
    stopSignal,
    stopMs,
    pid: child.pid,
    beganTicks: beganTicks(child.pid) ?? 0,
    ...(den && { den }),
  });
  writeTraces(dataDir, [...traces.values()]);
  replaceFile(pidFile(dataDir, name), `${child.pid}\n`);
  note(`${name} started as ${child.pid}`);
  report({ kind: 'started', name, pid: child.pid });
  return child;
}

async function restore(
  name: string,
  { command, args, cwd, env }: NonNullable<ProcessSpec['afterRestart']>,
  restarted: ChildProcess,
): Promise<void> {
  while (!stopping && restarted.exitCode === null && restarted.signalCode === null) {
    const ending = await endOf(spawn(command, args, { cwd, env, stdio: 'ignore' }));
    const isDone = ending === 'exit code 0';
    note(`${name} ${isDone ? 'holds all it should' : `does not hold all it should yet: ${ending}`}`);
    if (isDone) return;
    await pause(pauseMs.diedAtOnce);
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

function stop(why: string): Promise<void> {
  stopping ??= (async () => {
    note(`stopping: ${why}`);
    await stopAll([...traces.values()]);
    clearTraces(dataDir);
    if (temporary) rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  })();
  return stopping;
}

process.on('message', (order: Order) => {
  if (order.kind === 'keep') kept = true;
  else void run(order.spec);
});
process.on('disconnect', () => {
  if (!kept) void stop('the process that started this is gone');
});
process.on('SIGTERM', () => void stop('asked to'));
process.on('SIGINT', () => void stop('asked to'));
process.on('SIGHUP', () => undefined);
process.on('uncaughtException', (error) => note(`a fault of the watcher: ${error.stack}`));

for (const folder of [runFolder(dataDir), logFolder(dataDir)]) mkdirSync(folder, { recursive: true });
writeFileSync(pidFile(dataDir, 'watcher'), `${process.pid}\n`);
