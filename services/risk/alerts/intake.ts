/** Rules by which single events raise alerts. Pure. `cause` is unique per alert, so a duplicate or another event with the same cause raises nothing. */
import type { userEvents } from '@fairline/proto/auth/users';
import type { offerEvents } from '@fairline/proto/betting/offer';
import type { casinoDeskEvents } from '@fairline/proto/casino/desk';
import type { CheckOverdue } from '@fairline/proto/checks';
import type { EventType, Infer } from '@fairline/proto/contract';
import type { verificationEvents } from '@fairline/proto/kyc/verifications';
import { playCurrencies } from '@fairline/proto/money';
import type { claimEvents } from '@fairline/proto/promotions/claims';
import { type AlertType, alertRules, type Severity } from '@fairline/proto/risk/alerts';
import type { HarmMarker } from '@fairline/proto/risk/harm';
import type { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import type { bookEvents } from '@fairline/proto/wallet/books';
import type { grantEvents } from '@fairline/proto/wallet/grants';
import type { paymentEvents } from '@fairline/proto/wallet/payments';
import { type AlertText, alertText } from './english.ts';

/** An event behind an alert, with its value in the unit of the rule. */
export interface AlertSource {
  readonly eventId: string;
  readonly service: string;
  readonly name: string;
  readonly at: Date;
  readonly playerId: string | null;
  readonly aggregate: string;
  readonly value: number;
}

/** An alert before it is stored. Its severity is that of its type, unless a rule sets another. */
export interface Draft extends AlertText {
  readonly cause: string;
  readonly type: AlertType;
  readonly playerId?: string;
  readonly operatorId?: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly about?: { readonly type: string; readonly id: string };
  readonly severity?: Severity;
  /** `case` names the situation. An alert raised after a closed one has the same case and another cause. */
  readonly rule?: {
    readonly id: string;
    readonly case: string;
    readonly from: Date;
    readonly until: Date;
    readonly measured: number;
    readonly events: readonly AlertSource[];
  };
}

/** The fields of an event that rules read. */
interface Read<E extends EventType> {
  readonly id: string;
  readonly data: Infer<E['data']>;
}

/** The observed results of a game left the confidence bounds of its computed return. Casino has paused it. */
export function ofGame({ id, data }: Read<typeof casinoDeskEvents.gameOutOfRange>): Draft {
  const { gameId, version, rounds, observed, computed } = data;
  return {
    cause: `game_out_of_bounds ${id}`,
    type: 'game_out_of_bounds',
    ...alertText('game_out_of_bounds', { gameId, version, rounds, observed, computed }),
    about: { type: 'game', id: gameId },
  };
}

/** The proof of the ledger stopped stakes and withdrawals. */
export function ofStop({ id, data }: Read<typeof bookEvents.booksStopped>): Draft {
  return {
    cause: `books_unbalanced ${id}`,
    type: 'books_unbalanced',
    ...alertText('books_unbalanced', { invariant: data.invariant }),
    about: { type: 'proof', id: data.proofId },
  };
}

/** A check of a service's records has not succeeded for too long. Published again each day while that lasts. */
export function ofCheck({ id, data }: Read<CheckOverdue>): Draft {
  return {
    cause: `check_overdue ${id}`,
    type: 'check_overdue',
    ...alertText('check_overdue', { check: data.check, minutes: data.overdueMinutes }),
  };
}

/** Stored prices of a market were changed by something other than betting. Published every minute while it lasts; one alert per market and UTC hour. */
export function ofTampering({ data, at }: Read<typeof offerEvents.pricesTampered> & { readonly at: Date }): Draft {
  return {
    cause: `prices_tampered ${data.marketId} ${at.toISOString().slice(0, 13)}`,
    type: 'prices_tampered',
    ...alertText('prices_tampered', {}),
    about: { type: 'market', id: data.marketId },
  };
}

/** Accounts that share a trait bet on opposite sides of a market. */
export function ofLinkedBets({ data }: Read<typeof claimEvents.linkedBetsFound>): Draft {
  const bets = data.sides.map(({ betId }) => betId).sort();
  const players = new Set(data.sides.map(({ playerId }) => playerId));
  const [wagering = data.sides[0]] = data.sides.filter(({ claimId }) => claimId !== undefined);
  return {
    cause: `linked_bets ${data.marketId} ${bets.join(' ')}`,
    type: 'bonus_abuse',
    ...alertText('linked_bets', { players: players.size }),
    ...(wagering && { playerId: wagering.playerId }),
    about: { type: 'market', id: data.marketId },
  };
}

/** Wallet refused a grant above its bounds. */
export function ofGrantLimit({
  data: { claimId, playerId, amountMinor, currency },
}: Read<typeof grantEvents.grantLimitReached>): Draft {
  return {
    cause: `grant_limit ${claimId}`,
    type: 'bonus_abuse',
    ...alertText('grant_limit', { amountMinor, currency }),
    playerId,
    about: { type: 'claim', id: claimId },
  };
}

/** Promotions found a claim suspicious and holds it for an operator. */
export function ofClaim({ data }: Read<typeof claimEvents.promotionClaimed>): Draft | undefined {
  if (data.waitingFor !== 'operator') return undefined;
  return {
    cause: `claim ${data.claimId}`,
    type: 'bonus_abuse',
    ...alertText('linked_claim', {}),
    playerId: data.playerId,
    about: { type: 'claim', id: data.claimId },
  };
}

/** Whether an adjustment is large. An amount outside the play currencies cannot be compared with the threshold, so it always is. */
export function isLargeAdjustment(amountMinor: number, currency: string): boolean {
  return (
    !(playCurrencies as readonly string[]).includes(currency) ||
    Math.abs(amountMinor) >= alertRules.largeAdjustmentMinor
  );
}

export function ofAdjustment({ data }: Read<typeof adjustmentEvents.balanceAdjusted>): Draft | undefined {
  const { adjustmentId, playerId, amountMinor, currency, book } = data;
  if (book !== 'real' || !isLargeAdjustment(amountMinor, currency)) return undefined;
  const amount = { amountMinor: Math.abs(amountMinor), currency };
  return {
    cause: `adjustment ${adjustmentId}`,
    type: 'large_adjustment',
    ...alertText(amountMinor < 0 ? 'adjustment_debited' : 'adjustment_credited', amount),
    playerId,
    ...amount,
    about: { type: 'adjustment', id: adjustmentId },
  };
}

/** A screening of a player found a match that nobody has cleared: until then they are not verified. One alert per match. */
export function ofMatch({
  data: { verificationId, playerId, assessment },
}: Read<typeof verificationEvents.changed>): Draft | undefined {
  if (!assessment?.matchId) return undefined;
  return {
    cause: `screening_match ${assessment.matchId}`,
    type: 'kyc_mismatch',
    severity: assessment.matches.includes('sanctions') ? 'critical' : 'high',
    ...alertText('screening_match', { kinds: assessment.matches }),
    playerId,
    about: { type: 'verification', id: verificationId },
  };
}

/** An excluded person may have opened another account. Namesakes exist, so the account is not refused; an operator investigates. */
export function ofDuplicate(
  { data }: Read<typeof userEvents.duplicateSuspected>,
  excluded: ReadonlySet<string>,
): Draft | undefined {
  const other = data.others.find((id) => excluded.has(id));
  if (other === undefined) return undefined;
  return {
    cause: `excluded_person ${data.playerId}`,
    type: 'excluded_person',
    ...alertText('excluded_namesake', {}),
    playerId: data.playerId,
    about: { type: 'player', id: other },
  };
}

/** A deposit of an excluded player was approved, such as one reported before the exclusion. Operators decide whether to refund it. */
export function ofExcludedDeposit({ data }: Read<typeof paymentEvents.depositApproved>): Draft | undefined {
  const { paymentId, playerId, amountMinor, currency, book } = data;
  if (book !== 'real') return undefined;
  return {
    cause: `excluded_deposit ${paymentId}`,
    type: 'excluded_person',
    ...alertText('excluded_deposit', {}),
    playerId,
    amountMinor,
    currency,
    about: { type: 'payment', id: paymentId },
  };
}

/** A player's harm score reached the threshold. */
export function ofHarm(playerId: string, score: number, since: Date, markers: readonly HarmMarker[]): Draft {
  return {
    cause: `harm_score ${playerId} ${since.toISOString()}`,
    type: 'harm_score',
    ...alertText('harm_score', { score, markers: [...markers] }),
    playerId,
    about: { type: 'player', id: playerId },
  };
}
