/**
 * When prices move too fast to bet on: a fair chance that went further within a short time than play explains.
 * Pure; what a stop of the feed lies between is not one movement, for the feed itself says then that something happened.
 */
import { tradingRules } from '@fairline/proto/betting/trading';
import { withoutMargin } from '@fairline/proto/margin';
import type { PricedSelection } from './market.ts';

interface Seen {
  atMs: number;
  chances: readonly number[];
}

export class Volatility {
  private readonly seen = new Map<string, { fixtureId: string; prices: Seen[] }>();

  /** Whether the market has moved too far by these prices. Says so once; what it saw before is forgotten then. */
  moves(fixtureId: string, marketId: string, selections: readonly PricedSelection[], atMs: number): boolean {
    const { windowMs, chance } = tradingRules.volatility;
    const chances = withoutMargin(
      selections.map(([, oddsMilli]) => 1_000 / oddsMilli),
      'proportional',
    );
    const known = this.seen.get(marketId)?.prices.filter((price) => atMs - price.atMs <= windowMs && price.chances.length === chances.length) ?? [];
    const furthest = Math.max(0, ...known.flatMap((price) => price.chances.map((before, at) => Math.abs(before - (chances[at] ?? before)))));
    const wild = furthest > chance;
    this.seen.set(marketId, { fixtureId, prices: wild ? [] : [...known, { atMs, chances }] });
    return wild;
  }

  /** The feed stopped bets, or is done with the fixture: what comes next is compared with nothing before. */
  forget(fixtureId: string): void {
    for (const [marketId, known] of this.seen) if (known.fixtureId === fixtureId) this.seen.delete(marketId);
  }
}
