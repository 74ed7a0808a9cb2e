/** A player's activity as events report it and the harm score counts it. Play money never counts. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { betEvents } from '@fairline/proto/betting/bets';
import type { roundEvents } from '@fairline/proto/casino/rounds';
import type { Infer } from '@fairline/proto/contract';
import type { paymentEvents } from '@fairline/proto/wallet/payments';
import type { EventKind } from './markers.ts';
import type { Play, Result } from './play.ts';

type Paid = Received<Infer<typeof paymentEvents.depositApproved.data>>;
type Accepted = Received<Infer<typeof betEvents.betAccepted.data>>;
/** An event that changes what a bet has paid out. */
export type Decided = Received<
  Pick<
    Infer<typeof betEvents.betSettled.data>,
    'betId' | 'playerId' | 'currency' | 'version' | 'stakeMinor' | 'dueMinor' | 'status' | 'book'
  >
>;
type Round = Received<Infer<typeof roundEvents.roundSettled.data>>;

const isReal = ({ data }: { data: { book: 'real' | 'play' } }) => data.book === 'real';

/** Harm events of payments. Their time is that of the decision. */
export function eventsOf(kind: EventKind, events: readonly Paid[]) {
  return events.filter(isReal).map(({ id, at, data: { playerId, amountMinor, currency } }) => ({
    id,
    at,
    kind,
    playerId,
    amountMinor,
    currency,
  }));
}

/** A bet counts as a stake once it is accepted. */
export function playsOfBets(events: readonly Accepted[]): Play[] {
  return events
    .filter(isReal)
    .map(({ at, data: { playerId, currency, stakeMinor } }) => ({ playerId, currency, at, stakeMinor }));
}

export const realResults = (events: readonly Decided[]) => events.filter(isReal);

const decidedStatuses: readonly string[] = ['won', 'lost', 'half_won', 'half_lost', 'cashed_out'];
const outcomeOf = (stakeMinor: number, paidMinor: number): Result['outcome'] =>
  paidMinor < stakeMinor ? 'lost' : 'kept';

/** The result of a bet by its newest event; `addedMinor` is the payout that this event adds. */
export function playOfResult(
  { at, data: { playerId, currency, stakeMinor, dueMinor, status } }: Decided,
  addedMinor: number,
): Play {
  const outcome = decidedStatuses.includes(status) ? outcomeOf(stakeMinor, dueMinor) : 'undecided';
  return { playerId, currency, at, result: { ofStakeMinor: stakeMinor, outcome, addedMinor } };
}

/** A round counts as a stake with its result. Void rounds do not count. */
export function playsOfRounds(events: readonly Round[]): Play[] {
  const settled = events.filter((event) => isReal(event) && event.data.status === 'settled');
  return settled.map(({ at, data: { playerId, currency, wagerMinor, payoutMinor, createdAt } }) => ({
    playerId,
    currency,
    at: createdAt ? new Date(createdAt) : at,
    stakeMinor: wagerMinor,
    result: { ofStakeMinor: wagerMinor, outcome: outcomeOf(wagerMinor, payoutMinor), addedMinor: payoutMinor },
  }));
}
