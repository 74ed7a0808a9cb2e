/** The life of a process: start, stop on a signal, exit code. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Env } from './process/config.ts';

/** A stopping process exits after this time at the latest. */
const stopWithinMs = 10_000;
/** By then the whole platform has started, so that the collection delays no other process. */
const settledMs = 5_000;

export interface Running {
  httpUrl: string;
  internalUrl: string;
  stop(): Promise<void>;
}

/** Runs a process until a signal stops it. A fault at start prints one line. An uncaught fault ends the process; the supervisor restarts it. */
export async function run(start: (env: Env) => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs - 500).unref();
    await running?.stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: Error) => {
      process.stderr.write(`${kind}: ${error?.stack ?? error}\n`);
      process.exit(1);
    });
  }
  try {
    running = await start(process.env);
    setTimeout(releaseMemoryOfStart, settledMs).unref();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/**
 * Loading code fills the young generation up to its largest size, and V8 keeps that memory, 30 MB, as long as a process has little to do.
 * A full collection returns it to the system. The flag is set for its time only, because the compile cache is valid for one set of flags.
 */
function releaseMemoryOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: {
    type: 'major';
    execution: 'sync';
    flavor: 'last-resort';
  }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
