/** Whether the message server is there, and since when not: without it neither revocations nor prices are heard. */
import type { Bus } from '@fairline/chassis/bus';

const lookEveryMs = 250;
/** Streams end when it has been gone this long, so that no page shows prices as live that cannot move. */
const silentAfterMs = 3_000;

export class Link {
  lostSinceMs: number | undefined;
  private silent = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly bus: Pick<Bus, 'connected'>;

  constructor(bus: Pick<Bus, 'connected'>) {
    this.bus = bus;
  }

  start(tell: { silence: () => void; again: () => void }): void {
    this.timer = setInterval(() => this.look(Date.now(), tell), lookEveryMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(nowMs: number, tell: { silence: () => void; again: () => void }): void {
    if (this.bus.connected) {
      if (this.lostSinceMs === undefined) return;
      this.lostSinceMs = undefined;
      this.silent = false;
      tell.again();
      return;
    }
    this.lostSinceMs ??= nowMs;
    if (this.silent || nowMs - this.lostSinceMs < silentAfterMs) return;
    this.silent = true;
    tell.silence();
  }
}
