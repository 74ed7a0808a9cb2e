/**
 * Keeps this instance's catalogue current and tells browsers what moved. A reader never gets an answer older than a quarter of a second;
 * bets are never priced from it, only from the prices themselves.
 */
import type { Player } from '@fairline/chassis/identity';
import type { Market, PlaceBet } from '@fairline/proto/betting';
import { type Favourite, favouriteRefusals, mostFavourites } from '@fairline/proto/betting/bets';
import { common, Refusal } from '@fairline/proto/contract';
import type { Offer, Place } from './bet.ts';
import { type Catalogue, keepEndedMs } from './catalogue.ts';
import type { Betting } from './config.ts';
import { isOver, priceOf } from './market.ts';
import { newPrices, readPrices } from './prices.ts';
import { addFavourite, dropFavourite } from './store-bets.ts';
import { pruneQuotes } from './store-cash-out.ts';
import * as store from './store-catalogue.ts';

const freshMs = 250;
const popularityMs = 5_000;

/** The catalogue as it was a quarter of a second ago, or later. */
export async function current(room: Betting): Promise<Catalogue> {
  if (performance.now() - room.catalogue.readAt > freshMs) await (room.catalogue.reading ?? refresh(room));
  return room.catalogue;
}

/** Reads what changed, after any reading under way, so that what was committed before this call is in it. */
export function refresh(room: Betting): Promise<void> {
  const before = room.catalogue.reading ?? Promise.resolve();
  const reading: Promise<void> = before.then(
    () => read(room),
    () => read(room),
  );
  room.catalogue.reading = reading;
  const done = () => {
    if (room.catalogue.reading === reading) room.catalogue.reading = undefined;
  };
  reading.then(done, done);
  return reading;
}

async function read({ db, redis, clock, catalogue }: Betting): Promise<void> {
  const startedAt = performance.now();
  const keepFrom = new Date(clock.now().getTime() - keepEndedMs);
  const { marks } = catalogue;
  const [rows, prices] = await Promise.all([store.newRows(db, marks.rows, keepFrom), newPrices(redis, marks)]);
  catalogue.takeRows(rows.fixtures);
  catalogue.takeBooks(prices.books);
  catalogue.takeHeard(prices.recovery !== null && !rows.silent);
  catalogue.takeTime(clock.now());
  catalogue.marks = { rows: rows.mark, recovery: prices.recovery ?? marks.recovery, revision: prices.revision };
  if (startedAt - catalogue.popularityAt > popularityMs) {
    catalogue.takePopularity(await store.popularity(db, catalogue.onOfferIds()));
    catalogue.prune(keepFrom);
    catalogue.popularityAt = startedAt;
  }
  catalogue.readAt = startedAt;
}

/** Keeps what is on offer or was a while ago; the same again changes nothing. */
export async function keepFavourite(room: Betting, player: Player, favourite: Favourite): Promise<void> {
  if (!(await current(room)).knows(favourite.kind, favourite.id)) throw new Refusal(common.notFound);
  const kept = await room.db.tx((tx) => addFavourite(tx, player.id, favourite, room.clock.now(), mostFavourites));
  if (!kept) throw new Refusal(favouriteRefusals.tooMany);
}

export function loseFavourite({ db }: Betting, player: Player, favourite: Favourite): Promise<void> {
  return dropFavourite(db, player.id, favourite);
}

/** What the legs of a placement cost this instant; nothing for a selection that never was. */
export async function offersFor(room: Betting, legs: PlaceBet['legs']): Promise<(Offer | undefined)[]> {
  const catalogue = await current(room);
  const places = legs.map(({ selectionId }) => catalogue.place(selectionId));
  const known = places.filter((place) => place !== undefined);
  const prices = known.length > 0 ? (await readPrices(room.redis, known)).markets : undefined;
  const unknown = legs.filter((_, at) => places[at] === undefined).map(({ selectionId }) => selectionId);
  const past = unknown.length > 0 ? await store.everOffered(room.db, unknown) : new Set<string>();
  return legs.map(({ selectionId }, at) => {
    const place = places[at];
    const market = place && prices?.get(place.marketId);
    if (place) return { ...place, oddsMilli: priceOf(market, selectionId), marketVersion: market?.sequence ?? 0 };
    return past.has(selectionId) ? { ...nowhere, selectionId, oddsMilli: null, marketVersion: 0 } : undefined;
  });
}

/** A selection that is no longer in the catalogue: there is nothing to say of it but that it is closed. */
const nowhere: Omit<Place, 'selectionId'> = { fixtureId: '', marketId: '', fixture: '', market: '', selection: '' };

/** Sends fixtures at once to whoever looks at them, as they are from now on. */
export async function showNow(room: Betting, fixtureIds: readonly string[]): Promise<void> {
  await refresh(room);
  for (const id of fixtureIds) {
    const frame = room.catalogue.frame(id);
    if (frame) room.bus.hint(`live.fixture.${id}`, frame);
  }
}

/**
 * Sends fixtures to whoever looks at them: the first time whole, then what reads another way than when it was last sent.
 * One whose mark says that others may have sent something meanwhile is sent whole again.
 */
export class Frames {
  private readonly sent = new Map<string, Sent>();
  private readonly room: Betting;

  constructor(room: Betting) {
    this.room = room;
  }

  send(fixtureIds: Iterable<string>): void {
    const { catalogue, bus } = this.room;
    for (const id of fixtureIds) {
      const view = catalogue.fixture(id);
      if (!view) {
        this.sent.delete(id);
        continue;
      }
      const stand = `${catalogue.markOf(id)} ${view.status}${JSON.stringify(view.score ?? null)}`;
      const known = this.sent.get(id);
      const before = known?.stand === stand ? known : undefined;
      const sent: Sent = before ?? { stand, markets: new Map() };
      // The catalogue keeps one object of a market as long as nothing about it changes.
      const moved = view.markets.filter((market) => sent.markets.get(market.id)?.market !== market);
      const anew = new Set<Market>();
      for (const market of moved) {
        const text = JSON.stringify(market);
        if (sent.markets.get(market.id)?.text !== text) anew.add(market);
        sent.markets.set(market.id, { market, text });
      }
      if (isOver(view.status)) this.sent.delete(id);
      else this.sent.set(id, sent);
      if (before && anew.size === 0) continue;
      bus.hint(`live.fixture.${id}`, catalogue.frame(id, before && ((market) => anew.has(market))));
    }
  }

  /** Whoever sent before may have sent less, or something else. */
  forget(): void {
    this.sent.clear();
  }
}

/** What readers were told of a fixture: how it stood, and of each market what it said. */
interface Sent {
  stand: string;
  markets: Map<string, { market: Market; text: string }>;
}

// ---- What is over ------------------------------------------------------------------------------

/** Longer than the feed can still speak of a fixture; bets keep their own words and need it no more. */
const keepFixturesMs = 7 * 24 * 60 * 60 * 1_000;
const keepDaysMs = 3 * 24 * 60 * 60 * 1_000;
const pruneRows = 100;

/** Evidence of what a selection cost when; a busy feed writes some thousand rows a minute. */
const sampleHours = 6;

/** Makes room for the samples of the next hours and drops those that are old. */
export function keepPriceHours({ db, clock }: Betting): Promise<void> {
  return store.keepPriceHours(db, clock.now(), sampleHours);
}

export async function pruneCatalogue(room: Betting): Promise<void> {
  const { db, clock } = room;
  await keepPriceHours(room);
  const now = clock.now().getTime();
  while ((await store.pruneFixtures(db, new Date(now - keepFixturesMs), pruneRows)) === pruneRows);
  await store.pruneUnread(db, new Date(now - keepFixturesMs));
  await store.pruneDays(db, new Date(now - keepDaysMs));
  await pruneQuotes(db, new Date(now - keepDaysMs));
}
