/**
 * Keeps this instance's catalogue current and sends changes to browsers. An answer is never older than a quarter of a second;
 * bets are never priced from it, only from the prices themselves.
 */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { PlaceBet } from '@fairline/proto/betting/bets';
import type { FixtureResult, resultRoutes } from '@fairline/proto/betting/results';
import { fixtureSearchKey, matchesSearch } from '@fairline/proto/betting/search';
import { Id, Instant, type Page, pageSize } from '@fairline/proto/contract';
import { z } from 'zod';
import { type Catalogue, keepEndedMs } from './catalogue.ts';
import type { OfferContext } from './context.ts';
import { fairChanceOf, type Offer, type Place, priceOf } from './market.ts';
import { readNewPrices, readPrices } from './prices.ts';
import * as store from './store.ts';
import { changeOf } from './views.ts';

const freshMs = 250;

const popularityMs = 5_000;

/** The catalogue, at most a quarter of a second old. */
export async function readCatalogue(context: OfferContext): Promise<Catalogue> {
  if (performance.now() - context.catalogue.readAt > freshMs) await (context.catalogue.reading ?? refresh(context));
  return context.catalogue;
}

/** Reads the changes, after any read that is still running, so that everything committed before this call is included. */
export function refresh(context: OfferContext): Promise<void> {
  const before = context.catalogue.reading ?? Promise.resolve();
  const reading: Promise<void> = before.then(
    () => read(context),
    () => read(context),
  );
  context.catalogue.reading = reading;
  const done = () => {
    if (context.catalogue.reading === reading) context.catalogue.reading = undefined;
  };
  reading.then(done, done);
  return reading;
}

async function read(context: OfferContext): Promise<void> {
  const { db, clock, catalogue } = context;
  const startedAt = performance.now();
  const keepFrom = new Date(clock.now().getTime() - keepEndedMs);
  const { positions } = catalogue;
  const [rows, prices] = await Promise.all([
    store.readNewRows(db, positions.rows, keepFrom),
    readNewPrices(context, positions),
  ]);
  catalogue.takeRows(rows.fixtures);
  catalogue.takeBooks(prices.books);
  catalogue.setFeedUp(prices.recovery !== null && !rows.feedDown);
  catalogue.takeTime(clock.now());
  catalogue.positions = {
    rows: rows.position,
    recovery: prices.recovery ?? positions.recovery,
    revision: prices.revision,
  };
  if (startedAt - catalogue.popularityAt > popularityMs) {
    catalogue.takePopularity(await store.popularity(db, catalogue.onOfferIds()));
    catalogue.prune(keepFrom);
    catalogue.popularityAt = startedAt;
  }
  catalogue.readAt = startedAt;
}

/** The current prices of a placement's legs; undefined for an unknown selection. */
export async function offersFor(context: OfferContext, legs: PlaceBet['legs']): Promise<(Offer | undefined)[]> {
  const catalogue = await readCatalogue(context);
  const places = legs.map(({ selectionId }) => catalogue.place(selectionId));
  const known = places.filter((place) => place !== undefined);
  const prices = known.length > 0 ? (await readPrices(context, known)).markets : undefined;
  const unknown = legs.filter((_, at) => places[at] === undefined).map(({ selectionId }) => selectionId);
  const past = unknown.length > 0 ? await store.everOffered(context.db, unknown) : new Set<string>();
  return legs.map(({ selectionId }, at) => {
    const place = places[at];
    const market = place && prices?.get(place.marketId);
    const chance = market && fairChanceOf(market, selectionId, 'higher')?.chance;
    if (place)
      return {
        ...place,
        oddsMilli: priceOf(market, selectionId),
        marketVersion: market?.sequence ?? 0,
        ownBy: market?.ownBy ?? null,
        ...(chance !== undefined && { chance }),
      };
    return past.has(selectionId) ? { ...unknownPlace, selectionId, oddsMilli: null, marketVersion: 0 } : undefined;
  });
}

/** The place of a selection that is no longer in the catalogue: its market is treated as closed. */
const unknownPlace: Omit<Place, 'selectionId'> = {
  fixtureId: '',
  marketId: '',
  fixture: '',
  market: '',
  selection: '',
};

type ResultFilter = z.output<(typeof resultRoutes.results)['query']>;

const EndedCursor = z.tuple([Instant, Id]);

/** The most matches that one page of a search reads. A page that stopped at this bound may be short, and the next one continues after it. */
const mostSearched = 2_000;

/** Matches that are over, latest first. A search matches as in the list of fixtures. */
export async function readResults(
  { db }: OfferContext,
  { sport, q, cursor }: ResultFilter,
): Promise<Page<FixtureResult>> {
  const limit = q ? mostSearched : pageSize + 1;
  const rows = await store.endedFixtures(db, sport, readCursor(EndedCursor, cursor), limit);
  const found = q ? rows.filter((row) => matchesSearch(fixtureSearchKey({ ...row, sport: row.sportName }), q)) : rows;
  const last = q && rows.length === limit ? rows.at(-1) : undefined;
  return page(found, endedKey, toResult, last ? endedKey(last) : null);
}

const endedKey = ({ startsAt, id }: store.EndedFixture): store.EndedBefore => [startsAt, id];

function toResult({
  sportName: _,
  season,
  score,
  originalStartsAt,
  reason,
  ...row
}: store.EndedFixture): FixtureResult {
  return {
    ...row,
    ...changeOf({ startsAt: row.startsAt, originalStartsAt, reason }),
    ...(season !== null && { season }),
    ...(score && { score }),
  };
}

/** Sends the new state of these fixtures to browsers at once. */
export async function showNow(context: OfferContext, fixtureIds: readonly string[]): Promise<void> {
  await refresh(context);
  for (const id of fixtureIds) {
    const frame = context.catalogue.frame(id);
    if (frame) context.bus.hint(`live.fixture.${id}`, frame);
  }
}

/** How long price samples are kept, as evidence of past prices. A busy feed writes some thousand rows a minute. */
const sampleHours = 6;

/** Creates the partitions for the samples of the next hours and drops old ones. */
export function keepPriceHours({ db, clock }: OfferContext): Promise<void> {
  return store.keepPriceHours(db, clock.now(), sampleHours);
}
