/**
 * Computes a bet again from all records on its markets and its own history: the result must equal what was paid.
 * Pure, and by the same rules. For a bet settled by hand, the recorded result of each leg counts instead of its market's records.
 */
import type { BetMoment } from '@fairline/proto/betting/bets';
import {
  type LegState,
  legState,
  type Outcome,
  outcomeOf,
  type SelectionResult,
  type Settled,
  type Verdict,
} from '../outcome.ts';

/** One record on a market, in the order of arrival. */
export interface MarketEntry {
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

/** The verdict of the records on one market: the feed's record with the highest sequence, unless an operator's is in force and not released. */
export function verdictFrom(entries: readonly MarketEntry[]): Verdict {
  const results = entries.filter(({ source, kind }) => source === 'feed' && (kind === 'result' || kind === 'rollback'));
  const last = results.reduce<MarketEntry | undefined>(
    (best, entry) => (best && best.sequence >= entry.sequence ? best : entry),
    undefined,
  );
  const released = entries.findLastIndex(({ kind }) => kind === 'release');
  const own = entries.filter(({ source }, at) => source === 'operator' && at > released);
  const decided = own.findLast(({ kind }) => kind === 'result');
  const windows = entries.filter(
    (entry) => entry.kind === 'cancel' && (entry.source === 'feed' || own.includes(entry)),
  );
  return {
    outcomes: decided?.outcomes ?? last?.outcomes ?? null,
    windows: windows.map(({ from, until }) => ({ from, until })),
    fixtureCancelled:
      entries.findLast(({ kind }) => kind === 'fixture_cancelled' || kind === 'fixture_revived')?.kind ===
      'fixture_cancelled',
  };
}

/** The status of the bet and its total payout, from its own history and the records of its markets. */
export function recompute(bet: Recorded, entries: readonly MarketEntry[]): Outcome {
  const sales = bet.moments.filter(({ kind }) => kind === 'cashed_out');
  const closedStakeMinor = sales.reduce((sum, { stakeMinor = 0 }) => sum + stakeMinor, 0);
  const cashedMinor = sales.reduce((sum, { amountMinor = 0 }) => sum + amountMinor, 0);
  if (closedStakeMinor === bet.stakeMinor) return { status: 'cashed_out', dueMinor: cashedMinor };
  const byMarket = Map.groupBy(entries, ({ marketId }) => marketId);
  const legs = bet.legs.map((leg) => ({
    oddsMilli: leg.oddsMilli,
    ...(bet.byHand
      ? lastDecision(bet.moments, leg.selectionId)
      : legState({ ...leg, placedAt: bet.placedAt }, verdictFrom(byMarket.get(leg.marketId) ?? []))),
  }));
  return outcomeOf({ ...bet, closedStakeMinor, cashedMinor, legs });
}

function lastDecision(moments: readonly Omit<BetMoment, 'at'>[], selectionId: string): LegState {
  const { legStatus = 'open', deadHeat = null } =
    moments.findLast((moment) => moment.selectionId === selectionId) ?? {};
  return { status: legStatus, deadHeat };
}
