/** Voids rounds for operators. The void is stored first, with its reason; then wallet returns the stakes and takes back payouts. A sweep asks again if wallet does not answer. */

import type { Act } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { casinoDeskRefusals } from '@fairline/proto/casino/desk';
import { roundEvents } from '@fairline/proto/casino/rounds';
import { common, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { recordAction } from '../operator.ts';
import type { RoundContext } from './context.ts';
import { voidInWallet } from './peers.ts';
import { drawRound } from './reading.ts';
import { settledEvent } from './round.ts';
import type { StoredRound } from './store.ts';
import { lockRound } from './store.ts';
import { roundById } from './store-reads.ts';
import * as store from './store-voids.ts';

/** A round that can be voided: it took its stake. */
export type VoidableRound = StoredRound & { currency: PlayCurrencyCode };

/** Locks a round. Refuses one that took no stake or is void already, and refuses `busy` while a step is requested from wallet. */
export async function lockVoidable(tx: Tx, roundId: string): Promise<VoidableRound> {
  const row = await lockRound(tx, roundId);
  if (!row || row.status === 'refused') throw new Refusal(common.notFound);
  if (row.status === 'void') throw new Refusal(casinoDeskRefusals.roundVoid);
  const { currency } = row;
  if (row.askedStep !== null || currency === null) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
  return { ...row, currency };
}

/** The amount that a void moves between house and player, in either direction. For an open hand it is the stakes. */
export const movedByVoid = (round: StoredRound): number => Math.abs(returnedByVoid(round));

/** What the player gets by a void; negative if the payout was more than the stake. */
const returnedByVoid = ({ status, stakeMinor, payoutMinor }: StoredRound): number =>
  stakeMinor - (status === 'open' ? 0 : payoutMinor);

/** Voids a locked round; `control` is recorded with it. */
export async function voidHere(
  context: RoundContext,
  tx: Tx,
  row: VoidableRound,
  act: Act,
  control: Record<string, unknown>,
): Promise<void> {
  const at = context.clock.now();
  // An open hand keeps the cards that the player saw, and allows no further action.
  const outcome =
    row.status === 'open' ? { ...(drawRound(context, row, row.actions).outcome as object), actions: [] } : row.outcome;
  await store.voidRound(tx, row, { at, outcome, by: act.operator.id, reason: act.reason });
  if (row.status === 'settled') {
    const { game, rules } = context.catalogue.version(row.gameId, row.version);
    await store.countOut(tx, row, game.moments(rules, row.wager), at);
  }
  const data = settledEvent(row, row.currency, row.stakeMinor, row.stakeMinor, { status: 'void' });
  await publish(tx, roundEvents.roundSettled, row.id, row.events + 1, data);
  await recordAction(tx, act, row.events + 2, {
    action: 'round.void',
    resourceType: 'round',
    resourceId: row.id,
    before: { status: row.status, payoutMinor: row.payoutMinor },
    after: {
      status: 'void',
      playerId: row.playerId,
      ...(row.book === 'real' && { returnedMinor: returnedByVoid(row), currency: row.currency }),
      ...control,
    },
  });
}

/** Asks wallet to move the money of a voided round. Returns the round in its current state. */
export async function takeVoid(context: RoundContext, round: StoredRound): Promise<StoredRound> {
  if (await voidInWallet(context.bus, round)) await store.markTaken(context.db, round.id);
  const after = await roundById(context.db, round.id);
  if (!after) throw new Error(`round ${round.id} is gone`);
  return after;
}

const sweepRows = 100;

/** Asks wallet again for the voids that it has not answered. */
export async function askForVoids(context: RoundContext): Promise<void> {
  const rows = await store.claimVoids(context.db, context.clock.now(), sweepRows);
  await Promise.all(
    rows.map(async (row) => {
      if (await voidInWallet(context.bus, row)) await store.markTaken(context.db, row.id);
    }),
  );
}
