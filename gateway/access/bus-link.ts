/**
 * Watches the connections to the message server, which decide whether sessions and live data can be trusted. Revocations have a connection of their own.
 * After a loss, a new one replays the revocations published meanwhile, and only then is the loss over.
 */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Log } from '@fairline/chassis/process/log';

const checkEveryMs = 250;
/** After a loss of this length live streams end, so that no page shows frozen prices as live. */
const lostAfterMs = 3_000;
/** Margin for the clocks of two machines, and for the time until a loss is noticed. */
const marginMs = 60_000;

export interface LinkParts {
  /** The connection that carries hints. */
  readonly bus: Pick<Bus, 'connected'>;
  /** Opens a connection that has received every revocation since the given time, and keeps following. */
  readonly followRevocations: (since: Date) => Promise<Bus>;
  readonly log: Log;
}

export interface LinkListener {
  /** No hint has arrived for a while. */
  onLost: () => void;
  /** Hints and revocations arrive again. */
  onRestored: () => void;
}

export class BusLink {
  /** The time since which revocations may have been missed; undefined while they arrive. */
  lostSinceMs: number | undefined;
  private isReportedLost = false;
  private revocationFeed: Bus | undefined;
  private restoring: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly parts: LinkParts;

  constructor(parts: LinkParts) {
    this.parts = parts;
  }

  get isUp(): boolean {
    return this.lostSinceMs === undefined && this.parts.bus.connected;
  }

  /** Resolves once every revocation since the given time has been received. */
  async open(since: Date, listener: LinkListener): Promise<void> {
    this.revocationFeed = await this.parts.followRevocations(since);
    this.timer = setInterval(() => this.check(Date.now(), listener), checkEveryMs);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.restoring;
    await closeFeed(this.revocationFeed);
  }

  private check(nowMs: number, listener: LinkListener): void {
    if (this.parts.bus.connected && this.revocationFeed?.connected) {
      if (this.lostSinceMs !== undefined) this.restoring ??= this.restore(this.lostSinceMs, listener);
      return;
    }
    this.lostSinceMs ??= nowMs;
    if (this.isReportedLost || nowMs - this.lostSinceMs < lostAfterMs) return;
    this.isReportedLost = true;
    listener.onLost();
  }

  private async restore(lostSinceMs: number, listener: LinkListener): Promise<void> {
    try {
      const lost = this.revocationFeed;
      this.revocationFeed = await this.parts.followRevocations(new Date(lostSinceMs - marginMs));
      this.lostSinceMs = undefined;
      this.isReportedLost = false;
      listener.onRestored();
      await closeFeed(lost);
    } catch (error) {
      this.parts.log.warn({ error: (error as Error).message }, 'revocations do not arrive yet');
    } finally {
      this.restoring = undefined;
    }
  }
}

async function closeFeed(feed: Bus | undefined): Promise<void> {
  await feed?.drain();
  await feed?.close();
}
