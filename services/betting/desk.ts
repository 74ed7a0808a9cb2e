/**
 * The traders' desk: how a market reads there, with its prices, what the feed asks, the fair chances behind it and what is at stake;
 * and what a decision would change, by the rules that settle bets. Pure.
 */
import type { BetStatus } from '@fairline/proto/betting';
import {
  type Decision,
  type DecisionInput,
  type DecisionPreview,
  type HandRequest,
  type Limit,
  type OperatorBet,
  type TradingFixture,
  type TradingMarket,
  tradingRules,
} from '@fairline/proto/betting/trading';
import type { Score } from '@fairline/proto/feed';
import { type BetRow, toBet } from './bet.ts';
import { type FeedStatus, type MarketPrices, type OwnPrices, statusOf } from './market.ts';
import { isSameState, legState, type Outcome, outcomeOf, resultsOf, type SelectionResult, type Settled, type SettledLeg, type Verdict } from './settlement.ts';
import { chancesOf } from './volatility.ts';

/** What the record holds of a market for the desk. */
export interface DeskMarket {
  id: string;
  fixtureId: string;
  type: TradingMarket['type'];
  name: string;
  lineQuarters: number | null;
  status: FeedStatus;
  held: boolean;
  settled: boolean;
  cancelled: boolean;
  stoppedBy: 'market' | 'fixture' | 'sport' | 'all' | 'volatility' | 'window' | 'feed_gone' | null;
  /** Whether the feed's last word on it could not be read. */
  unread: boolean;
  fixtureStatus: TradingFixture['status'];
  startsAt: Date;
  stopReason: string | null;
  volatileUntil: Date | null;
  marginBp: number;
  own: OwnPrices | null;
  limitScope: Limit['scope'];
  maxLiabilityMinor: number;
  resultBy: TradingMarket['resultBy'];
  outcomes: Record<string, SelectionResult> | null;
  selections: { id: string; name: string; bets: number; stakeMinor: number; liabilityMinor: number }[];
}

export type RankedFixture = Omit<TradingFixture, 'score'> & { score: Score | null; over: number; weight: number };
export type OperatorBetRow = BetRow & { book: 'real' | 'play'; handRequest: HandRequest | null };

/** `heard` is false while the feed is silent. */
export function toDesk(market: DeskMarket, prices: MarketPrices | undefined, { heard, now }: { heard: boolean; now: Date }): TradingMarket {
  const feeds = prices?.feeds ?? prices;
  const ids = feeds ? [...feeds.selections.keys()] : [];
  const fair = feeds
    ? chancesOf(
        [...feeds.selections.values()].map(({ oddsMilli }) => oddsMilli),
        feeds.marginMethod,
      )
    : [];
  const late = market.fixtureStatus === 'upcoming' && market.startsAt <= now;
  const status = statusOf(market, { heard, priced: (prices?.open ?? false) && !late });
  const offered = market.selections.map(({ id }) => prices?.selections.get(id)?.oddsMilli);
  const marginBp = offered.every((odds) => odds !== undefined)
    ? Math.round((offered.reduce((sum, odds) => sum + 1_000 / (odds as number), 0) - 1) * 10_000)
    : market.marginBp;
  return {
    id: market.id,
    type: market.type,
    name: market.name,
    ...(market.lineQuarters !== null && { line: market.lineQuarters / 4 }),
    status,
    stoppedBy: status === 'suspended' ? (market.stoppedBy ?? stoppedByFeed(market, feeds, { heard, late })) : null,
    stopReason: status === 'suspended' ? market.stopReason : null,
    volatileUntil: market.volatileUntil?.toISOString() ?? null,
    marginBp,
    own: market.own && { marginBp: market.own.marginBp, prices: market.own.odds !== null },
    limit: { scope: market.limitScope, maxLiabilityMinor: market.maxLiabilityMinor },
    resultBy: market.resultBy,
    selections: market.selections.map(({ id, name, bets, stakeMinor, liabilityMinor }) => ({
      id,
      name,
      oddsMilli: prices?.selections.get(id)?.oddsMilli ?? null,
      feedOddsMilli: feeds?.selections.get(id)?.oddsMilli ?? null,
      chance: fair[ids.indexOf(id)] ?? null,
      active: prices?.selections.get(id)?.active ?? false,
      ...resultOf(market.outcomes?.[id]),
      bets,
      stakeMinor,
      liabilityMinor,
    })),
  };
}

/** Why the feed's markets stand still where nobody here stopped them. */
function stoppedByFeed(
  { unread, fixtureStatus }: DeskMarket,
  prices: MarketPrices | undefined,
  { heard, late }: { heard: boolean; late: boolean },
): TradingMarket['stoppedBy'] {
  if (!heard) return 'feed_silent';
  if (unread) return 'unread';
  if (late) return 'kick_off';
  return prices?.stopped && fixtureStatus === 'live' ? 'danger' : 'feed';
}

function resultOf(said: SelectionResult | undefined): Pick<TradingMarket['selections'][number], 'result' | 'deadHeat'> {
  if (said === undefined) return { result: null };
  return typeof said === 'string' ? { result: said } : said;
}

export function toDeskFixture({ over: _over, weight: _weight, score, ...fixture }: RankedFixture): TradingFixture {
  return { ...fixture, ...(score && { score }) };
}

export function toOperatorBet(row: OperatorBetRow): OperatorBet {
  const { playerId, book, handRequest } = row;
  return { ...toBet(row), playerId, book, ...(handRequest && { handRequest }) };
}

// ---- Decisions ---------------------------------------------------------------------------------

/** All that was said of a market, the feed's words apart from operators'. */
export interface Said {
  feed: Pick<Verdict, 'outcomes' | 'windows'>;
  own: Pick<Verdict, 'outcomes' | 'windows'>;
  fixtureCancelled: boolean;
}

/** What the market comes to by the feed's word alone. */
export function feedsVerdict({ feed, fixtureCancelled }: Said): Verdict {
  return { ...feed, fixtureCancelled };
}

/** What the market would come to once the decision is applied. An operator's result goes before the feed's until he releases it. */
export function verdictAfter({ feed, own, fixtureCancelled }: Said, decision: DecisionInput): Verdict {
  const windows = [...feed.windows, ...own.windows];
  if (decision.kind === 'release') return feedsVerdict({ feed, own, fixtureCancelled });
  if (decision.kind === 'result') return { outcomes: resultsOf(decision.outcomes), windows, fixtureCancelled };
  const [from, until] = [decision.from, decision.until].map((at) => (at === null ? null : new Date(at)));
  return { outcomes: own.outcomes ?? feed.outcomes, windows: [...windows, { from: from ?? null, until: until ?? null }], fixtureCancelled };
}

/** Whether every selection of the market has its result, once. */
export function isComplete(decision: DecisionInput, selectionIds: readonly string[]): boolean {
  if (decision.kind !== 'result') return true;
  const named = new Set(decision.outcomes.map(({ selectionId }) => selectionId));
  return named.size === decision.outcomes.length && named.size === selectionIds.length && selectionIds.every((id) => named.has(id));
}

export interface WeighedBet extends Omit<Settled, 'legs'> {
  playerId: string;
  status: BetStatus;
  dueMinor: number;
  placedAt: Date;
  byHand: boolean;
  book: 'real' | 'play';
  legs: readonly (SettledLeg & { marketId: string; selectionId: string })[];
}

/** Adds up, bet by bet, what a verdict on one market would change, by the rules that will settle them. */
export class Weighing {
  private bets = 0;
  private changedBets = 0;
  private legBets = 0;
  private payMinor = 0;
  private takeMinor = 0;
  private movedMinor = 0;
  private readonly players = new Set<string>();
  private readonly marketId: string;
  private readonly verdict: Verdict;
  private readonly feeds: Verdict;

  /** `feeds`: what the feed alone says, by which open bets are settled whatever anybody decides. */
  constructor(marketId: string, verdict: Verdict, feeds: Verdict) {
    this.marketId = marketId;
    this.verdict = verdict;
    this.feeds = feeds;
  }

  /** What an operator settled by hand stays as it is. */
  add(bet: WeighedBet): void {
    this.bets++;
    if (bet.byHand) return;
    const after = this.outcome(bet, this.verdict);
    if (isSameOutcome(after, bet)) {
      if (isSameLegs(after.legs, bet.legs)) return;
      this.legBets++;
    } else this.changedBets++;
    this.players.add(bet.playerId);
    if (bet.book !== 'real') return;
    const moreMinor = after.dueMinor - bet.dueMinor;
    this.payMinor += Math.max(moreMinor, 0);
    this.takeMinor += Math.max(-moreMinor, 0);
    this.movedMinor += this.moved(bet, after);
  }

  private moved(bet: WeighedBet, after: Weighed): number {
    const moreMinor = Math.abs(after.dueMinor - bet.dueMinor);
    if (bet.status !== 'accepted') return moreMinor;
    const feeds = this.outcome(bet, this.feeds);
    // Of a bet that stays open it is the leg by which it may be paid or lost later.
    if (isSameOutcome(feeds, after) && (after.status !== 'accepted' || isSameLegs(feeds.legs, after.legs))) return 0;
    return Math.max(moreMinor, bet.stakeMinor - bet.closedStakeMinor);
  }

  private outcome(bet: WeighedBet, verdict: Verdict): Weighed {
    const legs = bet.legs.map((leg) =>
      leg.marketId === this.marketId ? { ...leg, ...legState({ selectionId: leg.selectionId, placedAt: bet.placedAt }, verdict) } : leg,
    );
    return { ...outcomeOf({ ...bet, legs }), legs };
  }

  /** `movedTodayMinor`: what one operator alone has moved on the market that day. */
  total(movedTodayMinor = 0): Effect {
    const { bets, changedBets, legBets, payMinor, takeMinor, movedMinor } = this;
    const needsSecond = movedMinor > 0 && movedMinor + movedTodayMinor >= tradingRules.secondOperatorMinor;
    return { bets, changedBets, legBets, players: this.players.size, payMinor, takeMinor, netMinor: payMinor - takeMinor, movedMinor, needsSecond };
  }
}

/**
 * What settling one bet by hand moves: the most it pays by it or paid before, or the stake that still runs, which it may cost its player.
 * Not the difference alone, so that nobody gets in two steps where one would need a second operator.
 */
export function movedByHand(bet: Pick<WeighedBet, 'dueMinor' | 'stakeMinor' | 'closedStakeMinor'>, after: Outcome): number {
  return Math.max(bet.dueMinor, after.dueMinor, bet.stakeMinor - bet.closedStakeMinor);
}

type Weighed = Outcome & { legs: readonly SettledLeg[] };

function isSameOutcome(one: Outcome, other: Outcome): boolean {
  return one.status === other.status && one.dueMinor === other.dueMinor;
}

function isSameLegs(some: readonly SettledLeg[], others: readonly SettledLeg[]): boolean {
  const stateAt = ({ status, deadHeat = null }: SettledLeg) => ({ status, deadHeat });
  return some.every((leg, at) => isSameState(stateAt(leg), stateAt(others[at] ?? leg)));
}

/** What a decision does; one that was kept before that was counted says nothing of what it moves. */
export type Effect = Omit<DecisionPreview, 'fingerprint'>;

/** Whether a decision would do so much more than was previewed that it has to be looked at again. */
export function outgrew(now: Weight, previewed: Weight): boolean {
  const { share, leastMinor } = tradingRules.previewSlack;
  return (now.needsSecond && !previewed.needsSecond) || now.moneyMinor > previewed.moneyMinor + Math.max(leastMinor, share * previewed.moneyMinor);
}

/** How much a decision does, in one figure. */
export interface Weight {
  moneyMinor: number;
  needsSecond: boolean;
}

export function weightOf({ payMinor, takeMinor, movedMinor = 0, needsSecond }: Effect): Weight {
  return { moneyMinor: Math.max(payMinor + takeMinor, movedMinor), needsSecond };
}

/** With what changed since it was weighed, as if all of it were won against the feed's word. */
export function heavier({ moneyMinor, needsSecond }: Weight, effect: Effect, changedMinor: number, movedTodayMinor: number): Weight {
  const moved = effect.movedMinor ?? 0;
  const crosses = moved > 0 && moved + changedMinor + movedTodayMinor >= tradingRules.secondOperatorMinor;
  return { moneyMinor: moneyMinor + changedMinor, needsSecond: needsSecond || crosses };
}

export type DecisionRow = Omit<Decision, 'requestedAt' | 'decidedAt'> & { requestedAt: Date; decidedAt: Date | null };

export function toDecision({ requestedAt, decidedAt, ...row }: DecisionRow): Decision {
  return { ...row, requestedAt: requestedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
}
