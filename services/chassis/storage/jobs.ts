/**
 * Recurring jobs. A job either runs on every instance and claims what is due in its store, or runs only on the instance that holds its lease.
 * Runs of a job never overlap; a failed run is logged, and the next one starts on schedule.
 */
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { Lease, type LeaseStore } from './lease.ts';
import { isInfrastructure } from './postgres.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** `everywhere`: on all instances, and the job claims its rows. `leased`: on one instance at a time. */
  where: 'everywhere' | 'leased';
  run: () => Promise<void>;
}

export class Jobs {
  private readonly stops: (() => Promise<void>)[] = [];

  private readonly parts: { leases?: LeaseStore | undefined; log: Log; metrics: Metrics };

  constructor(parts: Jobs['parts']) {
    this.parts = parts;
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs) this.stops.push(this.startOne(job));
  }

  async stop(): Promise<void> {
    await Promise.all(this.stops.splice(0).map((stop) => stop()));
  }

  private startOne(job: Job): () => Promise<void> {
    const lease = job.where === 'leased' ? this.lease(job.name) : undefined;
    let working: Promise<void> | undefined;
    const tick = () => {
      if (lease && !lease.isHeld()) return;
      working ??= this.run(job).finally(() => {
        working = undefined;
      });
    };
    lease?.onChange(tick);
    lease?.start();
    const timer = setInterval(tick, job.everyMs);
    return async () => {
      clearInterval(timer);
      await working;
      await lease?.stop();
    };
  }

  private lease(name: string): Lease {
    if (!this.parts.leases) throw new Error(`job ${name} needs a store for its lease`);
    return new Lease(this.parts.leases, name, this.parts.log);
  }

  private async run(job: Job): Promise<void> {
    const startedAt = performance.now();
    let outcome = 'done';
    try {
      await job.run();
    } catch (error) {
      outcome = 'failed';
      const { message, stack } = error as Error;
      if (isInfrastructure(error)) this.parts.log.warn({ job: job.name, error: message }, 'job delayed');
      else this.parts.log.error({ job: job.name, error: message, stack }, 'job failed');
    }
    this.parts.metrics.jobSeconds.observe({ job: job.name, outcome }, (performance.now() - startedAt) / 1_000);
  }
}
