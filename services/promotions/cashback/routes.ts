/** HTTP: the cashback statements of a player. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { Id, Instant } from '@fairline/proto/contract';
import { type CashbackStatement, loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import { z } from 'zod';
import type { Promotions } from '../config.ts';
import * as store from './store.ts';

const After = z.object({ at: Instant, id: Id });

export function cashbackHandlers({ db }: Promotions): Handler[] {
  return [
    handle(loyaltyRoutes.cashback, async ({ player, query }) =>
      page(
        await store.statementsOf(db, player.id, readCursor(After, query.cursor)),
        ({ weekStartsAt, id }) => ({ at: weekStartsAt.toISOString(), id }),
        toStatement,
      ),
    ),
  ];
}

function toStatement({
  weekStartsAt,
  weekEndsAt,
  paidAt,
  unpaidWhy,
  status: _status,
  requested: _requested,
  playerId: _playerId,
  ...statement
}: store.NamedStatement): CashbackStatement {
  return {
    ...statement,
    weekStartsAt: weekStartsAt.toISOString(),
    weekEndsAt: weekEndsAt.toISOString(),
    netLossMinor: statement.stakedMinor - statement.returnedMinor,
    ...(paidAt && { paidAt: paidAt.toISOString() }),
    ...(unpaidWhy && { unpaid: unpaidWhy }),
  };
}
