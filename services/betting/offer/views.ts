/** Rows of the catalogue as players see them, with the current prices. Pure. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import type { FixtureChange, FixtureReason, Score } from '@fairline/proto/feed';
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
  originalStartsAt: string | null;
  status: FixtureChange['status'];
  reason: FixtureReason | null;
  score: Score | null;
  sequence: number;
  /** Changes whenever anything but a price of the fixture changes. */
  position: string;
  endedAt: string | null;
  /** Whether it belongs to an earlier epoch of the feed, which sends no further messages on it. */
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

/** The fixture as lists show it: with the main line of each type of market. The page of the fixture shows all lines. */
export function toShortFixture(fixture: Fixture): Fixture {
  const main = new Set(
    [...Map.groupBy(fixture.markets, ({ type }) => type).values()].map((lines) => mainOf(fixture, lines)),
  );
  return main.size === fixture.markets.length
    ? fixture
    : { ...fixture, markets: fixture.markets.filter((market) => main.has(market)) };
}

/** The main line: the first one. In play, where the score moves away from the first lines: the first open line near even odds, or else the open line nearest to them. */
function mainOf({ status }: Fixture, lines: readonly Market[]): Market | undefined {
  const open = status === 'live' ? lines.filter((market) => market.status === 'active') : [];
  const longest = (market: Market) => Math.max(...market.selections.map(({ oddsMilli }) => oddsMilli));
  const nearest = open.reduce<Market | undefined>(
    (best, market) => (best && longest(best) <= longest(market) ? best : market),
    undefined,
  );
  return (
    open.find((market) => longest(market) <= nearEvenMilli) ??
    nearest ??
    lines.find((market) => market.status !== 'deactivated') ??
    lines[0]
  );
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
    ...changeOf(row),
    status: row.status,
    ...(row.score && { score: row.score }),
    markets: row.markets.flatMap((market) => {
      const view = marketOf(market);
      return view ? [view] : [];
    }),
  };
}

/** Why a fixture does not run as planned, and the start it had at first if that is another. */
export function changeOf({
  startsAt,
  originalStartsAt,
  reason,
}: Pick<FixtureRow, 'startsAt' | 'originalStartsAt' | 'reason'>): Pick<Fixture, 'originalStartsAt' | 'reason'> {
  return {
    ...(originalStartsAt !== null && originalStartsAt !== startsAt && { originalStartsAt }),
    ...(reason && { reason }),
  };
}

/** Whether the start is past and the feed has not yet reported that play began. Bets on the fixture are refused then. */
export function isLate({ status, startsAt }: FixtureRow, now: Date): boolean {
  return status === 'upcoming' && Date.parse(startsAt) <= now.getTime();
}

/** A market as players see it; undefined if one of its selections was never priced. */
export function marketView(
  row: MarketRow,
  prices: MarketPrices | undefined,
  { feedUp, late }: { feedUp: boolean; late: boolean },
): Market | undefined {
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
