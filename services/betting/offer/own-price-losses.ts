/**
 * The expected loss of bets at own prices, added per operator and UTC day to everything else they decide alone.
 * When the sum reaches the two-operator threshold, no bet is accepted at their prices and the market goes off offer, until another operator approves or the prices are released.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { bool, integer, text, uuid } from '@fairline/chassis/storage/rows';
import { lineSumOf } from '@fairline/proto/betting/systems';
import { operatorControl } from '@fairline/proto/operator-control';
import { holdFreeOperators, movedByOperator } from '../operator-sums.ts';
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

/** The expected payout of the bet beyond its stake by the feed's fair chances, rounded up; 0 if the house is expected to win. A leg without a fair chance counts as certain. */
export function expectedCostMinor(
  { stakeMinor, sizes, lines, legs }: Omit<PricedBet, 'id' | 'book'>,
  prices: Prices,
): number {
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

/** A market, the operator who set its prices, and the cost of the bet that would have reached the threshold. */
export interface Reached {
  marketId: string;
  operatorId: string;
  costMinor: number;
}

export interface Charged {
  /** Bets that are not accepted, because they would reach the threshold. */
  refused: ReadonlySet<string>;
  /** Bets that are left for the next run, because another transaction is changing their operator's sum. */
  waiting: ReadonlySet<string>;
  /** Markets that must go off offer after this transaction. */
  reached: readonly Reached[];
}

const approvedRow = { id: uuid, by: uuid };
type OwnLeg = Pick<PricedBet['legs'][number], 'marketId'> & { ownBy: string };

/** Adds the expected cost of these bets to their operators' sums of the day, one bet after the other. Only bets with a leg at own prices count. */
export async function chargeOwnPrices(
  tx: Tx,
  at: Date,
  bets: readonly PricedBet[],
  { prices, twoOperatorsMinor }: { prices: Prices; twoOperatorsMinor: number },
): Promise<Charged> {
  const [refused, waiting, reached] = [new Set<string>(), new Set<string>(), new Map<string, Reached>()];
  const counted = await countedLegs(tx, bets);
  if (counted.size === 0) return { refused, waiting, reached: [] };
  const held = await holdFreeOperators(tx, [
    ...new Set([...counted.values()].flatMap((legs) => legs.map(({ ownBy }) => ownBy))),
  ]);
  const [sums, added] = [await sumsOf(tx, at, [...held]), new Map<string, number>()];
  for (const bet of bets) {
    const legs = counted.get(bet.id) ?? [];
    if (!legs.every(({ ownBy }) => held.has(ownBy))) {
      waiting.add(bet.id);
      continue;
    }
    const costMinor = legs.length === 0 ? 0 : expectedCostMinor(bet, prices);
    const beyond = legs.filter(({ ownBy }) => (sums.get(ownBy) ?? 0) + costMinor >= twoOperatorsMinor);
    if (beyond.length > 0) refused.add(bet.id);
    else {
      for (const operatorId of new Set(legs.map(({ ownBy }) => ownBy))) {
        sums.set(operatorId, (sums.get(operatorId) ?? 0) + costMinor);
        added.set(operatorId, (added.get(operatorId) ?? 0) + costMinor);
      }
    }
    for (const { marketId, ownBy } of beyond)
      reached.set(`${marketId} ${ownBy}`, { marketId, operatorId: ownBy, costMinor });
  }
  await addLosses(tx, at, added, twoOperatorsMinor);
  return { refused, waiting, reached: [...reached.values()] };
}

/** The legs at own prices of each real-money bet, without those that a second operator approved. */
async function countedLegs(tx: Tx, bets: readonly PricedBet[]): Promise<Map<string, OwnLeg[]>> {
  const own = bets.flatMap(({ id, book, legs }) => {
    const ofBet = legs.flatMap(({ marketId, ownBy }) =>
      book === 'real' && ownBy !== null ? [{ marketId, ownBy }] : [],
    );
    return ofBet.length > 0 ? [{ id, legs: ofBet }] : [];
  });
  if (own.length === 0) return new Map();
  const approvals = await tx.rows(
    approvedRow,
    `select market_id as id, (requester ->> 'operatorId')::uuid as by from own_prices
     where market_id = any ($1) and odds is not null and loss_approved_by is not null`,
    [own.flatMap(({ legs }) => legs.map(({ marketId }) => marketId))],
  );
  const isApproved = (leg: OwnLeg) => approvals.some(({ id, by }) => id === leg.marketId && by === leg.ownBy);
  return new Map(own.map(({ id, legs }) => [id, legs.filter((leg) => !isApproved(leg))]));
}

const sumRow = { id: uuid, minor: integer };

/** The total that each of these operators moved alone that day. They are locked, so no other transaction adds to it. */
async function sumsOf(tx: Tx, at: Date, operatorIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows(
    sumRow,
    'select id, operator_moved(id, $2, null) as minor from unnest($1::uuid[]) as t (id)',
    [operatorIds, at],
  );
  return new Map(rows.map(({ id, minor }) => [id, minor]));
}

async function addLosses(
  tx: Tx,
  at: Date,
  added: ReadonlyMap<string, number>,
  twoOperatorsMinor: number,
): Promise<void> {
  await tx.run(
    `insert into own_price_losses as o (operator_id, day, loss_minor, flagged)
     select t.id, ($3::timestamptz at time zone 'utc')::date, t.minor, operator_moved(t.id, $3, null) + t.minor >= $4
     from unnest($1::uuid[], $2::bigint[]) as t (id, minor) where t.minor > 0
     on conflict (operator_id, day) do update set loss_minor = o.loss_minor + excluded.loss_minor, flagged = o.flagged or excluded.flagged`,
    [[...added.keys()], [...added.values()], at, twoOperatorsMinor * operatorControl.flaggedShare],
  );
}

const nameRow = { name: text, waits: bool };

/** Takes markets off offer whose own prices reached the threshold, and requests a second operator. It may run after the deciding transaction: until then the threshold itself refuses further bets. */
export async function stopOwnPrices(context: OfferContext, reached: readonly Reached[]): Promise<void> {
  const fixtureIds = new Set<string>();
  for (const one of reached) {
    const fixtureId = await context.db.tx((tx) => stopOne(tx, context.clock.now(), one, context.twoOperatorsMinor));
    if (fixtureId) fixtureIds.add(fixtureId);
  }
  if (fixtureIds.size > 0) await showNow(context, [...fixtureIds]);
}

/** Stops one market, unless its prices or the UTC day have changed in between. */
async function stopOne(
  tx: Tx,
  at: Date,
  { marketId, operatorId, costMinor }: Reached,
  twoOperatorsMinor: number,
): Promise<string | undefined> {
  const market = await lockMarket(tx, marketId);
  const terms = await oddsTermsOf(tx, marketId);
  if (!market || terms?.requester.operatorId !== operatorId || terms.stoppedAt || terms.lossApprovedBy)
    return undefined;
  const movedMinor = await movedByOperator(tx, operatorId, at);
  if (movedMinor + costMinor < twoOperatorsMinor) return undefined;
  await stopOwnOdds(tx, marketId, { stoppedAt: at });
  const version = await nextVersion(tx, marketId);
  await touchFixtures(tx, [market.fixtureId]);
  await publishSuspended(tx, market.open ? [{ marketId, fixtureId: market.fixtureId, version }] : [], 'operator');
  const [about] = await tx.rows(
    nameRow,
    `select f.home_team || ' vs ' || f.away_team || ', ' || m.name as name,
       exists (select from desk_requests d where d.kind = 'own_loss' and d.subject = $1::text and d.status = 'pending') as waits
     from markets m join fixtures f on f.id = m.fixture_id where m.id = $1::uuid`,
    [marketId],
  );
  if (about && !about.waits) {
    await tx.run(
      `insert into desk_requests (id, kind, market_id, subject, name, change, reason, status, requester, requested_at)
       values ($1, 'own_loss', $2::uuid, $2::text, $3, $4, '', 'pending', $5, $6)`,
      [
        randomUUIDv7(),
        marketId,
        about.name,
        JSON.stringify({ kind: 'own_loss', movedMinor }),
        JSON.stringify(terms.requester),
        at,
      ],
    );
  }
  return market.fixtureId;
}
