/** A queue that runs work one at a time, with senders in turn, so that a sender with much work does not delay the others. */
import { common, Refusal } from '@fairline/proto/contract';

interface Waiting {
  start(): Promise<void>;
  refuse(): void;
}

export class FairQueue {
  /** Waiting work by sender; the sender whose turn is next comes first. */
  private readonly waiting = new Map<string, Waiting[]>();
  private count = 0;
  private isRunning = false;
  private readonly atMost: number;

  /** `atMost`: how much work may run or wait. */
  constructor(atMost: number) {
    this.atMost = atMost;
  }

  /** Runs work in the sender's turn. If too much waits, the last work of the sender with the most is refused `busy`: this work, or that of another sender. */
  run<T>(sender: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Refusal(common.busy));
      if (this.count >= this.atMost && !this.evictFor(sender)) {
        refuse();
        return;
      }
      this.count++;
      const own = this.waiting.get(sender) ?? [];
      own.push({ start: () => (async () => work())().then(resolve, reject), refuse });
      this.waiting.set(sender, own);
      void this.runNext();
    });
  }

  private evictFor(sender: string): boolean {
    const own = this.waiting.get(sender)?.length ?? 0;
    const [longest] = [...this.waiting.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    this.count--;
    return true;
  }

  private async runNext(): Promise<void> {
    const [next] = this.waiting;
    if (this.isRunning || !next) return;
    const [sender, own] = next;
    const first = own.shift();
    // A sender with more work goes to the end of the line.
    this.waiting.delete(sender);
    if (own.length > 0) this.waiting.set(sender, own);
    this.isRunning = true;
    await first?.start();
    this.isRunning = false;
    this.count--;
    void this.runNext();
  }
}
