/** Routes for players and visitors, one entry per route of the contract. The catalogue is answered from memory, as JSON that is built once. */

import { page, readCursor } from '@fairline/chassis/http/cursor';
import { isShared, type Player } from '@fairline/chassis/http/identity';
import type { Act } from '@fairline/chassis/http/operator-act';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { type BetStats, betRoutes } from '@fairline/proto/betting/bets';
import { cashOutRoutes } from '@fairline/proto/betting/cash-out';
import { deskRoutes } from '@fairline/proto/betting/desk';
import { offerRoutes } from '@fairline/proto/betting/offer';
import { originRoutes } from '@fairline/proto/betting/origins';
import { receiptRoutes } from '@fairline/proto/betting/receipts';
import { resultRoutes } from '@fairline/proto/betting/results';
import { stopRoutes } from '@fairline/proto/betting/stops';
import { Id } from '@fairline/proto/contract';
import { firstIdAt, periodStart } from '@fairline/proto/periods';
import { z } from 'zod';
import { toBet } from './bets/bet.ts';
import type { BetContext } from './bets/context.ts';
import { placeBet } from './bets/placing.ts';
import { betOf, betsOf, countsOf, figuresOf, momentsOf, originsOf } from './bets/store-reads.ts';
import { receiptKeys, receiptOf } from './bets/store-receipts.ts';
import { cashOut, quote, setAutoCashOut } from './cash-out/commands.ts';
import { resumeMarket, suspendMarket } from './desk/commands.ts';
import { tradingHandlers } from './desk/routes.ts';
import { favouritesOf, keepFavourite, loseFavourite } from './favourites.ts';
import { readCatalogue, readResults } from './offer/commands.ts';
import { type ExposureRow, exposureOf, momentsOfFixture } from './offer/store.ts';
import { notFound } from './refusals.ts';
import { bettingSearch } from './routes-search.ts';

const ExposureCursor = z.strictObject({ liabilityMinor: z.int(), selectionId: Id });

export function routesOf(context: BetContext): Handler[] {
  return [
    ...offerHandlers(context),
    ...betHandlers(context),
    ...favouriteHandlers(context),
    ...operatorHandlers(context),
    ...tradingHandlers(context),
    bettingSearch(context),
  ];
}

function offerHandlers(context: BetContext): Handler[] {
  return [
    handle(offerRoutes.sports, async () => {
      const catalogue = await readCatalogue(context);
      return new Reply({ json: catalogue.answer('sports', () => ({ items: catalogue.sports() })) });
    }),
    handle(offerRoutes.summary, async () => ({
      ...(await readCatalogue(context)).counts(),
      ...(await countsOf(context.db, context.clock.now())),
      settlement: context.settlement,
    })),
    handle(offerRoutes.fixtures, async ({ query }) => {
      return new Reply({ json: (await readCatalogue(context)).listText(query) });
    }),
    handle(offerRoutes.fixture, async ({ params }) => (await readCatalogue(context)).fixture(params.id) ?? notFound()),
    handle(offerRoutes.fixtureTimeline, async ({ params }) => {
      const items = await momentsOfFixture(context.db, params.id);
      return items.length > 0 ? { items } : notFound();
    }),
    handle(resultRoutes.results, ({ query }) => readResults(context, query)),
  ];
}

function betHandlers(context: BetContext): Handler[] {
  return [
    handle(betRoutes.placeBet, (call) => placeBet(context, call)),
    handle(betRoutes.bets, async ({ player, query }) => {
      const before = readCursor(Id, query.cursor);
      return page(await betsOf(context.db, player.id, query, before), ({ id }) => id, toBet);
    }),
    handle(betRoutes.bet, async ({ player, params }) =>
      toBet((await betOf(context.db, player.id, params.id)) ?? notFound()),
    ),
    handle(betRoutes.betOfPlayer, async ({ params }) =>
      toBet((await betOf(context.db, params.playerId, params.id)) ?? notFound()),
    ),
    handle(originRoutes.betOrigins, async ({ player, query }) => {
      const before = readCursor(Id, query.cursor);
      // Anybody may sign in to a shared account, so its list would show other people's addresses.
      const rows = isShared(player) ? [] : await originsOf(context.db, player.id, before);
      return page(
        rows,
        ({ betId }) => betId,
        ({ at, ...row }) => ({ ...row, at: at.toISOString() }),
      );
    }),
    handle(cashOutRoutes.cashOutQuote, ({ player, params }) => quote(context, player, params.id)),
    handle(cashOutRoutes.cashOut, ({ player, params, body, idempotencyKey }) =>
      cashOut(context, player, params.id, body, idempotencyKey),
    ),
    handle(cashOutRoutes.autoCashOut, ({ player, params, body }) =>
      setAutoCashOut(context, player, params.id, body.amountMinor),
    ),
    handle(betRoutes.betTimeline, async ({ player, params }) => {
      // Players do not see an operator's reason for settling by hand.
      const items = (await momentsOf(context.db, player.id, params.id)).map(({ reason, ...moment }) => ({
        ...moment,
        ...(reason !== undefined && moment.kind !== 'by_hand' && { reason }),
      }));
      return items.length > 0 ? { items } : notFound();
    }),
    handle(
      receiptRoutes.receipt,
      async ({ player, params }) => (await receiptOf(context.db, player.id, params.id)) ?? notFound(),
    ),
    handle(receiptRoutes.receiptFile, async ({ player, params }) => {
      const receipt = (await receiptOf(context.db, player.id, params.id)) ?? notFound();
      const headers = {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="bet-${params.id}.json"`,
      };
      return new Reply({ body: new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`), headers });
    }),
    handle(receiptRoutes.receiptKeys, async () => ({ keys: await receiptKeys(context.db) })),
    handle(betRoutes.betStats, async ({ player, query }) => statsOf(context, player, query.period ?? 'all')),
  ];
}

function favouriteHandlers(context: BetContext): Handler[] {
  return [
    handle(offerRoutes.favourites, async ({ player }) => {
      const items = await favouritesOf(context.db, player.id);
      const catalogue = await readCatalogue(context);
      const sports = catalogue.sports().filter(({ id }) => items.some((one) => one.kind === 'sport' && one.id === id));
      return { items, sports, fixtures: catalogue.listFavourites(items) };
    }),
    handle(offerRoutes.addFavourite, async ({ player, params }) => void (await keepFavourite(context, player, params))),
    handle(
      offerRoutes.dropFavourite,
      async ({ player, params }) => void (await loseFavourite(context, player, params)),
    ),
  ];
}

function operatorHandlers(context: BetContext): Handler[] {
  return [
    handle(stopRoutes.suspendMarket, (call) => suspendMarket(context, call.params.id, actOf(call, call.body.reason))),
    handle(stopRoutes.resumeMarket, (call) => resumeMarket(context, call.params.id, actOf(call, call.body.reason))),
    handle(deskRoutes.exposure, async ({ query }) => {
      const after = readCursor(ExposureCursor, query.cursor);
      const place = ({ liabilityMinor, selectionId }: ExposureRow) => ({ liabilityMinor, selectionId });
      return page(await exposureOf(context.db, after), place, (row) => row);
    }),
  ];
}

function actOf({ operator, address, agent }: Pick<Call, 'operator' | 'address' | 'agent'>, reason: string): Act {
  return { operator, address, agent, reason };
}

async function statsOf(context: BetContext, player: Player, period: BetStats['period']): Promise<BetStats> {
  const since = periodStart(period, context.clock.now());
  return { ...(await figuresOf(context.db, player.id, since && firstIdAt(since))), period };
}
