/** A lease: held by one instance, in the service's store. Another instance may take it 5 s after the last renewal. */
import { randomUUID } from 'node:crypto';
import type { Log } from '../process/log.ts';

const leaseMs = 5_000;
const renewMs = 1_500;
const notifyMs = 500;

/** Where leases are kept. */
export interface LeaseStore {
  /** Takes or renews the lease for `lastsMs`; false if another instance has it. */
  renewLease(name: string, holder: string, lastsMs: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
}

export class Lease {
  private readonly holder = randomUUID();
  private heldUntil = 0;
  private timers: NodeJS.Timeout[] = [];
  private renewing: Promise<void> | undefined;
  private notified = false;
  private listeners: ((held: boolean) => void)[] = [];

  declare private readonly store: LeaseStore;
  declare private readonly name: string;
  declare private readonly log: Log;

  constructor(store: LeaseStore, name: string, log: Log) {
    Object.assign(this, { store, name, log });
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
    await this.store.releaseLease(this.name, this.holder).catch(() => undefined);
  }

  private async renew(): Promise<void> {
    const requestedAt = performance.now();
    try {
      const isTaken = await this.store.renewLease(this.name, this.holder, leaseMs);
      this.heldUntil = isTaken ? requestedAt + leaseMs - 500 : 0;
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
