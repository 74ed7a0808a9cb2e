/**
 * The door for time. A job either runs on every instance and claims rows with `skip locked`, or runs on the one that holds its lease.
 * Runs never overlap; a failed run is logged and the next one comes in its turn.
 */
import { randomUUID } from 'node:crypto';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Database, isInfrastructure } from './postgres.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** `everywhere`: the work claims its rows; `leased`: one instance at a time. */
  where: 'everywhere' | 'leased';
  run: () => Promise<void>;
}

const leaseSeconds = 5;
const renewMs = 1_500;
const tellMs = 500;

/** A lease row of the room: held by one instance until it stops renewing for 5 s. */
export class Lease {
  private readonly holder = randomUUID();
  private heldUntil = 0;
  private timers: NodeJS.Timeout[] = [];
  private asking: Promise<void> | undefined;
  private told = false;
  private changed: ((held: boolean) => void)[] = [];

  declare private readonly db: Database;
  declare private readonly name: string;
  declare private readonly log: Log;

  constructor(db: Database, name: string, log: Log) {
    Object.assign(this, { db, name, log });
  }

  start(): void {
    const ask = () => {
      this.asking ??= this.renew().finally(() => {
        this.asking = undefined;
      });
    };
    ask();
    this.timers = [setInterval(ask, renewMs), setInterval(() => this.tell(), tellMs)];
  }

  /** By this instance's own clock and a margin, so a paused process stops before another may start. */
  held(): boolean {
    return performance.now() < this.heldUntil;
  }

  /** Called when this instance gains or loses the lease; a loss is told within half a second, also while the database is away. */
  onChange(listener: (held: boolean) => void): void {
    this.changed.push(listener);
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.asking;
    this.heldUntil = 0;
    this.tell();
    await this.db.run('update leases set until = now() where name = $1 and holder = $2', [this.name, this.holder]).catch(() => undefined);
  }

  private async renew(): Promise<void> {
    const askedAt = performance.now();
    try {
      const row = await this.db.row(
        `insert into leases (name, holder, until) values ($1, $2, now() + interval '${leaseSeconds} s')
         on conflict (name) do update set holder = $2, until = excluded.until
         where leases.holder = $2 or leases.until < now() returning name`,
        [this.name, this.holder],
      );
      this.heldUntil = row ? askedAt + leaseSeconds * 1_000 - 500 : 0;
    } catch (error) {
      this.log.warn({ lease: this.name, error: (error as Error).message }, 'lease not renewed');
    }
    this.tell();
  }

  private tell(): void {
    const held = this.held();
    if (held === this.told) return;
    this.told = held;
    for (const listener of this.changed) listener(held);
  }
}

export class Jobs {
  private readonly stops: (() => Promise<void>)[] = [];

  private readonly parts: { db?: Database | undefined; log: Log; metrics: Metrics };

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
      if (lease && !lease.held()) return;
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
    if (!this.parts.db) throw new Error(`job ${name} needs a database for its lease`);
    return new Lease(this.parts.db, name, this.parts.log);
  }

  private async run(job: Job): Promise<void> {
    const startedAt = performance.now();
    let outcome = 'done';
    try {
      await job.run();
    } catch (error) {
      outcome = 'failed';
      const { message, stack } = error as Error;
      if (isInfrastructure(error)) this.parts.log.warn({ job: job.name, error: message }, 'job waits');
      else this.parts.log.error({ job: job.name, error: message, stack }, 'job failed');
    }
    this.parts.metrics.jobSeconds.observe({ job: job.name, outcome }, (performance.now() - startedAt) / 1_000);
  }
}
