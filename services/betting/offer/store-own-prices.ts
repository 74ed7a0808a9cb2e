/** Queries of prices and margins of our own. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { integer, json, nullable, uuid } from '@fairline/chassis/storage/rows';
import { z } from 'zod';
import { idRow } from '../columns.ts';
import type { OwnPrices } from './market.ts';
import type { OwnWord } from './prices.ts';

const OddsJson = z.record(z.string(), z.number());
const VersionedJson = z.object({ marginBp: z.number().nullable(), odds: OddsJson.nullable(), version: z.number() });
const ownRow = { marginBp: nullable(integer), odds: nullable(json(OddsJson)) };
const ownOfMarketRow = { marketId: uuid, fixtureId: uuid, own: nullable(json(VersionedJson)) };

export async function ownPrices(db: Queries, marketId: string): Promise<OwnPrices | undefined> {
  return db.row(ownRow, 'select margin_bp as "marginBp", odds from own_prices where market_id = $1', [marketId]);
}

/** What there is for these markets, or also all there is, of fixtures that are not over. */
export function ownWords(db: Queries, marketIds: readonly string[], { all }: { all: boolean }): Promise<OwnWord[]> {
  return db.rows(
    ownOfMarketRow,
    `select m.id as "marketId", m.fixture_id as "fixtureId",
       case when p.market_id is not null then json_build_object('marginBp', p.margin_bp, 'odds', p.odds, 'version', p.version) end as own
     from markets m left join own_prices p on p.market_id = m.id join fixtures f on f.id = m.fixture_id
     where m.id in (select market_id from own_prices where $2 union all select unnest($1::uuid[])) and f.ended_at is null order by m.id`,
    [marketIds, all],
  );
}

/** Null takes them back; the version is that of the market by it. */
export async function setOwnPrices(
  tx: Tx,
  marketId: string,
  own: OwnPrices | null,
  { version, operatorId, at }: { version: number; operatorId: string; at: Date },
): Promise<void> {
  await tx.run('delete from own_prices where market_id = $1', [marketId]);
  if (!own) return;
  await tx.run('insert into own_prices (market_id, margin_bp, odds, version, by, at) values ($1, $2, $3, $4, $5, $6)', [
    marketId,
    own.marginBp,
    own.odds && JSON.stringify(own.odds),
    version,
    operatorId,
    at,
  ]);
}

/**
 * Ends the odds of our own on these markets and on all of these fixtures, all of them locked; answers the markets where there were any.
 * Each is in another version by it, so that no price from before can be taken any more, also where the feed goes on at once.
 */
export async function endOwnOdds(tx: Tx, marketIds: readonly string[], fixtureIds: readonly string[]): Promise<string[]> {
  if (marketIds.length + fixtureIds.length === 0) return [];
  const rows = await tx.rows(
    idRow,
    `with moved as (
       update markets m set version = m.version + 1 from own_prices p
       where p.market_id = m.id and p.odds is not null and (m.id = any ($1) or m.fixture_id = any ($2)) returning m.id, m.version, p.margin_bp
     ),
     gone as (delete from own_prices p using moved m where p.market_id = m.id and m.margin_bp is null),
     kept as (update own_prices p set odds = null, version = m.version from moved m where p.market_id = m.id and m.margin_bp is not null)
     select id from moved`,
    [marketIds, fixtureIds],
  );
  return rows.map(({ id }) => id);
}
