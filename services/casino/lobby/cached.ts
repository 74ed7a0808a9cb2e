/** A cached value that is read again once it is too old. Concurrent callers share one read. */
import type { Clock } from '@fairline/chassis/process/clock';

export class Cached<T> {
  private readonly clock: Clock;
  private readonly ageMs: number;
  private readonly read: () => Promise<T>;
  private reading: Promise<T> | undefined;
  private readAtMs = 0;

  constructor(clock: Clock, ageMs: number, read: () => Promise<T>) {
    this.clock = clock;
    this.ageMs = ageMs;
    this.read = read;
  }

  /** A failed read is not cached. */
  get(): Promise<T> {
    const nowMs = this.clock.now().getTime();
    if (this.reading && nowMs - this.readAtMs < this.ageMs) return this.reading;
    const reading = this.read();
    this.readAtMs = nowMs;
    this.reading = reading;
    reading.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    return reading;
  }
}
