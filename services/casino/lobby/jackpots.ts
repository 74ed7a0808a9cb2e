/** The pools of the progressive jackpot, read from wallet and at most a second old. A hint announces changes to players, at most every 2 s. */
import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { common, Refusal } from '@fairline/proto/contract';
import { jackpotChange, jackpotId } from '@fairline/proto/live/stream';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { CasinoContext } from '../catalogue/context.ts';
import { type Pool, readPools } from './peers.ts';

const freshMs = 1_000;
const lateMs = 500;

export class Jackpots {
  private readonly context: Pick<CasinoContext, 'bus' | 'clock'>;
  private pools: readonly Pool[] | undefined;
  private readAtMs = 0;
  private reading: Promise<void> | undefined;
  private announced = '';

  constructor(context: Jackpots['context']) {
    this.context = context;
  }

  /** The pools. While wallet does not answer, the last known ones are returned; refuses `unavailable` if there are none. */
  async all(): Promise<readonly Pool[]> {
    await this.refresh();
    if (!this.pools) throw new Refusal(common.unavailable);
    return this.pools;
  }

  /** The pool of a currency; undefined if it is not known. */
  async of(currency: PlayCurrencyCode): Promise<number | undefined> {
    await this.refresh();
    return this.pools?.find((pool) => pool.currency === currency)?.amountMinor;
  }

  /** Sends a hint if a pool changed since the last hint. */
  async announce(): Promise<void> {
    await this.refresh();
    const pools = JSON.stringify(this.pools);
    if (!this.pools || pools === this.announced) return;
    this.announced = pools;
    this.context.bus.hint(jackpotChange, {
      type: jackpotChange,
      id: jackpotId,
      version: this.context.clock.now().getTime(),
    });
  }

  private async refresh(): Promise<void> {
    if (this.context.clock.now().getTime() - this.readAtMs < freshMs) return;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  private async read(): Promise<void> {
    try {
      this.pools = await readPools(this.context.bus, lateMs);
    } catch (error) {
      if (!(error instanceof RequestTimeout)) throw error;
    }
    this.readAtMs = this.context.clock.now().getTime();
  }
}
