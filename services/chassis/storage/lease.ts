/** A lease: a row held by one instance. Another instance may take it 5 s after the last renewal. */
import { randomUUID } from 'node:crypto';
import type { Log } from '../process/log.ts';
import type { Database } from './postgres.ts';
import { text } from './rows.ts';

const leaseSeconds = 5;
const renewMs = 1_500;
const notifyMs = 500;

const leaseRow = { name: text };

export class Lease {
  private readonly holder = randomUUID();
  private heldUntil = 0;
  private timers: NodeJS.Timeout[] = [];
  private renewing: Promise<void> | undefined;
  private notified = false;
  private listeners: ((held: boolean) => void)[] = [];

  declare private readonly db: Database;
  declare private readonly name: string;
  declare private readonly log: Log;

  constructor(db: Database, name: string, log: Log) {
    Object.assign(this, { db, name, log });
  }

  start(): void {
    const renew = () => {
      this.renewing ??= this.renew().finally(() => {
        this.renewing = undefined;
      });
    };
    renew();
    this.timers = [setInterval(renew, renewMs), setInterval(() => this.notify(), notifyMs)];
  }

  /** Uses this instance's clock and a margin of 0.5 s, so that a paused process notices the loss before another instance starts. */
  isHeld(): boolean {
    return performance.now() < this.heldUntil;
  }

  /** Calls the listener when this instance gains or loses the lease. A loss is noticed within 0.5 s, even without the database. */
  onChange(listener: (held: boolean) => void): void {
    this.listeners.push(listener);
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.renewing;
    this.heldUntil = 0;
    this.notify();
    await this.db.run('update leases set until = now() where name = $1 and holder = $2', [this.name, this.holder]).catch(() => undefined);
  }

  private async renew(): Promise<void> {
    const requestedAt = performance.now();
    try {
      const row = await this.db.row(
        leaseRow,
        `insert into leases (name, holder, until) values ($1, $2, now() + interval '${leaseSeconds} s')
         on conflict (name) do update set holder = $2, until = excluded.until
         where leases.holder = $2 or leases.until < now() returning name`,
        [this.name, this.holder],
      );
      this.heldUntil = row ? requestedAt + leaseSeconds * 1_000 - 500 : 0;
    } catch (error) {
      this.log.warn({ lease: this.name, error: (error as Error).message }, 'lease not renewed');
    }
    this.notify();
  }

  private notify(): void {
    const held = this.isHeld();
    if (held === this.notified) return;
    this.notified = held;
    for (const listener of this.listeners) listener(held);
  }
}
