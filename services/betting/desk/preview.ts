/** The effect of a decision on a market, by the rules that settle bets, and whether it needs a second operator. Pure. */
import { controlOf, mayApprove, type Requester } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import {
  type Decision,
  type DecisionInput,
  type DecisionPreview,
  type FixtureStart,
  resultsAllowed,
} from '@fairline/proto/betting/desk';
import { deskRules } from '@fairline/proto/betting/rules';
import type { bookKinds, OpenBet } from '../columns.ts';
import {
  isSameState,
  legState,
  type Outcome,
  outcomeOf,
  resultsOf,
  type SettledLeg,
  type Verdict,
} from '../outcome.ts';

/** All that is known of a market's outcome: from the feed, and from operators. */
export interface MarketRecord {
  feed: Pick<Verdict, 'outcomes' | 'windows'>;
  own: Pick<Verdict, 'outcomes' | 'windows'>;
  fixture: FixtureStart;
}

/** The verdict on the market from the feed's records alone. */
export function feedsVerdict({ feed, fixture }: MarketRecord): Verdict {
  return { ...feed, fixtureCancelled: fixture.status === 'cancelled' };
}

/** The verdict on the market once the decision is applied. An operator's result overrides the feed's until it is released. */
export function verdictAfter(record: MarketRecord, decision: DecisionInput): Verdict {
  const { feed, own } = record;
  const { fixtureCancelled } = feedsVerdict(record);
  const windows = [...feed.windows, ...own.windows];
  if (decision.kind === 'release') return feedsVerdict(record);
  if (decision.kind === 'result') return { outcomes: resultsOf(decision.outcomes), windows, fixtureCancelled };
  const [from, until] = [decision.from, decision.until].map((at) => (at === null ? null : new Date(at)));
  return {
    outcomes: own.outcomes ?? feed.outcomes,
    windows: [...windows, { from: from ?? null, until: until ?? null }],
    fixtureCancelled,
  };
}

/** Whether the decision gives every selection of the market exactly one result. */
export function isComplete(decision: DecisionInput, selectionIds: readonly string[]): boolean {
  if (decision.kind !== 'result') return true;
  const named = new Set(decision.outcomes.map(({ selectionId }) => selectionId));
  return (
    named.size === decision.outcomes.length &&
    named.size === selectionIds.length &&
    selectionIds.every((id) => named.has(id))
  );
}

/** Whether the decision names a winner or a loser of a match that has not begun. */
export function isTooEarly(decision: DecisionInput, { fixture }: Pick<MarketRecord, 'fixture'>, now: Date): boolean {
  const allowed = resultsAllowed(fixture, now.getTime());
  return decision.kind === 'result' && decision.outcomes.some(({ result }) => !allowed.includes(result));
}

export type WeighedBet = Omit<OpenBet, 'id'> & {
  book: (typeof bookKinds)[number];
  legs: readonly (SettledLeg & { marketId: string; selectionId: string })[];
};

/** Sums the effect of a decision on one market bet by bet, by the rules that will settle the bets. */
export class EffectSum {
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

  /** `feeds` is the verdict by the feed alone. Open bets count by their difference from it. */
  constructor(marketId: string, verdict: Verdict, feeds: Verdict) {
    this.marketId = marketId;
    this.verdict = verdict;
    this.feeds = feeds;
  }

  /** A bet that an operator settled by hand stays as it is. */
  add(bet: WeighedBet): void {
    this.bets++;
    if (bet.byHand) return;
    const after = this.outcomeUnder(bet, this.verdict);
    if (isSameOutcome(after, bet)) {
      if (isSameLegs(after.legs, bet.legs)) return;
      this.legBets++;
    } else this.changedBets++;
    this.players.add(bet.playerId);
    if (bet.book !== 'real') return;
    const moreMinor = after.dueMinor - bet.dueMinor;
    this.payMinor += Math.max(moreMinor, 0);
    this.takeMinor += Math.max(-moreMinor, 0);
    this.movedMinor += this.countMovedMinor(bet, after);
  }

  private countMovedMinor(bet: WeighedBet, after: OutcomeWithLegs): number {
    const moreMinor = Math.abs(after.dueMinor - bet.dueMinor);
    if (bet.status !== 'accepted') return moreMinor;
    const feeds = this.outcomeUnder(bet, this.feeds);
    // A bet that stays open counts too if a leg of it changes, because that leg may later decide it.
    if (isSameOutcome(feeds, after) && (after.status !== 'accepted' || isSameLegs(feeds.legs, after.legs))) return 0;
    return Math.max(moreMinor, bet.stakeMinor - bet.closedStakeMinor);
  }

  private outcomeUnder(bet: WeighedBet, verdict: Verdict): OutcomeWithLegs {
    const legs = bet.legs.map((leg) =>
      leg.marketId === this.marketId
        ? { ...leg, ...legState({ selectionId: leg.selectionId, placedAt: bet.placedAt }, verdict) }
        : leg,
    );
    return { ...outcomeOf({ ...bet, legs }), legs };
  }

  /** `movedTodayMinor` is what already counts as moved alone that day; `twoOperatorsMinor` is the total from which on a second operator must approve. */
  effect(movedTodayMinor: number, twoOperatorsMinor: number): Effect {
    const { bets, changedBets, legBets, payMinor, takeMinor, movedMinor } = this;
    const needsSecond = controlOf(movedMinor, movedTodayMinor, twoOperatorsMinor) === 'second';
    return {
      bets,
      changedBets,
      legBets,
      players: this.players.size,
      payMinor,
      takeMinor,
      netMinor: payMinor - takeMinor,
      movedMinor,
      needsSecond,
    };
  }
}

type OutcomeWithLegs = Outcome & { legs: readonly SettledLeg[] };

function isSameOutcome(one: Outcome, other: Outcome): boolean {
  return one.status === other.status && one.dueMinor === other.dueMinor;
}

function isSameLegs(some: readonly SettledLeg[], others: readonly SettledLeg[]): boolean {
  const stateAt = ({ status, deadHeat = null }: SettledLeg) => ({ status, deadHeat });
  return some.every((leg, at) => isSameState(stateAt(leg), stateAt(others[at] ?? leg)));
}

/** The effect of a decision. Decisions stored by an early release have no `movedMinor`. */
export type Effect = Omit<DecisionPreview, 'fingerprint'>;

/** The effect of a decision as one amount, and whether it needs a second operator. */
export interface Weight {
  moneyMinor: number;
  needsSecond: boolean;
}

export function weightOf({ payMinor, takeMinor, movedMinor = 0, needsSecond }: Effect): Weight {
  return { moneyMinor: Math.max(payMinor + takeMinor, movedMinor), needsSecond };
}

export interface WeightNow extends Weight {
  /** Decided alone, near the two-operator threshold. */
  flagged: boolean;
}

/** The weight under the lock. Bets that changed since the sum count as if all of them were won against the feed's result. */
export function weightUnderLock(
  effect: Effect,
  changedMinor: number,
  movedTodayMinor: number,
  twoOperatorsMinor: number,
): WeightNow {
  const { movedMinor = 0 } = effect;
  const control = controlOf(movedMinor > 0 ? movedMinor + changedMinor : 0, movedTodayMinor, twoOperatorsMinor);
  const needsSecond = effect.needsSecond || control === 'second';
  return {
    moneyMinor: weightOf(effect).moneyMinor + changedMinor,
    needsSecond,
    flagged: !needsSecond && control === 'flagged',
  };
}

/** Whether the decision now moves so much more than its preview that the operator must preview it again. */
export function exceedsPreview(now: Weight, previewed: Weight): boolean {
  const { share, leastMinor } = deskRules.previewSlack;
  return (
    (now.needsSecond && !previewed.needsSecond) ||
    now.moneyMinor > previewed.moneyMinor + Math.max(leastMinor, share * previewed.moneyMinor)
  );
}

/** How long a preview is valid. */
export const previewMs = 15 * 60_000;

/** A preview as the server stores it. */
export interface KeptPreview extends Weight {
  id: string;
  operatorId: string;
  marketId: string;
  /** A fingerprint of the decision and of all records on its market. */
  state: string;
  expiresAt: Date;
}

export interface DecisionRow extends Omit<Decision, 'requestedAt' | 'decidedAt' | 'mayApprove' | 'flagged'> {
  flagged: boolean;
  requester: Requester | null;
  requestedAt: Date;
  decidedAt: Date | null;
}

/** The decision as this operator reads it. While it is pending, it shows whether they may approve it. */
export function toDecision(
  { requestedAt, decidedAt, requester, ...row }: DecisionRow,
  reader: { operator: Operator; at: Date },
): Decision {
  const waits = row.status === 'pending' && requester !== null;
  return {
    ...row,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    ...(waits && { mayApprove: mayApprove(reader.operator, requester, requestedAt, reader.at) }),
  };
}
