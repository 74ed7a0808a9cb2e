/**
 * A bet worked out again from everything that was said of its markets and done to it: what must come out is what was paid.
 * Pure, and by the rules that settled it; only where an operator settled by hand is that taken leg by leg.
 */
import type { BetMoment } from '@fairline/proto/betting/bets';
import { type LegState, legState, type Outcome, outcomeOf, type SelectionResult, type Settled, type Verdict } from '../outcome.ts';

/** One word on a market, in the order in which they were heard. */
export interface MarketWord {
  marketId: string;
  sequence: number;
  source: 'feed' | 'operator';
  kind: 'result' | 'rollback' | 'release' | 'cancel' | 'fixture_cancelled' | 'fixture_revived';
  outcomes: Record<string, SelectionResult> | null;
  from: Date | null;
  until: Date | null;
}

export interface Recorded extends Omit<Settled, 'legs' | 'closedStakeMinor' | 'cashedMinor'> {
  placedAt: Date;
  byHand: boolean;
  legs: readonly { marketId: string; selectionId: string; oddsMilli: number }[];
  moments: readonly Omit<BetMoment, 'at'>[];
}

/** What the words on one market come to: of the feed's the one with the highest sequence, and an operator's before it until he releases it. */
export function verdictFrom(words: readonly MarketWord[]): Verdict {
  const results = words.filter(({ source, kind }) => source === 'feed' && (kind === 'result' || kind === 'rollback'));
  const last = results.reduce<MarketWord | undefined>((best, word) => (best && best.sequence >= word.sequence ? best : word), undefined);
  const released = words.findLastIndex(({ kind }) => kind === 'release');
  const own = words.filter(({ source }, at) => source === 'operator' && at > released);
  const decided = own.findLast(({ kind }) => kind === 'result');
  const windows = words.filter((word) => word.kind === 'cancel' && (word.source === 'feed' || own.includes(word)));
  return {
    outcomes: decided?.outcomes ?? last?.outcomes ?? null,
    windows: windows.map(({ from, until }) => ({ from, until })),
    fixtureCancelled: words.findLast(({ kind }) => kind === 'fixture_cancelled' || kind === 'fixture_revived')?.kind === 'fixture_cancelled',
  };
}

/** What the bet is and has to have paid by all that is known of it. */
export function recompute(bet: Recorded, words: readonly MarketWord[]): Outcome {
  const sales = bet.moments.filter(({ kind }) => kind === 'cashed_out');
  const closedStakeMinor = sales.reduce((sum, { stakeMinor = 0 }) => sum + stakeMinor, 0);
  const cashedMinor = sales.reduce((sum, { amountMinor = 0 }) => sum + amountMinor, 0);
  if (closedStakeMinor === bet.stakeMinor) return { status: 'cashed_out', dueMinor: cashedMinor };
  const byMarket = Map.groupBy(words, ({ marketId }) => marketId);
  const legs = bet.legs.map((leg) => ({
    oddsMilli: leg.oddsMilli,
    ...(bet.byHand ? lastWord(bet.moments, leg.selectionId) : legState({ ...leg, placedAt: bet.placedAt }, verdictFrom(byMarket.get(leg.marketId) ?? []))),
  }));
  return outcomeOf({ ...bet, closedStakeMinor, cashedMinor, legs });
}

function lastWord(moments: readonly Omit<BetMoment, 'at'>[], selectionId: string): LegState {
  const { legStatus = 'open', deadHeat = null } = moments.findLast((moment) => moment.selectionId === selectionId) ?? {};
  return { status: legStatus, deadHeat };
}
