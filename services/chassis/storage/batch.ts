/**
 * Collects single calls into runs of 1 to 256 items, with one result per item.
 * A run holds at most one item per lane (a player), and items of a lane keep their order. Above the limit callers are refused `busy`.
 */
import { common, Refusal } from '@fairline/proto/contract';

export interface BatchOptions<I, O> {
  /** Handles all items in one transaction. Returns results in the order of the items: an Error to reject one, a promise if a result is available only later. */
  run: (items: I[]) => Promise<(O | Error | Promise<O>)[]>;
  laneOf: (item: I) => string;
  max?: number;
  waitMs?: number;
  inFlight?: number;
  limit?: number;
}

interface Waiting<I, O> {
  item: I;
  resolve: (result: O | Promise<O>) => void;
  reject: (error: unknown) => void;
}

export class Batch<I, O> {
  private readonly lanes = new Map<string, Waiting<I, O>[]>();
  private ready: string[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushScheduled = false;
  waiting = 0;
  private readonly options: Required<BatchOptions<I, O>>;

  constructor(options: BatchOptions<I, O>) {
    this.options = { max: 256, waitMs: 2, inFlight: 2, limit: 5_000, ...options };
  }

  add(item: I): Promise<O> {
    if (this.waiting >= this.options.limit) return Promise.reject(new Refusal(common.busy, { retryAfterSeconds: 1 }));
    return new Promise<O>((resolve, reject) => {
      const lane = this.options.laneOf(item);
      const queue = this.lanes.get(lane);
      this.waiting++;
      if (queue) {
        queue.push({ item, resolve, reject });
        return;
      }
      this.lanes.set(lane, [{ item, resolve, reject }]);
      this.ready.push(lane);
      this.schedule();
    });
  }

  /** If nothing is running, starts a run at the end of this turn of the event loop; otherwise after `waitMs`, or once it is full. */
  private schedule(): void {
    const { max, inFlight, waitMs } = this.options;
    if (this.ready.length === 0 || this.running >= inFlight) return;
    if (this.ready.length >= max) {
      this.flush();
    } else if (this.running === 0) {
      if (this.flushScheduled) return;
      this.flushScheduled = true;
      setImmediate(() => {
        this.flushScheduled = false;
        this.flush();
      });
    } else if (!this.timer) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.flush();
      }, waitMs);
    }
  }

  private flush(): void {
    if (this.ready.length === 0 || this.running >= this.options.inFlight) return;
    const lanes = this.ready.splice(0, this.options.max);
    const taken = lanes.map((lane) => this.lanes.get(lane)?.[0] as Waiting<I, O>);
    this.running++;
    void this.runItems(taken).finally(() => {
      this.running--;
      this.waiting -= taken.length;
      for (const lane of lanes) {
        const queue = this.lanes.get(lane) as Waiting<I, O>[];
        queue.shift();
        if (queue.length > 0) this.ready.push(lane);
        else this.lanes.delete(lane);
      }
      this.schedule();
    });
    this.schedule();
  }

  /** A run that fails as a whole is repeated item by item, so that one bad item fails alone. */
  private async runItems(taken: Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.options.run(taken.map(({ item }) => item));
      for (const [place, waiting] of taken.entries()) settle(waiting, results[place] as O | Error | Promise<O>);
    } catch (error) {
      if (taken.length === 1) taken[0]?.reject(error);
      else for (const waiting of taken) await this.runItems([waiting]);
    }
  }
}

function settle<I, O>({ resolve, reject }: Waiting<I, O>, result: O | Error | Promise<O>): void {
  if (result instanceof Error) reject(result);
  else resolve(result);
}
