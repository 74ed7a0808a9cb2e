/** Queries of players for operators: how many could claim a promotion, and summaries of their claims. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, only, uuid, uuids } from '@fairline/chassis/storage/rows';
import { tiers } from '@fairline/proto/promotions/offers';
import type { Offer } from '../offers/offer.ts';
import { isWagered, wageredTypes } from '../players/eligibility.ts';

const eligibleRow = { players: integer, ofPlayers: integer, samplePlayerIds: uuids };
const sampleRows = 10;

/** Counts the players of real money who could claim such a promotion, by country, deposits, level, tier and open claims. */
export async function countEligible(db: Queries, { type, eligibility }: Offer) {
  const { countries, newUsersOnly, minTier } = eligibility;
  const least = tiers.find(({ id }) => id === minTier);
  return only(
    await db.row(
      eligibleRow,
      `with fitting as (
         select p.player_id, p.registered_at from players p left join points_accounts a using (player_id)
         where not p.demo and p.status = 'active' and (cardinality($1::text[]) = 0 or p.country = any ($1)) and (not $2::boolean or p.deposits = 0)
           and ($3::bigint is null or (p.level = 'verified' and coalesce(a.earned, 0) >= $3))
           and not exists (select from claims c where c.player_id = p.player_id and c.ended_at is null and c.type = any ($4))
       )
       select (select count(*) from fitting) as players, (select count(*) from players where not demo) as "ofPlayers",
         array(select player_id from fitting order by registered_at desc, player_id desc limit ${sampleRows}) as "samplePlayerIds"`,
      [
        countries,
        newUsersOnly,
        least?.points ?? null,
        isWagered(type) ? wageredTypes : type === 'cashback' ? ['cashback'] : [],
      ],
    ),
  );
}

const summaryRow = { playerId: uuid, claims: integer, activeClaims: integer, bonusMinor: integer };

export async function summariesOf(db: Queries, playerIds: readonly string[]) {
  const rows = await db.rows(
    summaryRow,
    `select player_id as "playerId", count(*) as claims, count(*) filter (where ended_at is null) as "activeClaims",
       coalesce(sum(bonus_minor) filter (where granted and ended_at is null), 0)::bigint as "bonusMinor"
     from claims where player_id = any ($1) group by player_id`,
    [playerIds],
  );
  return new Map(rows.map(({ playerId, ...summary }) => [playerId, summary]));
}
