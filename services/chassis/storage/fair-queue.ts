/** Work that runs one at a time, its senders in turn: one who sends much does not hold back the others. */
import { common, Refusal } from '@fairline/proto/contract';

interface Waiting {
  start(): Promise<void>;
  refuse(): void;
}

export class FairQueue {
  /** By sender; the next in turn comes first. */
  private readonly waiting = new Map<string, Waiting[]>();
  private count = 0;
  private isRunning = false;
  private readonly atMost: number;

  /** `atMost`: how much work may run or wait. */
  constructor(atMost: number) {
    this.atMost = atMost;
  }

  /** Runs work in the sender's turn. When too much waits, `busy` goes to the sender with the most: this work, or the last of another sender. */
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
