/** What a decision on a market would change, by the rules that settle bets, and whether it needs a second operator. Pure. */
import type { BetStatus } from '@fairline/proto/betting';
import { type Decision, type DecisionInput, type DecisionPreview, tradingRules } from '@fairline/proto/betting/trading';
import { isSameState, legState, type Outcome, outcomeOf, resultsOf, type Settled, type SettledLeg, type Verdict } from '../outcome.ts';

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
