/** The ends of claims other than by wagering: expiry, cancellation, exclusion, harm score, a closed account, an ended promotion, or a bonus that ended in wallet. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import { type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { type Claim, claimRefusals } from '@fairline/proto/promotions/claims';
import type { exclusionEvents } from '@fairline/proto/risk/exclusions';
import type { grantEvents } from '@fairline/proto/wallet/grants';
import type { Promotions } from '../config.ts';
import type { PromotionRow } from '../offers/store.ts';
import { keepExclusions } from '../players/store.ts';
import { openingOf } from './claim.ts';
import { publishChanged, publishEnded } from './events.ts';
import { claimById } from './reading.ts';
import { runStepOf } from './steps.ts';
import { type ClaimRow, lockClaim } from './store.ts';
import {
  type Ending,
  endByWallet,
  endClaims,
  lockExpired,
  moveOptIns,
  openClaimsOf,
  stopWaiting,
  ungrantedClaimsOf,
} from './store-steps.ts';

/** Cancels a claim of the player. The bonus and the winnings still in it are forfeited; cash stays. */
export async function cancelClaim(
  context: Promotions,
  playerId: string,
  claimId: string,
  key: IdempotencyKey,
): Promise<Claim> {
  await runOnce(context.db, key, async (tx) => {
    const claim = await lockClaim(tx, claimId);
    if (claim?.playerId !== playerId) throw new Refusal(claimRefusals.claimUnknown);
    await endOpen(tx, claim, { status: 'cancelled', reason: 'player' }, context.clock.now());
    return claimId;
  });
  await runStepOf(context, claimId);
  return claimById(context.db, claimId, playerId);
}

/** Ends a locked claim. Refuses a claim that has ended, or whose bonus is being converted. */
export async function endOpen(tx: Tx, claim: ClaimRow, ending: Ending, at: Date): Promise<void> {
  if (claim.endedAt || claim.step === 'convert')
    throw new Refusal(claimRefusals.claimEnded, { status: claim.endedAt ? claim.status : 'completed' });
  await publishEnded(tx, await endClaims(tx, [claim.id], ending, at));
}

type Offered = Pick<PromotionRow, 'id' | 'type' | 'reward'>;

/** Moves the ends of claims when an operator ends their promotion, which is locked. Opt-ins and claims without an approved deposit end now; granted bonuses continue. */
export async function endOffered(tx: Tx, { id, type, reward }: Offered, at: Date): Promise<void> {
  const { kind } = openingOf(type, reward);
  if (kind === 'running') await moveOptIns(tx, id, at);
  else if (kind === 'deposit') await stopWaiting(tx, id, at);
}

/** Moves the end of opt-ins with the end of their promotion. */
export async function moveEnd(tx: Tx, { id, type, reward }: Offered, endsAt: Date): Promise<void> {
  if (openingOf(type, reward).kind === 'running') await moveOptIns(tx, id, endsAt);
}

const expiredPerRun = 256;

/** Ends claims past their expiry: opt-ins as completed, all others as expired. */
export async function expireClaims({ db, clock }: Promotions): Promise<void> {
  for (;;) {
    const found = await db.tx(async (tx) => {
      const now = clock.now();
      const due = await lockExpired(tx, now, expiredPerRun);
      const ids = (isOptIn: boolean) => due.filter((claim) => claim.isOptIn === isOptIn).map(({ id }) => id);
      await publishEnded(tx, await endClaims(tx, ids(false), { status: 'expired', reason: 'expired' }, now));
      await publishChanged(tx, await endClaims(tx, ids(true), { status: 'completed', reason: null }, now));
      return due.length;
    });
    if (found < expiredPerRun) return;
  }
}

/** Forfeits every open claim of players whose accounts were closed. */
export async function endClaimsOfClosed(tx: Tx, playerIds: readonly string[], at: Date): Promise<void> {
  if (playerIds.length === 0) return;
  await publishEnded(
    tx,
    await endClaims(tx, await openClaimsOf(tx, playerIds), { status: 'forfeited', reason: 'closed' }, at),
  );
}

type Excluded = Received<Infer<typeof exclusionEvents.playerExcluded.data>>;

/**
 * Cancels the waiting claims and opt-ins of excluded players, also if they were made during the exclusion, before its event arrived here.
 * A bonus that was given belongs to the player and stays until it expires. Claims made after the end of an exclusion stay, even if its event arrives later.
 * The end of an exclusion restores nothing, but the player may claim other promotions.
 */
export async function endClaimsOfExcluded(tx: Tx, events: readonly Excluded[], at: Date): Promise<void> {
  const exclusions = events.map(({ data: { playerId, endsAt } }) => ({
    playerId,
    until: endsAt === undefined ? null : new Date(endsAt),
  }));
  await keepExclusions(tx, exclusions);
  const ids = await ungrantedClaimsOf(
    tx,
    exclusions.map(({ playerId, until }) => ({ playerId, at: until })),
  );
  await publishEnded(tx, await endClaims(tx, ids, { status: 'cancelled', reason: 'excluded' }, at));
}

/** Cancels the waiting claims and opt-ins of players who are at risk by their newest harm score. */
export async function endClaimsAtRisk(tx: Tx, playerIds: readonly string[], at: Date): Promise<void> {
  if (playerIds.length === 0) return;
  const ids = await ungrantedClaimsOf(
    tx,
    playerIds.map((playerId) => ({ playerId, at: null })),
  );
  await publishEnded(tx, await endClaims(tx, ids, { status: 'cancelled', reason: 'no_bonus' }, at));
}

type Forfeited = Received<Infer<typeof grantEvents.bonusForfeited.data>>;

const endingsByReason: Readonly<Record<NonNullable<Forfeited['data']['reason']>, Ending>> = {
  expired: { status: 'expired', reason: 'expired' },
  closed: { status: 'forfeited', reason: 'closed' },
  requested: { status: 'forfeited', reason: 'operator' },
};

/** Ends claims whose bonus wallet forfeited: at its expiry, with the account, or because an operator took it back. After a forfeit that promotions requested, the claim has already ended. */
export async function endForfeited(tx: Tx, events: readonly Forfeited[], at: Date): Promise<void> {
  for (const { data } of byClaim(events)) {
    const ended = await endByWallet(
      tx,
      data.claimId,
      { ...endingsByReason[data.reason ?? 'requested'], forfeitedMinor: data.amountMinor },
      at,
    );
    if (ended) await publishEnded(tx, [ended]);
  }
}

type Spent = Received<Infer<typeof grantEvents.bonusSpent.data>>;

/** Ends claims whose bonus is used up: they can no longer complete. A claim that is being converted goes on. */
export async function endSpent(tx: Tx, events: readonly Spent[], at: Date): Promise<void> {
  for (const { data } of byClaim(events)) {
    const ended = await endByWallet(
      tx,
      data.claimId,
      { status: 'forfeited', reason: 'spent', forfeitedMinor: 0, unless: 'convert' },
      at,
    );
    if (ended) await publishEnded(tx, [ended]);
  }
}

/** Sorts events by claim, so that two batches with the same claims lock them in one order and cannot deadlock. */
function byClaim<D extends { claimId: string }>(events: readonly Received<D>[]): Received<D>[] {
  return [...events].sort((a, b) => (a.data.claimId < b.data.claimId ? -1 : 1));
}
