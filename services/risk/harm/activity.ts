/** What events say of a player's activity, as the harm score counts it. Play money counts in nothing. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { betEvents } from '@fairline/proto/betting/bets';
import type { roundEvents } from '@fairline/proto/casino/rounds';
import type { Infer } from '@fairline/proto/contract';
import type { paymentEvents } from '@fairline/proto/wallet/payments';
import type { EventKind } from './markers.ts';
import type { Play } from './play.ts';

type Paid = Received<Infer<typeof paymentEvents.depositApproved.data>>;
type Accepted = Received<Infer<typeof betEvents.betAccepted.data>>;
type Settled = Received<Infer<typeof betEvents.betSettled.data>>;
type Round = Received<Infer<typeof roundEvents.roundSettled.data>>;

const isReal = ({ data }: { data: { book: 'real' | 'play' } }) => data.book === 'real';

/** Payments, by when they were decided. */
export function eventsOf(kind: EventKind, events: readonly Paid[]) {
  return events.filter(isReal).map(({ id, at, data: { playerId, amountMinor, currency } }) => ({ id, at, kind, playerId, amountMinor, currency }));
}

/** A bet counts as a stake once it is accepted. */
export function playsOfBets(events: readonly Accepted[]): Play[] {
  return events.filter(isReal).map(({ at, data: { playerId, currency, stakeMinor } }) => ({ playerId, currency, at, stakeMinor }));
}

export function playsOfResults(events: readonly Settled[]): Play[] {
  return events.filter(isReal).map(({ at, data: { playerId, currency, stakeMinor, dueMinor } }) => ({
    playerId,
    currency,
    at,
    result: { ofStakeMinor: stakeMinor, returnedMinor: dueMinor },
  }));
}

/** A round is a stake and its result. A void one was no play. */
export function playsOfRounds(events: readonly Round[]): Play[] {
  const settled = events.filter((event) => isReal(event) && event.data.status === 'settled');
  return settled.map(({ at, data: { playerId, currency, wagerMinor, payoutMinor, createdAt } }) => ({
    playerId,
    currency,
    at: createdAt ? new Date(createdAt) : at,
    stakeMinor: wagerMinor,
    result: { ofStakeMinor: wagerMinor, returnedMinor: payoutMinor },
  }));
}
