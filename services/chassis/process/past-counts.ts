/**
 * Counts of distinct people over weeks, which cannot be added up from shorter spans. The count between two full hours in the past no longer changes,
 * so it is computed once and cached. Each call then counts only the people who are new since.
 */
import { hourMs } from '@fairline/proto/time';

/** Only hours this long past are cached, because rows may be written late. */
const settledMs = hourMs;
/** Shorter spans are counted directly. */
const shortMs = 48 * hourMs;
const mostKept = 64;

export interface Counted {
  /** Distinct people from one instant until another, which is excluded. */
  within(since: Date, until: Date): Promise<number>;
  /** People between `since` and `until` who do not occur between `from` and `since`. */
  added(from: Date, since: Date, until: Date): Promise<number>;
}

export class PastCounts {
  private readonly kept = new Map<string, Promise<number>>();
  private readonly counted: Counted;

  constructor(counted: Counted) {
    this.counted = counted;
  }

  /** Counts from the full hour of `since` if the span is long, otherwise from `since` itself. */
  async count(since: Date, until: Date): Promise<number> {
    if (until.getTime() - since.getTime() <= shortMs) return this.counted.within(since, until);
    const from = new Date(hourOf(since));
    const settled = new Date(hourOf(until) - settledMs);
    const [before, after] = await Promise.all([this.keep(from, settled), this.counted.added(from, settled, until)]);
    return before + after;
  }

  private keep(from: Date, settled: Date): Promise<number> {
    const key = `${from.getTime()} ${settled.getTime()}`;
    const known = this.kept.get(key);
    if (known) return known;
    const counting = this.counted.within(from, settled);
    this.kept.set(key, counting);
    counting.catch(() => this.kept.delete(key));
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value as string);
    return counting;
  }
}

const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs) * hourMs;
