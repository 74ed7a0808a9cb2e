/** How rows of the catalogue read to people, with the prices of now. Pure. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import type { FixtureChange, Score } from '@fairline/proto/feed';
import { type FeedStatus, type MarketPrices, selectionStatus, statusOf } from './market.ts';

export interface FixtureRow {
  id: string;
  sportId: string;
  sport: string;
  competitionId: string;
  competition: string;
  country: string;
  season: string | null;
  homeTeam: string;
  awayTeam: string;
  startsAt: string;
  status: FixtureChange['status'];
  score: Score | null;
  sequence: number;
  /** Another one whenever something about it changed but its prices. */
  position: string;
  endedAt: string | null;
  /** Of an earlier epoch of the feed: no further messages will come. */
  gone: boolean;
  markets: MarketRow[];
}

export interface MarketRow {
  id: string;
  type: Market['type'];
  name: string;
  lineQuarters: number | null;
  status: FeedStatus;
  held: boolean;
  settled: boolean;
  cancelled: boolean;
  selections: { id: string; name: string }[];
}

/** A list shows one line of each kind of market, the main one; the others stand on the fixture's own page. */
export function toShortFixture(fixture: Fixture): Fixture {
  const main = new Set([...Map.groupBy(fixture.markets, ({ type }) => type).values()].map((lines) => mainOf(fixture, lines)));
  return main.size === fixture.markets.length ? fixture : { ...fixture, markets: fixture.markets.filter((market) => main.has(market)) };
}

/** The first; in play, where that leaves what is near even, the first on offer that is, else the nearest to it: the game moves away from the lines it began with. */
function mainOf({ status }: Fixture, lines: readonly Market[]): Market | undefined {
  const open = status === 'live' ? lines.filter((market) => market.status === 'active') : [];
  const longest = (market: Market) => Math.max(...market.selections.map(({ oddsMilli }) => oddsMilli));
  const nearest = open.reduce<Market | undefined>((best, market) => (best && longest(best) <= longest(market) ? best : market), undefined);
  return open.find((market) => longest(market) <= nearEvenMilli) ?? nearest ?? lines.find((market) => market.status !== 'deactivated') ?? lines[0];
}

const nearEvenMilli = 3_400;

export function viewOf(row: FixtureRow, marketOf: (market: MarketRow) => Market | undefined): Fixture {
  return {
    id: row.id,
    sport: row.sportId,
    competitionId: row.competitionId,
    competition: row.competition,
    country: row.country,
    ...(row.season !== null && { season: row.season }),
    homeTeam: row.homeTeam,
    awayTeam: row.awayTeam,
    startsAt: row.startsAt,
    status: row.status,
    ...(row.score && { score: row.score }),
    markets: row.markets.flatMap((market) => {
      const view = marketOf(market);
      return view ? [view] : [];
    }),
  };
}

/** Bets on it are refused: its start is past, and the feed has not reported that it is played. */
export function isLate({ status, startsAt }: FixtureRow, now: Date): boolean {
  return status === 'upcoming' && Date.parse(startsAt) <= now.getTime();
}

/** Nothing where a selection was never priced. */
export function marketView(row: MarketRow, prices: MarketPrices | undefined, { feedUp, late }: { feedUp: boolean; late: boolean }): Market | undefined {
  const priced = row.selections.map(({ id, name }) => ({ id, name, price: prices?.selections.get(id) }));
  if (!prices || priced.some(({ price }) => price === undefined)) return undefined;
  const ownStatus = statusOf(row, { feedUp, priced: prices.open });
  const waits = late && ownStatus === 'active';
  const status = waits ? 'suspended' : ownStatus;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    ...(row.lineQuarters !== null && { line: row.lineQuarters / 4 }),
    status,
    ...(waits && { stoppedBy: 'kick_off' }),
    selections: priced.map(({ id, name, price }) => ({
      id,
      name,
      oddsMilli: price?.oddsMilli ?? 0,
      status: selectionStatus(status, price?.active ?? false),
    })),
  };
}
