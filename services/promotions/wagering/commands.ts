/**
 * Counts decided stakes towards claims, a batch of events in a few statements.
 * Each stake counts once, by its newest version, however its events are repeated or reordered.
 */

import type { Tx } from '@fairline/chassis/storage/postgres';
import { dayMs } from '@fairline/proto/time';
import { publishChanged } from '../claims/events.ts';
import { recordFreeBets, takeProgressed } from '../claims/store-steps.ts';
import type { Promotions } from '../config.ts';
import * as store from './store.ts';
import { countedMinor, type DecidedBet, isOfClaim, newestOf, type Stake } from './wager.ts';

/** Counts stakes of real money. Players who wager no bonus cost one index lookup. */
export async function countStakes(tx: Tx, stakes: readonly Stake[], at: Date): Promise<void> {
  const newest = newestOf(stakes);
  if (newest.length === 0) return;
  const claims = await store.lockWagering(tx, [...new Set(newest.map(({ playerId }) => playerId))]);
  if (claims.length === 0) return;
  const byPlayer = Map.groupBy(claims, ({ playerId }) => playerId);
  const wagers = newest.flatMap((stake) => {
    const claim = byPlayer.get(stake.playerId)?.find((one) => isOfClaim(stake, one));
    const { stakeId, version, stakeMinor, atRiskMinor } = stake;
    return claim
      ? [{ claimId: claim.id, stakeId, version, stakeMinor, atRiskMinor, countedMinor: countedMinor(stake, claim) }]
      : [];
  });
  if (wagers.length > 0) await store.countWagers(tx, wagers, at);
}

/** Completes claims whose free bet was settled. If the bet is void, the free bet can be used again. */
export async function countFreeBets(tx: Tx, events: readonly DecidedBet[], at: Date): Promise<void> {
  const used = events.flatMap(({ data: { betId, dueMinor, status, wager }, version }) => {
    const claimId = wager?.freeBetClaimId;
    return claimId
      ? [{ claimId, betId, version, isUsed: status !== 'void' && status !== 'accepted', paidMinor: dueMinor }]
      : [];
  });
  if (used.length > 0) await publishChanged(tx, await recordFreeBets(tx, used, at));
}

const publishedPerRun = 500;

/** Publishes the progress of claims since the last run, one event per claim. */
export async function publishProgress({ db }: Promotions): Promise<void> {
  for (;;) {
    const taken = await db.tx(async (tx) => {
      const claims = await takeProgressed(tx, publishedPerRun);
      await publishChanged(tx, claims);
      return claims.length;
    });
    if (taken < publishedPerRun) return;
  }
}

/** Results may be corrected for as long; betting deletes a fixture after that. */
const wagersKeptDays = 90;
const deletedPerRun = 5_000;

export async function forgetWagers({ db, clock }: Promotions): Promise<void> {
  while (
    (await store.deleteOldWagers(db, new Date(clock.now().getTime() - wagersKeptDays * dayMs), deletedPerRun)) ===
    deletedPerRun
  );
}
