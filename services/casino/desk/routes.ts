/** HTTP for operators: the games, requested returns, rounds and the jackpot. */

import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Act } from '@fairline/chassis/http/operator-act';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { casinoDeskRoutes } from '@fairline/proto/casino/desk';
import { Id } from '@fairline/proto/contract';
import type { CasinoContext } from '../catalogue/context.ts';
import { gameIdOf } from '../catalogue/game-id.ts';
import type { Jackpots } from '../lobby/jackpots.ts';
import type { Lobby } from '../lobby/lobby.ts';
import { jackpotsPaid, jackpotWins } from '../lobby/store.ts';
import { toGameChange } from './change.ts';
import { approveChange, changeGame, rejectChange } from './commands.ts';
import { operatorGame, operatorGames } from './games.ts';
import { findRounds, toOperatorRound } from './rounds.ts';
import * as store from './store.ts';
import { type VoidContext, voidRound, withdrawVoid } from './voids.ts';

export function deskHandlers(context: VoidContext, lobby: Lobby, jackpots: Jackpots): Handler[] {
  return [
    ...gameHandlers(context, lobby),
    ...changeHandlers(context),
    ...roundHandlers(context),
    jackpotHandler(context, jackpots),
  ];
}

function gameHandlers(context: CasinoContext, lobby: Lobby): Handler[] {
  return [
    handle(casinoDeskRoutes.operatorGames, async ({ operator }) => ({
      items: await operatorGames(context, lobby, operator),
    })),
    handle(casinoDeskRoutes.changeGame, async (call) => {
      const { reason, ...wanted } = call.body;
      const changeId = await changeGame(context, gameIdOf(call.params.id), wanted, actOf(call, reason));
      const game = await operatorGame(context, lobby, call.operator, gameIdOf(call.params.id));
      return new Reply({ status: changeId ? 202 : 200, body: { game, ...(changeId && { changeId }) } });
    }),
  ];
}

function changeHandlers(context: CasinoContext): Handler[] {
  return [
    handle(casinoDeskRoutes.gameChanges, async ({ operator, query }) =>
      page(
        await store.changes(context.db, query.status, readCursor(Id, query.cursor)),
        ({ id }) => id,
        (change) => toGameChange(change, operator, context.clock.now()),
      ),
    ),
    handle(casinoDeskRoutes.approveGameChange, (call) => approveChange(context, call.params.id, actOf(call))),
    handle(casinoDeskRoutes.rejectGameChange, (call) =>
      rejectChange(context, call.params.id, { ...actOf(call), reason: call.body.reason }),
    ),
  ];
}

function roundHandlers(context: VoidContext): Handler[] {
  return [
    handle(casinoDeskRoutes.operatorRounds, ({ operator, query }) => findRounds(context, operator, query)),
    handle(casinoDeskRoutes.voidRound, async (call) => {
      const { round, waits } = await voidRound(context, call.params.id, actOf(call, call.body.reason));
      return new Reply({ status: waits ? 202 : 200, body: await toOperatorRound(context, call.operator, round) });
    }),
    handle(casinoDeskRoutes.withdrawVoid, async (call) =>
      toOperatorRound(
        context,
        call.operator,
        await withdrawVoid(context, call.params.id, actOf(call, call.body.reason)),
      ),
    ),
  ];
}

function jackpotHandler({ db }: CasinoContext, jackpots: Jackpots): Handler {
  return handle(casinoDeskRoutes.operatorJackpot, async () => {
    const [pools, paid, wins] = await Promise.all([jackpots.all(), jackpotsPaid(db), jackpotWins(db, undefined)]);
    return {
      pools: pools.map((pool) => {
        const { wins: won = 0, paidMinor = 0 } = paid.find(({ currency }) => currency === pool.currency) ?? {};
        return { ...pool, wins: won, paidMinor };
      }),
      wins: wins.map(({ id: _id, wonAt, ...win }) => ({ ...win, wonAt: wonAt.toISOString() })),
    };
  });
}

function actOf({ operator, address, agent }: Pick<Call, 'operator' | 'address' | 'agent'>, reason = ''): Act {
  return { operator, address, agent, reason };
}
