/**
 * Another process of a measurement, so that what it costs is not paid by what is measured: it says when it is ready, then answers one job after another.
 * One that ends early fails whoever waits for it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../local/platform/environment.ts';

export interface Worker<Job> {
  ask<Answer>(job: Job): Promise<Answer>;
  /** Says something that has no answer of its own. */
  tell(job: Job): void;
  end(): void;
}

/** `role` tells a file that is both sides which one it is. */
export async function openWorker<Job extends object | string>(file: string, { role, env }: { role?: string; env?: Environment } = {}): Promise<Worker<Job>> {
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
    tell: (job) => void child.send(job),
    end: () => void child.kill(),
  };
}
