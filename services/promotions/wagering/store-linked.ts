/** Queries of the legs of linked accounts. Legs are stored only for players who wager a bonus or have a free bet, and for accounts that share a key with them. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { nullable, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { wageredTypes } from '../players/eligibility.ts';

/** Types of claims from which a player could win for certain by betting on the other side with another account. */
const watchedTypes = [...wageredTypes, 'free_bet'];

const groupRow = { playerId: uuid, claimId: uuid };

/** Returns the open bonuses and free bets of these players and of accounts linked to them. It locks the claims, so that of two linked bets at once the second finds the first. */
export function lockLinkedClaims(tx: Tx, playerIds: readonly string[]): Promise<Row<typeof groupRow>[]> {
  return tx.rows(
    groupRow,
    `with members as (
       select x.id as player_id, x.id as claimant from unnest($1::uuid[]) as x (id)
       union
       select k.player_id, o.player_id from player_keys k join player_keys o on o.kind = k.kind and o.key = k.key and o.player_id <> k.player_id
       where k.player_id = any ($1)
     )
     select m.player_id as "playerId", c.id as "claimId" from members m
     join claims c on c.player_id = m.claimant and c.ended_at is null and c.started_at is not null and c.type = any ($2) order by c.id for update of c`,
    [playerIds, watchedTypes],
  );
}

export interface LinkedLeg {
  marketId: string;
  selectionId: string;
  playerId: string;
  betId: string;
  placedAt: Date;
}

export async function keepLegs(tx: Tx, legs: readonly LinkedLeg[]): Promise<void> {
  await tx.run(
    `insert into linked_legs (market_id, selection_id, player_id, bet_id, placed_at)
     select l."marketId", l."selectionId", l."playerId", l."betId", l."placedAt"
     from jsonb_to_recordset($1) as l ("marketId" text, "selectionId" text, "playerId" uuid, "betId" uuid, "placedAt" timestamptz) order by 1, 4, 2 on conflict do nothing`,
    [JSON.stringify(legs)],
  );
}

const oppositeRow = {
  marketId: text,
  playerId: uuid,
  betId: uuid,
  selectionId: text,
  claimId: nullable(uuid),
  otherId: uuid,
  otherBetId: uuid,
  otherSelectionId: text,
  otherClaimId: nullable(uuid),
};
export type Opposite = Row<typeof oppositeRow>;

/**
 * Pairs of linked players on different selections of these markets. A pair that was found on the same market before is left out.
 * The claim of a side is the oldest open bonus or free bet of its player.
 */
export function findOpposites(tx: Tx, marketIds: readonly string[], at: Date): Promise<Opposite[]> {
  return tx.rows(
    oppositeRow,
    `with pairs as (
       select distinct on (a.market_id, a.player_id, b.player_id) a.market_id, a.player_id, a.bet_id, a.selection_id, ca.id as claim_id,
         b.player_id as other_id, b.bet_id as other_bet_id, b.selection_id as other_selection_id, cb.id as other_claim_id
       from linked_legs a
       join linked_legs b on b.market_id = a.market_id and b.selection_id <> a.selection_id and b.player_id > a.player_id
       left join claims ca on ca.player_id = a.player_id and ca.ended_at is null and ca.started_at is not null and ca.type = any ($3)
       left join claims cb on cb.player_id = b.player_id and cb.ended_at is null and cb.started_at is not null and cb.type = any ($3)
       where a.market_id = any ($1) and (ca.id is not null or cb.id is not null)
         and exists (select from player_keys k join player_keys o on o.kind = k.kind and o.key = k.key where k.player_id = a.player_id and o.player_id = b.player_id)
       order by a.market_id, a.player_id, b.player_id, a.bet_id, b.bet_id, ca.id, cb.id
     ), found as (
       insert into linked_finds (market_id, first_player_id, second_player_id, found_at) select market_id, player_id, other_id, $2 from pairs order by 1, 2, 3
       on conflict do nothing returning market_id, first_player_id, second_player_id
     )
     select p.market_id as "marketId", p.player_id as "playerId", p.bet_id as "betId", p.selection_id as "selectionId", p.claim_id as "claimId",
       p.other_id as "otherId", p.other_bet_id as "otherBetId", p.other_selection_id as "otherSelectionId", p.other_claim_id as "otherClaimId"
     from pairs p join found f on f.market_id = p.market_id and f.first_player_id = p.player_id and f.second_player_id = p.other_id`,
    [marketIds, at, watchedTypes],
  );
}

/** Deletes legs of bets placed before an instant, and pairs found before it. */
export async function deleteOldLegs(db: Queries, before: Date): Promise<void> {
  await db.run('delete from linked_legs where placed_at < $1', [before]);
  await db.run('delete from linked_finds where found_at < $1', [before]);
}
