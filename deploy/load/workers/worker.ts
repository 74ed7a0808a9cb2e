/**
 * A worker process for a measurement, so that its own cost is not part of the figures. It reports when it is ready, then answers one job after another.
 * If it ends early, the waiting call fails.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../local/platform/environment.ts';

export interface Worker<Job> {
  ask<Answer>(job: Job): Promise<Answer>;
  /** Sends a job that has no answer of its own. */
  send(job: Job): void;
  end(): void;
}

/** Starts a worker. `role` is its first argument, by which a file that is also the caller knows that it runs as the worker. */
export async function openWorker<Job extends object | string>(
  file: string,
  { role, env }: { role?: string; env?: Environment } = {},
): Promise<Worker<Job>> {
  const child = fork(file, role === undefined ? [] : [role], env && { env });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${role ?? 'the process of the measurement'} ended early`);
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
    end: () => void child.kill(),
  };
}
