/** HTTP: the points of a player, for the player and for operators. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { common, Id, type Infer, Refusal } from '@fairline/proto/contract';
import { loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import type { Promotions } from '../config.ts';
import { findPlayer, isAtRisk } from '../players/store.ts';
import { expiringPoints, nextTier, worthOfPoints } from './points.ts';
import { redeemPoints } from './redemption.ts';
import * as store from './store.ts';

export function loyaltyHandlers(context: Promotions): Handler[] {
  return [
    handle(loyaltyRoutes.points, ({ player, query }) => readPoints(context, player.id, query.cursor)),
    handle(loyaltyRoutes.redeem, ({ player, body, idempotencyKey }) =>
      redeemPoints(context, player, body.points, idempotencyKey),
    ),
    handle(loyaltyRoutes.playerLoyalty, async ({ params }) => {
      const account = await store.accountOf(context.db, params.id);
      if (!account && !(await findPlayer(context.db, params.id))) throw new Refusal(common.notFound);
      const { tier, balance, earned } = account ?? noAccount;
      return { tier, balance, earned: Math.max(0, earned) };
    }),
  ];
}

const noAccount = { balance: 0, spent: 0, aged: 0, earned: 0, tier: 'bronze' } as const;

async function readPoints(
  { db }: Promotions,
  playerId: string,
  cursor: string | undefined,
): Promise<Infer<(typeof loyaltyRoutes)['points']['reply']>> {
  const account = (await store.accountOf(db, playerId)) ?? noAccount;
  const days = (await store.daysOf(db, playerId)).map(({ day, gained }) => ({
    day: new Date(`${day}T00:00:00Z`),
    gained,
  }));
  const entries = page(
    await store.entriesOf(db, playerId, readCursor(Id, cursor)),
    ({ id }) => id,
    ({ product, createdAt, ...entry }) => ({
      ...entry,
      ...(product && { product }),
      createdAt: createdAt.toISOString(),
    }),
  );
  const expiring = expiringPoints(account, days);
  const [next, isPaused] = [nextTier(account.tier), await isAtRisk(db, playerId)];
  return {
    balance: account.balance,
    tier: account.tier,
    earned: Math.max(0, account.earned),
    ...(next && { next }),
    worthMinor: worthOfPoints(account.balance),
    currency: (await store.currencyOf(db, playerId)) ?? 'USD',
    ...(expiring && { expiring: { points: expiring.points, at: expiring.at.toISOString() } }),
    ...(isPaused && { isPaused }),
    entries: entries.items,
    nextCursor: entries.nextCursor,
  };
}
