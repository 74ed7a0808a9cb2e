/**
 * Turns many single calls into few set-based ones: 1 to 256 items, one run, a result per item.
 * A run holds at most one item of a lane (a player), and items of a lane keep their order; past the limit callers are refused `busy`.
 */
import { common, Refusal } from '@fairline/proto/contract';

export interface BatchOptions<I, O> {
  /** Handles all items in one transaction. Returns results in the order of the items: an Error for a refused one, a promise for one that ends later than the others. */
  run: (items: I[]) => Promise<(O | Error | Promise<O>)[]>;
  laneOf: (item: I) => string;
  max?: number;
  waitMs?: number;
  inFlight?: number;
  limit?: number;
}

interface Waiting<I, O> {
  item: I;
  resolve: (answer: O | Promise<O>) => void;
  reject: (error: unknown) => void;
}

export class Batch<I, O> {
  private readonly lanes = new Map<string, Waiting<I, O>[]>();
  private ready: string[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  private soon = false;
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

  /** With nothing running, the items of this turn of the loop go at once; else a second run waits to fill up. */
  private schedule(): void {
    const { max, inFlight, waitMs } = this.options;
    if (this.ready.length === 0 || this.running >= inFlight) return;
    if (this.ready.length >= max) {
      this.flush();
    } else if (this.running === 0) {
      if (this.soon) return;
      this.soon = true;
      setImmediate(() => {
        this.soon = false;
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
    void this.answer(taken).finally(() => {
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

  /** A run that fails as a whole is repeated item by item, so one bad item harms only itself. */
  private async answer(taken: Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await this.options.run(taken.map(({ item }) => item));
      for (const [place, waiting] of taken.entries()) settle(waiting, answers[place] as O | Error | Promise<O>);
    } catch (error) {
      if (taken.length === 1) taken[0]?.reject(error);
      else for (const waiting of taken) await this.answer([waiting]);
    }
  }
}

function settle<I, O>({ resolve, reject }: Waiting<I, O>, answer: O | Error | Promise<O>): void {
  if (answer instanceof Error) reject(answer);
  else resolve(answer);
}
