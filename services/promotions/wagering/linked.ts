/** Finds linked accounts that bet on different selections of a market while one of them wagers a bonus or has a free bet. Each pair and market is published once. */

import { randomUUIDv7 } from 'node:crypto';
import type { Received } from '@fairline/chassis/messaging/inbox';
import { publishAll } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { betEvents } from '@fairline/proto/betting/bets';
import type { Infer } from '@fairline/proto/contract';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { dayMs } from '@fairline/proto/time';
import type { Promotions } from '../config.ts';
import * as store from './store-linked.ts';

type Accepted = Received<Infer<typeof betEvents.betAccepted.data>>;

/** Stores the legs of players who wager a bonus or have a free bet and of accounts linked to them, and publishes pairs on different selections. */
export async function checkLinkedBets(tx: Tx, events: readonly Accepted[], at: Date): Promise<void> {
  const bets = events.filter(({ data }) => data.book === 'real' && data.legs !== undefined);
  if (bets.length === 0) return;
  const linked = await store.lockLinkedClaims(tx, [...new Set(bets.map(({ data }) => data.playerId))]);
  const watched = new Set(linked.map(({ playerId }) => playerId));
  const legs = bets.flatMap(({ data: { playerId, betId, legs = [] }, at: placedAt }) =>
    watched.has(playerId)
      ? legs.map(({ marketId, selectionId }) => ({ marketId, selectionId, playerId, betId, placedAt }))
      : [],
  );
  if (legs.length === 0) return;
  await store.keepLegs(tx, legs);
  const opposites = await store.findOpposites(tx, [...new Set(legs.map(({ marketId }) => marketId))], at);
  // A pair has no id and is published once, so each event gets an aggregate id of its own.
  await publishAll(
    tx,
    claimEvents.linkedBetsFound,
    opposites.map((pair) => ({
      aggregate: randomUUIDv7(),
      version: 1,
      data: { marketId: pair.marketId, sides: sidesOf(pair) },
    })),
  );
}

const sidesOf = (pair: store.Opposite) => [
  {
    playerId: pair.playerId,
    betId: pair.betId,
    selectionId: pair.selectionId,
    ...(pair.claimId && { claimId: pair.claimId }),
  },
  {
    playerId: pair.otherId,
    betId: pair.otherBetId,
    selectionId: pair.otherSelectionId,
    ...(pair.otherClaimId && { claimId: pair.otherClaimId }),
  },
];

/** Longer than a claim lasts. */
const legsKeptDays = 40;

export async function forgetLegs({ db, clock }: Promotions): Promise<void> {
  await store.deleteOldLegs(db, new Date(clock.now().getTime() - legsKeptDays * dayMs));
}
