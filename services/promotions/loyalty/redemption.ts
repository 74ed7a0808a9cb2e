/**
 * Redemption of points for cash, a saga: the points are deducted first, then wallet pays under the id of the redemption.
 * A payment without a reply is requested again under the same key. If wallet refuses, the points are returned.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import { hasOutcome, type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { loyaltyRefusals, type loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import { grantRefusals } from '@fairline/proto/wallet/grants';
import type { Promotions } from '../config.ts';
import { isAtRisk } from '../players/store.ts';
import { writeChanges } from './commands.ts';
import { currencyToPay, payCash } from './peers.ts';
import { checkRedemption, worthOfPoints } from './points.ts';
import * as store from './store.ts';

const retryMs = 10_000;

/** Redeems points. A repeat under the same key returns the same redemption and takes no more points. */
export async function redeemPoints(
  context: Promotions,
  player: Player,
  points: number,
  key: IdempotencyKey,
): Promise<Infer<(typeof loyaltyRoutes)['redeem']['reply']>> {
  const { db, bus, clock } = context;
  const isRepeat = await hasOutcome(db, key);
  const currency = isRepeat ? 'USD' : await currencyToPay(bus, player.id);
  const { redemptionId } = await runOnce(db, key, async (tx) => {
    const now = clock.now();
    const account = (await store.lockAccounts(tx, [player.id])).get(player.id) as store.Account;
    if (await isAtRisk(tx, player.id)) throw new Refusal(loyaltyRefusals.paused);
    checkRedemption(points, account.balance);
    const id = randomUUIDv7();
    const dueAt = new Date(now.getTime() + retryMs);
    await store.insertRedemption(
      tx,
      { id, playerId: player.id, points, amountMinor: worthOfPoints(points), currency },
      now,
      dueAt,
    );
    await writeChanges(tx, [{ account, kind: 'redeemed', points: -points, product: null, sourceId: id }], now);
    return { redemptionId: id };
  });
  const redemption = await store.findRedemption(db, redemptionId);
  if (!redemption) throw new Error(`redemption ${redemptionId} is missing`);
  const status = redemption.status === 'pending' ? await payRedemption(context, redemption) : redemption.status;
  if (status === 'refused') throw new Refusal(grantRefusals.notPlaying);
  return {
    redemptionId,
    points: redemption.points,
    amountMinor: redemption.amountMinor,
    currency: redemption.currency,
  };
}

async function payRedemption(
  { db, bus, clock }: Promotions,
  redemption: store.Redemption,
): Promise<store.Redemption['status']> {
  const { id, playerId, amountMinor, currency, points } = redemption;
  const payment = await payCash(bus, { claimId: id, playerId, currency, amountMinor, source: 'loyalty' });
  if (payment === 'unknown') return 'pending';
  if (payment === 'paid') await store.decideRedemption(db, id, 'paid');
  else {
    await db.tx(async (tx) => {
      const account = (await store.lockAccounts(tx, [playerId])).get(playerId) as store.Account;
      if (!(await store.decideRedemption(tx, id, 'refused'))) return;
      await writeChanges(tx, [{ account, kind: 'reversed', points, product: null, sourceId: id }], clock.now());
    });
  }
  return payment;
}

const sweepRows = 100;

/** Repeats payment requests that have no final reply yet. */
export async function payPendingRedemptions(context: Promotions): Promise<void> {
  const now = context.clock.now();
  const pending = await store.claimPending(context.db, now, new Date(now.getTime() + retryMs), sweepRows);
  for (const redemption of pending) await payRedemption(context, redemption);
}
