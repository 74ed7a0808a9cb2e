/**
 * The offer in the memory of one instance: rows of the catalogue combined with the current prices.
 * No I/O: callers read the changes and pass them in. Every answer is built from one state and cached until something changes.
 */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Fixture, fixtureSorts, Market, Sport } from '@fairline/proto/betting/offer';
import { fixtureSearchKey, matchesSearch } from '@fairline/proto/betting/search';
import { Id, Instant, type Page, pageSize } from '@fairline/proto/contract';
import type { Score } from '@fairline/proto/feed';
import { z } from 'zod';
import { isOver, type MarketPrices, type Place } from './market.ts';
import { type FixtureRow, isLate, type MarketRow, marketView, toShortFixture, viewOf } from './views.ts';

/** The prices of one fixture as Redis has them. */
export interface Book {
  /** Set if only some markets are included; the others keep their prices. */
  part?: true;
  sequence: number;
  markets: Map<string, MarketPrices>;
}

/** The data that updates a fixture in the browser. Each included market is complete. */
export interface Frame {
  fixtureId: string;
  sequence: number;
  status: Fixture['status'];
  score?: Score;
  markets: {
    id: string;
    status: Market['status'];
    stoppedBy?: Market['stoppedBy'];
    selections: { id: string; oddsMilli: number; status: 'active' | 'suspended' }[];
  }[];
}

export interface ListQuery {
  sport?: string | undefined;
  live?: 'true' | 'false' | undefined;
  q?: string | undefined;
  sort?: (typeof fixtureSorts)[number] | undefined;
  cursor?: string | undefined;
}

/** How far this instance has read its sources. */
export interface Positions {
  /** Rows changed by transactions from this one on are new. */
  rows: string;
  /** The recovery that filled the prices, and the last revision of them that was read. */
  recovery: string | null;
  revision: number;
}

const Cursor = z.tuple([z.number(), Instant, Id]);
type Rank = z.infer<typeof Cursor>;

/** How long a fixture stays in the catalogue after its end. */
export const keepEndedMs = 60 * 60 * 1_000;

export class Catalogue {
  positions: Positions = { rows: '0', recovery: null, revision: 0 };
  /** The time of the last read, by the monotonic clock; `reading` is a read that is still running. */
  readAt = Number.NEGATIVE_INFINITY;
  popularityAt = Number.NEGATIVE_INFINITY;
  reading: Promise<void> | undefined;
  private feedUp = false;
  private now = new Date(0);
  private readonly rows = new Map<string, FixtureRow>();
  private readonly books = new Map<string, Book>();
  private readonly places = new Map<string, { fixtureId: string; marketId: string }>();
  private readonly sportNames = new Map<string, string>();
  private popularity = new Map<string, number>();
  private readonly views = new Map<string, Fixture>();
  /** Every market as it is shown; the same object until something about it changes. */
  private readonly markets = new Map<string, Market | undefined>();
  private readonly texts = new Map<string, string>();
  private readonly answers = new Map<string, string>();
  /** The text that a search compares, made once per row. */
  private readonly searchKeys = new WeakMap<FixtureRow, string>();
  /** The fixture ids of each list, until a row changes. */
  private readonly lists = new Map<string, Page<string>>();

  takeRows(rows: readonly FixtureRow[]): void {
    for (const row of rows) {
      this.rows.set(row.id, row);
      this.sportNames.set(row.sportId, row.sport);
      for (const market of row.markets)
        for (const { id } of market.selections) this.places.set(id, { fixtureId: row.id, marketId: market.id });
      this.noteChange(row.id, row.markets);
    }
    if (rows.length > 0) this.rankFixtures();
  }

  takeBooks(books: ReadonlyMap<string, Book>): void {
    for (const [id, book] of books) {
      const before = this.books.get(id);
      if (book.part && before) {
        for (const [marketId, prices] of book.markets) before.markets.set(marketId, prices);
        before.sequence = Math.max(before.sequence, book.sequence);
        this.noteChange(
          id,
          [...book.markets.keys()].map((marketId) => ({ id: marketId })),
        );
      } else {
        this.books.set(id, book);
        this.noteChange(id, this.rows.get(id)?.markets ?? []);
      }
    }
  }

  /** Whether the feed sends heartbeats; while it does not, everything shows as suspended. */
  setFeedUp(feedUp: boolean): void {
    if (this.feedUp === feedUp) return;
    this.feedUp = feedUp;
    for (const made of [this.views, this.markets, this.texts, this.answers]) made.clear();
  }

  /** After its start a match is neither upcoming nor live until the feed reports that it has begun. */
  takeTime(now: Date): void {
    const before = this.now;
    this.now = now;
    for (const row of this.rows.values())
      if (isLate(row, before) !== isLate(row, now)) this.noteChange(row.id, row.markets);
  }

  /** Fixtures on offer whose start is past but not confirmed by the feed. */
  lateIds(): string[] {
    return this.onOffer().flatMap((row) => (isLate(row, this.now) ? [row.id] : []));
  }

  takePopularity(bets: ReadonlyMap<string, number>): void {
    this.popularity = new Map(bets);
    this.rankFixtures();
  }

  /** Removes fixtures that ended before that instant. */
  prune(endedBefore: Date): void {
    for (const row of this.rows.values()) {
      if (!row.endedAt || new Date(row.endedAt) >= endedBefore) continue;
      this.rows.delete(row.id);
      this.books.delete(row.id);
      this.noteChange(row.id, row.markets);
      this.rankFixtures();
      for (const market of row.markets) for (const { id } of market.selections) this.places.delete(id);
    }
  }

  fixture(id: string): Fixture | undefined {
    const known = this.views.get(id);
    if (known) return known;
    const row = this.rows.get(id);
    if (!row) return undefined;
    const view = viewOf(row, (market) => this.market(row, market));
    this.views.set(id, view);
    return view;
  }

  private market(row: FixtureRow, market: MarketRow): Market | undefined {
    const known = this.markets.get(market.id);
    if (known) return known;
    const view = marketView(market, this.books.get(row.id)?.markets.get(market.id), {
      feedUp: this.feedUp && !isOver(row.status),
      late: isLate(row, this.now),
    });
    this.markets.set(market.id, view);
    return view;
  }

  /** The place of a selection, with the names that a bet keeps. */
  place(selectionId: string): Place | undefined {
    const at = this.places.get(selectionId);
    const row = at && this.rows.get(at.fixtureId);
    const market = row?.markets.find(({ id }) => id === at?.marketId);
    const selection = market?.selections.find(({ id }) => id === selectionId);
    if (!at || !row || !market || !selection) return undefined;
    return {
      ...at,
      selectionId,
      fixture: `${row.homeTeam} vs ${row.awayTeam}`,
      market: market.name,
      selection: selection.name,
    };
  }

  /** The fixture a market belongs to. */
  fixtureOf(marketId: string): string | undefined {
    for (const row of this.rows.values()) if (row.markets.some(({ id }) => id === marketId)) return row.id;
    return undefined;
  }

  /** The markets at prices or a margin of our own. */
  ownMarkets(): string[] {
    return [...this.books.values()].flatMap(({ markets }) =>
      [...markets].flatMap(([id, { feeds }]) => (feeds ? [id] : [])),
    );
  }

  /** The odds of a selection, open or not. */
  oddsOf(selectionId: string): number | undefined {
    const at = this.places.get(selectionId);
    return at && this.books.get(at.fixtureId)?.markets.get(at.marketId)?.selections.get(selectionId)?.oddsMilli;
  }

  positionOf(id: string): string | undefined {
    return this.rows.get(id)?.position;
  }

  /** The fixture with the wanted markets, or with all. */
  frame(id: string, wanted: (market: Market) => boolean = () => true): Frame | undefined {
    const view = this.fixture(id);
    const row = this.rows.get(id);
    if (!view || !row) return undefined;
    return {
      fixtureId: id,
      sequence: Math.max(row.sequence, this.books.get(id)?.sequence ?? 0),
      status: view.status,
      ...(view.score && { score: view.score }),
      markets: view.markets.filter(wanted).map(({ id: marketId, status, stoppedBy, selections }) => ({
        id: marketId,
        status,
        ...(stoppedBy && { stoppedBy }),
        selections: selections.map(({ id: selectionId, oddsMilli, status: open }) => ({
          id: selectionId,
          oddsMilli,
          status: open,
        })),
      })),
    };
  }

  sports(): Sport[] {
    const counts = new Map([...this.sportNames].map(([id, name]) => [id, { id, name, fixtures: 0, live: 0 }]));
    for (const row of this.onOffer()) {
      const sport = counts.get(row.sportId);
      if (!sport) continue;
      sport.fixtures++;
      if (row.status === 'live') sport.live++;
    }
    return [...counts.values()].sort((a, b) => b.fixtures - a.fixtures || (a.name < b.name ? -1 : 1));
  }

  /** The favourite fixtures on offer, soonest first. */
  listFavourites(favourites: readonly { kind: string; id: string }[]): Fixture[] {
    const keys = new Set(favourites.map(({ kind, id }) => `${kind} ${id}`));
    const wanted = this.onOffer().filter((row) =>
      [`sport ${row.sportId}`, `competition ${row.competitionId}`, `fixture ${row.id}`].some((key) => keys.has(key)),
    );
    return wanted
      .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
      .map(({ id }) => toShortFixture(this.fixture(id) as Fixture));
  }

  /** Whether the catalogue has this sport, competition or fixture. */
  knows(kind: 'sport' | 'competition' | 'fixture', id: string): boolean {
    if (kind === 'fixture') return this.rows.has(id);
    if (kind === 'sport') return this.sportNames.has(id);
    return [...this.rows.values()].some(({ competitionId }) => competitionId === id);
  }

  counts(): { fixtures: number; live: number } {
    const rows = this.onOffer();
    return { fixtures: rows.length, live: rows.filter(({ status }) => status === 'live').length };
  }

  /** Markets that take bets now, and the matches in play among their fixtures. */
  openCounts(): { markets: number; liveFixtures: number } {
    const open = this.onOffer().map(({ id, status }) => ({
      status,
      markets: this.fixture(id)?.markets.filter((market) => market.status === 'active').length ?? 0,
    }));
    return {
      markets: open.reduce((sum, { markets }) => sum + markets, 0),
      liveFixtures: open.filter(({ status, markets }) => status === 'live' && markets > 0).length,
    };
  }

  onOfferIds(): string[] {
    return this.onOffer().map(({ id }) => id);
  }

  list(query: ListQuery): Page<Fixture> {
    const { items, nextCursor } = this.listed(query);
    return { items: items.map((id) => toShortFixture(this.fixture(id) as Fixture)), nextCursor };
  }

  /** The list as JSON, joined from the JSON of its fixtures, which is cached until the fixture changes. */
  listText(query: ListQuery): string {
    const { items, nextCursor } = this.listed(query);
    return `{"items":[${items.map((id) => this.text(id)).join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  }

  private text(id: string): string {
    const known = this.texts.get(id);
    if (known !== undefined) return known;
    const text = JSON.stringify(toShortFixture(this.fixture(id) as Fixture));
    this.texts.set(id, text);
    return text;
  }

  private listed(query: ListQuery): Page<string> {
    // A price change alters the order only in a list that is sorted by odds.
    if (query.sort === 'odds') return this.select(query);
    const name = JSON.stringify(query);
    const known = this.lists.get(name);
    if (known) return known;
    const list = this.select(query);
    if (this.lists.size < keptAnswers) this.lists.set(name, list);
    return list;
  }

  private select(query: ListQuery): Page<string> {
    const after = readCursor(Cursor, query.cursor);
    const wanted = this.onOffer().filter(
      (row) =>
        (!query.sport || row.sportId === query.sport) &&
        (query.live === undefined || (row.status === 'live') === (query.live === 'true')) &&
        (!query.q || matchesSearch(this.searchKeyOf(row), query.q)),
    );
    const rankFixtures = wanted.map((row) => ({
      row,
      rank: [this.weight(row, query.sort), row.startsAt, row.id] as Rank,
    }));
    rankFixtures.sort((a, b) => compare(a.rank, b.rank));
    const rest = after ? rankFixtures.filter(({ rank }) => compare(rank, after) > 0) : rankFixtures;
    return page(
      rest.slice(0, pageSize + 1),
      ({ rank }) => rank,
      ({ row }) => row.id,
    );
  }

  private searchKeyOf(row: FixtureRow): string {
    const known = this.searchKeys.get(row);
    if (known !== undefined) return known;
    const key = fixtureSearchKey(row);
    this.searchKeys.set(row, key);
    return key;
  }

  /** The JSON of an answer, built once per state. */
  answer(name: string, make: () => unknown): string {
    const known = this.answers.get(name);
    if (known !== undefined) return known;
    const json = JSON.stringify(make());
    if (this.answers.size < keptAnswers) this.answers.set(name, json);
    return json;
  }

  private onOffer(): FixtureRow[] {
    return [...this.rows.values()].filter(({ status, gone }) => !gone && !isOver(status));
  }

  /** The first sort key of a list, before the start time; the lowest comes first. */
  private weight(row: FixtureRow, sort: ListQuery['sort']): number {
    if (sort === 'popularity') return -(this.popularity.get(row.id) ?? 0);
    if (sort !== 'odds') return 0;
    const open = this.fixture(row.id)?.markets.find(({ status }) => status === 'active');
    return -Math.max(0, ...(open?.selections.map(({ oddsMilli }) => oddsMilli) ?? []));
  }

  private noteChange(id: string, markets: readonly { id: string }[]): void {
    for (const market of markets) this.markets.delete(market.id);
    this.views.delete(id);
    this.texts.delete(id);
    this.answers.clear();
  }

  /** Drops cached lists, because their order may have changed. */
  private rankFixtures(): void {
    this.lists.clear();
    this.answers.clear();
  }
}

/** The most answers that are cached, since searches are unlimited. Beyond it an answer is built on each call. */
const keptAnswers = 100;

function compare(a: Rank, b: Rank): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);
}
