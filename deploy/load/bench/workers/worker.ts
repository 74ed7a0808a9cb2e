/**
 * A worker process for a measurement, so that its own cost is not part of the figures. It reports when it is ready, then answers one job after another.
 * If it ends early, the waiting call fails. The file of a worker is also the one that its callers import.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../../local/platform/environment.ts';
import type { Stage } from '../stage.ts';

export interface Worker<Job> {
  ask<Answer>(job: Job): Promise<Answer>;
  /** Sends a job that has no answer. */
  send(job: Job): void;
}

/** Starts a worker, which ends with the measurement. Its file serves if `import.meta.main`. */
export async function openWorker<Job extends object | string>(
  { onEnd }: Stage,
  file: string,
  env?: Environment,
): Promise<Worker<Job>> {
  const child = fork(file, env && { env });
  onEnd(() => child.kill());
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended early`);
  });
  ended.catch(() => undefined);
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await answer();
  return {
    ask: (job) => {
      child.send(job);
      return answer();
    },
    send: (job) => void child.send(job),
  };
}

/** Answers the jobs of the parent process; an answer of undefined is not sent. */
export function serve<Job>(perform: (job: Job) => Promise<unknown>): void {
  process.on('message', (job: Job) => {
    perform(job).then(
      (answer) => answer !== undefined && process.send?.(answer),
      (error: Error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send?.('ready');
}
