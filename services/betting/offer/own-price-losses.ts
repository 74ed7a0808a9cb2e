/**
 * The expected loss of bets at own prices, added per operator and UTC day to everything else they decide alone.
 * When the sum reaches the two-operator threshold, no bet is accepted at their prices and the market goes off offer, until another operator approves or the prices are released.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { bool, integer, text, uuid } from '@fairline/chassis/storage/rows';
import { lineSumOf } from '@fairline/proto/betting/systems';
import { operatorControl } from '@fairline/proto/operator-control';
import { showNow } from './commands.ts';
import type { OfferContext } from './context.ts';
import type { MarketPrices } from './market.ts';
import { lockMarket, nextVersion, touchFixtures } from './store.ts';
import { oddsTermsOf, stopOwnOdds } from './store-own-prices.ts';
import { publishSuspended } from './suspensions.ts';
import { chancesOf } from './volatility.ts';

/** A bet that is about to be accepted. */
export interface PricedBet {
  id: string;
  book: 'real' | 'play';
  stakeMinor: number;
  sizes: readonly number[];
  lines: number;
  legs: readonly { marketId: string; selectionId: string; oddsMilli: number; ownBy: string | null }[];
}

type Prices = ReadonlyMap<string, MarketPrices | undefined>;

/** What the bet is expected to pay beyond its stake by the feed's fair chances, rounded up; a leg without one counts as certain. Nothing where the house is expected to win. */
export function expectedCostMinor({ stakeMinor, sizes, lines, legs }: Omit<PricedBet, 'id' | 'book'>, prices: Prices): number {
  const values = legs.map(({ marketId, selectionId, oddsMilli }) => {
    const { chance, refundShare } = fairOf(prices.get(marketId), selectionId);
    return (1 - refundShare) * chance * (oddsMilli / 1_000) + refundShare;
  });
  return Math.max(0, Math.ceil((stakeMinor * lineSumOf(values, sizes)) / lines - stakeMinor - 1e-6));
}

function fairOf(prices: MarketPrices | undefined, selectionId: string): { chance: number; refundShare: number } {
  const feeds = prices?.feeds ?? prices;
  if (!feeds) return { chance: 1, refundShare: 0 };
  const odds = [...feeds.selections.values()].map(({ oddsMilli }) => oddsMilli);
  const chance = chancesOf(odds, feeds.marginMethod)[[...feeds.selections.keys()].indexOf(selectionId)];
  return { chance: chance ?? 1, refundShare: feeds.refundShare };
}

export interface Charged {
  /** Bets that are not accepted, as the amount was reached before them. */
  refused: ReadonlySet<string>;
  /** Markets to be taken off offer after this transaction. */
  reached: readonly string[];
}

const nothingCharged: Charged = { refused: new Set(), reached: [] };
const approvedRow = { id: uuid, by: uuid };

/** Adds to each operator's day what these bets are expected to cost, one bet after the other. Only bets with a leg at own prices cost anything here. */
export async function chargeOwnPrices(tx: Tx, at: Date, bets: readonly PricedBet[], prices: Prices): Promise<Charged> {
  const own = bets.filter(({ book, legs }) => book === 'real' && legs.some(({ ownBy }) => ownBy !== null));
  if (own.length === 0) return nothingCharged;
  const legs = own.flatMap((bet) => bet.legs.flatMap(({ marketId, ownBy }) => (ownBy === null ? [] : [{ marketId, ownBy }])));
  const approvals = await tx.rows(
    approvedRow,
    `select market_id as id, (requester ->> 'operatorId')::uuid as by from own_prices
     where market_id = any ($1) and odds is not null and loss_approved_by is not null`,
    [legs.map(({ marketId }) => marketId)],
  );
  const isApproved = (leg: { marketId: string; ownBy: string | null }) => approvals.some(({ id, by }) => id === leg.marketId && by === leg.ownBy);
  const sums = await lockSums(tx, at, [...new Set(legs.map(({ ownBy }) => ownBy))].sort());
  const [refused, reached, added] = [new Set<string>(), new Set<string>(), new Map<string, number>()];
  for (const bet of own) {
    const counted = bet.legs.flatMap(({ marketId, ownBy }) => (ownBy === null || isApproved({ marketId, ownBy }) ? [] : [{ marketId, ownBy }]));
    const isReached = ({ ownBy }: { ownBy: string }) => (sums.get(ownBy) ?? 0) >= operatorControl.twoOperatorsMinor;
    if (counted.some(isReached)) refused.add(bet.id);
    else {
      const costMinor = expectedCostMinor(bet, prices);
      for (const operatorId of new Set(counted.map(({ ownBy }) => ownBy))) {
        sums.set(operatorId, (sums.get(operatorId) ?? 0) + costMinor);
        added.set(operatorId, (added.get(operatorId) ?? 0) + costMinor);
      }
    }
    for (const leg of counted.filter(isReached)) reached.add(leg.marketId);
  }
  await addLosses(tx, at, added);
  return { refused, reached: [...reached].sort() };
}

const sumRow = { id: uuid, minor: integer };

/** Locks the days of these operators, so that bets accepted at the same time count one after the other, and reads all they moved alone. */
async function lockSums(tx: Tx, at: Date, operatorIds: readonly string[]): Promise<Map<string, number>> {
  await tx.run(
    `insert into own_price_losses (operator_id, day, loss_minor)
     select id, ($2::timestamptz at time zone 'utc')::date, 0 from unnest($1::uuid[]) as t (id) order by id on conflict do nothing`,
    [operatorIds, at],
  );
  await tx.run(
    `select from own_price_losses where operator_id = any ($1) and day = ($2::timestamptz at time zone 'utc')::date order by operator_id for no key update`,
    [operatorIds, at],
  );
  const rows = await tx.rows(sumRow, 'select id, operator_moved(id, $2, null) as minor from unnest($1::uuid[]) as t (id)', [operatorIds, at]);
  return new Map(rows.map(({ id, minor }) => [id, minor]));
}

async function addLosses(tx: Tx, at: Date, added: ReadonlyMap<string, number>): Promise<void> {
  const flaggedMinor = operatorControl.twoOperatorsMinor * operatorControl.flaggedShare;
  await tx.run(
    `update own_price_losses o set loss_minor = o.loss_minor + t.minor,
       flagged = o.flagged or operator_moved(o.operator_id, $3, null) + t.minor >= $4
     from unnest($1::uuid[], $2::bigint[]) as t (id, minor)
     where o.operator_id = t.id and o.day = ($3::timestamptz at time zone 'utc')::date and t.minor > 0`,
    [[...added.keys()], [...added.values()], at, flaggedMinor],
  );
}

const nameRow = { name: text, minor: integer, waits: bool };

/** Takes markets off offer whose own prices cost too much, and requests a second operator. No bet is accepted there meanwhile, so this may run after their transaction. */
export async function stopOwnPrices(context: OfferContext, marketIds: readonly string[]): Promise<void> {
  const fixtureIds = new Set<string>();
  for (const marketId of marketIds) {
    const fixtureId = await context.db.tx((tx) => stopOne(tx, context.clock.now(), marketId));
    if (fixtureId) fixtureIds.add(fixtureId);
  }
  if (fixtureIds.size > 0) await showNow(context, [...fixtureIds]);
}

async function stopOne(tx: Tx, at: Date, marketId: string): Promise<string | undefined> {
  const market = await lockMarket(tx, marketId);
  const terms = await oddsTermsOf(tx, marketId);
  if (!market || !terms || terms.stoppedAt || terms.lossApprovedBy) return undefined;
  await stopOwnOdds(tx, marketId, { stoppedAt: at });
  const version = await nextVersion(tx, marketId);
  await touchFixtures(tx, [market.fixtureId]);
  await publishSuspended(tx, market.open ? [{ marketId, fixtureId: market.fixtureId, version }] : [], 'operator');
  const [about] = await tx.rows(
    nameRow,
    `select f.home_team || ' vs ' || f.away_team || ', ' || m.name as name, operator_moved($2, $3, null) as minor,
       exists (select from desk_requests d where d.kind = 'own_loss' and d.subject = $1::text and d.status = 'pending') as waits
     from markets m join fixtures f on f.id = m.fixture_id where m.id = $1::uuid`,
    [marketId, terms.requester.operatorId, at],
  );
  if (about && !about.waits) {
    await tx.run(
      `insert into desk_requests (id, kind, market_id, subject, name, change, reason, status, requester, requested_at)
       values ($1, 'own_loss', $2::uuid, $2::text, $3, $4, '', 'pending', $5, $6)`,
      [randomUUIDv7(), marketId, about.name, JSON.stringify({ kind: 'own_loss', movedMinor: about.minor }), JSON.stringify(terms.requester), at],
    );
  }
  return market.fixtureId;
}
