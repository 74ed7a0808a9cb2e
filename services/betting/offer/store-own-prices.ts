/** Queries of prices and margins of our own. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { float, instant, integer, json, nullable, type Row, uuid } from '@fairline/chassis/storage/rows';
import { z } from 'zod';
import { idRow } from '../columns.ts';
import { aloneRatio, type OwnPrices } from './market.ts';
import type { OwnPricesOfMarket } from './prices.ts';

const OddsJson = z.record(z.string(), z.number());
const VersionedJson = z.object({
  marginBp: z.number().nullable(),
  odds: OddsJson.nullable(),
  version: z.number(),
  maxRatio: z.number(),
  by: z.string(),
});
const ownRow = { marginBp: nullable(integer), odds: nullable(json(OddsJson)) };
const ownOfMarketRow = { marketId: uuid, fixtureId: uuid, own: nullable(json(VersionedJson)) };

export async function ownPrices(db: Queries, marketId: string): Promise<OwnPrices | undefined> {
  return db.row(ownRow, 'select margin_bp as "marginBp", odds from own_prices where market_id = $1', [marketId]);
}

/** The own prices of these markets; with `all` also every other own price. Only for fixtures that are not over. */
export function ownPricesOf(
  db: Queries,
  marketIds: readonly string[],
  { all }: { all: boolean },
): Promise<OwnPricesOfMarket[]> {
  return db.rows(
    ownOfMarketRow,
    `select m.id as "marketId", m.fixture_id as "fixtureId",
       case when p.market_id is not null then json_build_object('marginBp', p.margin_bp, 'odds', p.odds, 'version', p.version,
         'maxRatio', p.max_ratio, 'by', p.requester ->> 'operatorId') end as own
     from markets m left join own_prices p on p.market_id = m.id join fixtures f on f.id = m.fixture_id
     where m.id in (select market_id from own_prices where $2 union all select unnest($1::uuid[])) and f.ended_at is null order by m.id`,
    [marketIds, all],
  );
}

/** The terms of own odds: who set them, and what a second operator approved. */
export interface OddsTerms {
  requester: Requester;
  /** The highest ratio of the odds to the fair price. */
  maxRatio: number;
  /** The second operator who approved further bets at these odds beyond the threshold; null if none did. */
  lossApprovedBy: string | null;
}

/** Sets own prices, or removes them (null). `version` is the market's new version. New odds come with terms; without terms the current ones stay. */
export async function setOwnPrices(
  tx: Tx,
  marketId: string,
  own: OwnPrices | null,
  { version, by, at, terms }: { version: number; by: Requester; at: Date; terms?: OddsTerms | undefined },
): Promise<void> {
  if (!own) {
    await tx.run('delete from own_prices where market_id = $1', [marketId]);
    return;
  }
  await tx.run(
    `insert into own_prices as p (market_id, margin_bp, odds, version, by, at, requester, max_ratio, loss_approved_by)
     values ($1, $2, $3, $4, $5, $6, coalesce($7, $8)::jsonb, coalesce($9::float8, $10::float8), $11)
     on conflict (market_id) do update set margin_bp = excluded.margin_bp, odds = excluded.odds, version = excluded.version, by = excluded.by, at = excluded.at,
       requester = case when $7::text is null then p.requester else excluded.requester end,
       max_ratio = case when $7::text is null then p.max_ratio else excluded.max_ratio end,
       loss_approved_by = case when $7::text is null and excluded.odds is not null then p.loss_approved_by else excluded.loss_approved_by end,
       stopped_at = case when $7::text is null and excluded.odds is not null then p.stopped_at end`,
    [
      marketId,
      own.marginBp,
      own.odds && JSON.stringify(own.odds),
      version,
      by.operatorId,
      at,
      terms ? JSON.stringify(terms.requester) : null,
      JSON.stringify(by),
      terms?.maxRatio ?? null,
      aloneRatio,
      terms?.lossApprovedBy ?? null,
    ],
  );
  if (!terms) return;
  await tx.run(
    'insert into own_price_setters (operator_id, requester) values ($1, $2) on conflict (operator_id) do update set requester = excluded.requester',
    [terms.requester.operatorId, JSON.stringify(terms.requester)],
  );
}

const termsRow = {
  requester: json(Requester),
  maxRatio: float,
  lossApprovedBy: nullable(uuid),
  stoppedAt: nullable(instant),
};
export type KeptTerms = Row<typeof termsRow>;

/** The terms of the own odds on a market; undefined if it has none. */
export function oddsTermsOf(db: Queries, marketId: string): Promise<KeptTerms | undefined> {
  return db.row(
    termsRow,
    `select requester, max_ratio as "maxRatio", loss_approved_by as "lossApprovedBy", stopped_at as "stoppedAt"
     from own_prices where market_id = $1 and odds is not null`,
    [marketId],
  );
}

/** Takes the market off offer because of its own odds, or puts it back with a second operator's approval. */
export async function stopOwnOdds(
  tx: Tx,
  marketId: string,
  to: { stoppedAt: Date } | { approvedBy: string },
): Promise<void> {
  const [stoppedAt, approvedBy] = 'stoppedAt' in to ? [to.stoppedAt, null] : [null, to.approvedBy];
  await tx.run(
    'update own_prices set stopped_at = $2, loss_approved_by = coalesce($3, loss_approved_by) where market_id = $1',
    [marketId, stoppedAt, approvedBy],
  );
}

/** How operators who set odds got their access when they last did. */
export async function settersOf(db: Queries, operatorIds: readonly string[]): Promise<Requester[]> {
  const rows = await db.rows(
    { requester: json(Requester) },
    'select requester from own_price_setters where operator_id = any ($1)',
    [operatorIds],
  );
  return rows.map(({ requester }) => requester);
}

/**
 * Ends own odds on these markets and on all markets of these fixtures, which must be locked; returns the markets that had any.
 * Each gets a new version, so that no earlier price is accepted any more, even if the feed continues at once.
 */
export async function endOwnOdds(
  tx: Tx,
  marketIds: readonly string[],
  fixtureIds: readonly string[],
): Promise<string[]> {
  if (marketIds.length + fixtureIds.length === 0) return [];
  const rows = await tx.rows(
    idRow,
    `with moved as (
       update markets m set version = m.version + 1 from own_prices p
       where p.market_id = m.id and p.odds is not null and (m.id = any ($1) or m.fixture_id = any ($2)) returning m.id, m.version, p.margin_bp
     ),
     gone as (delete from own_prices p using moved m where p.market_id = m.id and m.margin_bp is null),
     kept as (update own_prices p set odds = null, stopped_at = null, loss_approved_by = null, version = m.version from moved m where p.market_id = m.id and m.margin_bp is not null)
     select id from moved`,
    [marketIds, fixtureIds],
  );
  return rows.map(({ id }) => id);
}
