/**
 * The line to the message server, as far as it decides what may be believed. Revocations are heard over a connection of their own;
 * after a loss a new one reads again what was said meanwhile, and only then the loss is over.
 */
import type { Bus } from '@fairline/chassis/bus';
import type { Log } from '@fairline/chassis/log';

const lookEveryMs = 250;
/** Streams end when it has been gone this long, so that no page shows prices as live that cannot move. */
const silentAfterMs = 3_000;
/** Clocks of two machines, and the time until a loss is noticed. */
const marginMs = 60_000;

export interface LinkParts {
  /** The connection that carries hints. */
  readonly bus: Pick<Bus, 'connected'>;
  /** Opens a connection that has heard every revocation since the instant, and hears on. */
  readonly listen: (since: Date) => Promise<Bus>;
  readonly log: Log;
}

export interface Told {
  /** No hint has been heard for a while. */
  silence: () => void;
  /** Hints and revocations are heard again. */
  again: () => void;
}

export class Link {
  /** Since when revocations may have been missed; undefined while they are heard. */
  lostSinceMs: number | undefined;
  private silent = false;
  private ear: Bus | undefined;
  private mending: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly parts: LinkParts;

  constructor(parts: LinkParts) {
    this.parts = parts;
  }

  get isUp(): boolean {
    return this.lostSinceMs === undefined && this.parts.bus.connected;
  }

  /** Resolves when everything said since the instant is known. */
  async open(since: Date, tell: Told): Promise<void> {
    this.ear = await this.parts.listen(since);
    this.timer = setInterval(() => this.look(Date.now(), tell), lookEveryMs);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.mending;
    await hangUp(this.ear);
  }

  private look(nowMs: number, tell: Told): void {
    if (this.parts.bus.connected && this.ear?.connected) {
      if (this.lostSinceMs !== undefined) this.mending ??= this.mend(this.lostSinceMs, tell);
      return;
    }
    this.lostSinceMs ??= nowMs;
    if (this.silent || nowMs - this.lostSinceMs < silentAfterMs) return;
    this.silent = true;
    tell.silence();
  }

  private async mend(lostSinceMs: number, tell: Told): Promise<void> {
    try {
      const deaf = this.ear;
      this.ear = await this.parts.listen(new Date(lostSinceMs - marginMs));
      this.lostSinceMs = undefined;
      this.silent = false;
      tell.again();
      await hangUp(deaf);
    } catch (error) {
      this.parts.log.warn({ error: (error as Error).message }, 'revocations are not heard yet');
    } finally {
      this.mending = undefined;
    }
  }
}

async function hangUp(ear: Bus | undefined): Promise<void> {
  await ear?.quiet();
  await ear?.close();
}
