/** The door for people: one entry per route of the contract. The catalogue is answered from memory, as JSON that is made once. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http';
import { bettingRoutes } from '@fairline/proto/betting';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import { toBet } from './bet.ts';
import { placeBet } from './commands.ts';
import { current } from './commands-catalogue.ts';
import { type Act, resumeMarket, settleBet, suspendMarket } from './commands-operator.ts';
import type { Betting } from './config.ts';
import * as store from './store.ts';

const ExposureCursor = z.strictObject({ liabilityMinor: z.int(), selectionId: Id });

export function routesOf(room: Betting): Handler[] {
  return [
    handle(bettingRoutes.sports, async () => {
      const catalogue = await current(room);
      return new Reply({ json: catalogue.answer('sports', () => ({ items: catalogue.sports() })) });
    }),
    handle(bettingRoutes.summary, async () => ({
      ...(await current(room)).counts(),
      ...(await store.countsOf(room.db, room.clock.now())),
      settlement: room.settlement,
    })),
    handle(bettingRoutes.fixtures, async ({ query }) => {
      const catalogue = await current(room);
      return new Reply({ json: catalogue.answer(JSON.stringify(query), () => catalogue.list(query)) });
    }),
    handle(bettingRoutes.fixture, async ({ params }) => (await current(room)).fixture(params.id) ?? notFound()),
    handle(bettingRoutes.placeBet, ({ player, body, keyed }) => placeBet(room, player, body, keyed)),
    handle(bettingRoutes.bets, async ({ player, query }) => {
      const before = readCursor(Id, query.cursor);
      return page(await store.betsOf(room.db, player.id, query.status, before), ({ id }) => id, toBet);
    }),
    handle(bettingRoutes.bet, async ({ player, params }) => toBet((await store.betOf(room.db, player.id, params.id)) ?? notFound())),
    handle(bettingRoutes.suspendMarket, (call) => suspendMarket(room, call.params.id, actOf(call, call.body.reason))),
    handle(bettingRoutes.resumeMarket, (call) => resumeMarket(room, call.params.id, actOf(call, call.body.reason))),
    handle(bettingRoutes.settleBet, (call) => settleBet(room, call.params.id, call.body.result, actOf(call, call.body.reason))),
    handle(bettingRoutes.exposure, async ({ query }) => {
      const after = readCursor(ExposureCursor, query.cursor);
      const place = ({ liabilityMinor, selectionId }: store.ExposureRow) => ({ liabilityMinor, selectionId });
      return page(await store.exposureOf(room.db, after), place, (row) => row);
    }),
  ];
}

function actOf({ operator, address, agent }: Pick<Call, 'operator' | 'address' | 'agent'>, reason: string): Act {
  return { operator, address, agent, reason };
}

function notFound(): never {
  throw new Refusal(common.notFound);
}
