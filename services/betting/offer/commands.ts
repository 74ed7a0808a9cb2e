/**
 * Keeps this instance's catalogue current and sends changes to browsers. An answer is never older than a quarter of a second;
 * bets are never priced from it, only from the prices themselves.
 */
import type { PlaceBet } from '@fairline/proto/betting/bets';
import { type Catalogue, keepEndedMs } from './catalogue.ts';
import type { OfferContext } from './context.ts';
import { type Offer, type Place, priceOf } from './market.ts';
import { readNewPrices, readPrices } from './prices.ts';
import * as store from './store.ts';

const freshMs = 250;

const popularityMs = 5_000;

/** The catalogue as it was a quarter of a second ago, or later. */
export async function readCatalogue(context: OfferContext): Promise<Catalogue> {
  if (performance.now() - context.catalogue.readAt > freshMs) await (context.catalogue.reading ?? refresh(context));
  return context.catalogue;
}

/** Reads what changed, after any reading under way, so that what was committed before this call is in it. */
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
  const [rows, prices] = await Promise.all([store.readNewRows(db, positions.rows, keepFrom), readNewPrices(context, positions)]);
  catalogue.takeRows(rows.fixtures);
  catalogue.takeBooks(prices.books);
  catalogue.setFeedUp(prices.recovery !== null && !rows.feedDown);
  catalogue.takeTime(clock.now());
  catalogue.positions = { rows: rows.position, recovery: prices.recovery ?? positions.recovery, revision: prices.revision };
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
    if (place) return { ...place, oddsMilli: priceOf(market, selectionId), marketVersion: market?.sequence ?? 0, ownBy: market?.ownBy ?? null };
    return past.has(selectionId) ? { ...nowhere, selectionId, oddsMilli: null, marketVersion: 0 } : undefined;
  });
}

/** A selection that is no longer in the catalogue: it is shown as closed. */
const nowhere: Omit<Place, 'selectionId'> = { fixtureId: '', marketId: '', fixture: '', market: '', selection: '' };

/** Sends the new state of fixtures at once to their readers. */
export async function showNow(context: OfferContext, fixtureIds: readonly string[]): Promise<void> {
  await refresh(context);
  for (const id of fixtureIds) {
    const frame = context.catalogue.frame(id);
    if (frame) context.bus.hint(`live.fixture.${id}`, frame);
  }
}

/** Evidence of what a selection cost when; a busy feed writes some thousand rows a minute. */
const sampleHours = 6;

/** Makes space for the samples of the next hours and drops those that are old. */
export function keepPriceHours({ db, clock }: OfferContext): Promise<void> {
  return store.keepPriceHours(db, clock.now(), sampleHours);
}
