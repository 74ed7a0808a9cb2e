/** The door for people: one entry per route of the contract. The catalogue is answered from memory, as JSON that is made once. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http';
import type { Player } from '@fairline/chassis/identity';
import { bettingRoutes } from '@fairline/proto/betting';
import { type BetStats, betRoutes } from '@fairline/proto/betting/bets';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import { toBet } from './bet.ts';
import { placeBet } from './commands.ts';
import { cashOut, quote, setAutoCashOut } from './commands-cash-out.ts';
import { current, keepFavourite, loseFavourite } from './commands-catalogue.ts';
import { type Act, resumeMarket, suspendMarket } from './commands-operator.ts';
import type { Betting } from './config.ts';
import { periodStart } from './period.ts';
import { tradingHandlers } from './routes-trading.ts';
import * as store from './store.ts';
import { favouritesOf, figuresOf, momentsOf, receiptKeys, receiptOf } from './store-bets.ts';
import { momentsOfFixture } from './store-catalogue.ts';

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
      return new Reply({ json: (await current(room)).listText(query) });
    }),
    handle(bettingRoutes.fixture, async ({ params }) => (await current(room)).fixture(params.id) ?? notFound()),
    handle(bettingRoutes.placeBet, ({ player, body, keyed }) => placeBet(room, player, body, keyed)),
    handle(bettingRoutes.bets, async ({ player, query }) => {
      const before = readCursor(Id, query.cursor);
      return page(await store.betsOf(room.db, player.id, query, before), ({ id }) => id, toBet);
    }),
    handle(bettingRoutes.bet, async ({ player, params }) => toBet((await store.betOf(room.db, player.id, params.id)) ?? notFound())),
    handle(betRoutes.cashOutQuote, ({ player, params }) => quote(room, player, params.id)),
    handle(betRoutes.cashOut, ({ player, params, body, keyed }) => cashOut(room, player, params.id, body, keyed)),
    handle(betRoutes.autoCashOut, ({ player, params, body }) => setAutoCashOut(room, player, params.id, body.amountMinor)),
    handle(betRoutes.betTimeline, async ({ player, params }) => {
      // Why an operator settled it by hand stays among operators.
      const items = (await momentsOf(room.db, player.id, params.id)).map(({ reason, ...moment }) => ({
        ...moment,
        ...(reason !== undefined && moment.kind !== 'by_hand' && { reason }),
      }));
      return items.length > 0 ? { items } : notFound();
    }),
    handle(betRoutes.receipt, async ({ player, params }) => (await receiptOf(room.db, player.id, params.id)) ?? notFound()),
    handle(betRoutes.receiptFile, async ({ player, params }) => {
      const receipt = (await receiptOf(room.db, player.id, params.id)) ?? notFound();
      const headers = { 'content-type': 'application/json', 'content-disposition': `attachment; filename="bet-${params.id}.json"` };
      return new Reply({ body: new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`), headers });
    }),
    handle(betRoutes.receiptKeys, async () => ({ keys: await receiptKeys(room.db) })),
    handle(betRoutes.fixtureTimeline, async ({ params }) => {
      const items = await momentsOfFixture(room.db, params.id);
      return items.length > 0 ? { items } : notFound();
    }),
    handle(betRoutes.favourites, async ({ player }) => {
      const items = await favouritesOf(room.db, player.id);
      const catalogue = await current(room);
      const sports = catalogue.sports().filter(({ id }) => items.some((one) => one.kind === 'sport' && one.id === id));
      return { items, sports, fixtures: catalogue.favoured(items) };
    }),
    handle(betRoutes.addFavourite, async ({ player, params }) => void (await keepFavourite(room, player, params))),
    handle(betRoutes.dropFavourite, async ({ player, params }) => void (await loseFavourite(room, player, params))),
    handle(betRoutes.betStats, async ({ player, query }) => statsOf(room, player, query.period ?? 'all')),
    handle(bettingRoutes.suspendMarket, (call) => suspendMarket(room, call.params.id, actOf(call, call.body.reason))),
    handle(bettingRoutes.resumeMarket, (call) => resumeMarket(room, call.params.id, actOf(call, call.body.reason))),
    handle(bettingRoutes.exposure, async ({ query }) => {
      const after = readCursor(ExposureCursor, query.cursor);
      const place = ({ liabilityMinor, selectionId }: store.ExposureRow) => ({ liabilityMinor, selectionId });
      return page(await store.exposureOf(room.db, after), place, (row) => row);
    }),
    ...tradingHandlers(room),
  ];
}

function actOf({ operator, address, agent }: Pick<Call, 'operator' | 'address' | 'agent'>, reason: string): Act {
  return { operator, address, agent, reason };
}

async function statsOf(room: Betting, player: Player, period: BetStats['period']): Promise<BetStats> {
  const { currency, ...figures } = await figuresOf(room.db, player.id, periodStart(period, room.clock.now()));
  return { ...figures, period, currency: currency ?? 'USD' };
}

function notFound(): never {
  throw new Refusal(common.notFound);
}
