/** Queries of wagering: the claims that stakes may count towards, and the amount that each stake counts. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, json, type Row, uuid } from '@fairline/chassis/storage/rows';
import { ClaimTerms } from '../claims/claim.ts';
import { wageredTypes } from '../players/eligibility.ts';

const wageringRow = { id: uuid, playerId: uuid, startedAt: instant, expiresAt: instant, terms: json(ClaimTerms) };
export type WageringRow = Row<typeof wageringRow>;

/** Locks the claims that these players wager, in one order. Claims that are being converted or have ended are left out: no further stake counts towards them. */
export function lockWagering(tx: Tx, playerIds: readonly string[]): Promise<WageringRow[]> {
  return tx.rows(
    wageringRow,
    `select id, player_id as "playerId", started_at as "startedAt", expires_at as "expiresAt", terms from claims
     where player_id = any ($1) and ended_at is null and started_at is not null and type = any ($2) and step is distinct from 'convert' order by id for update`,
    [playerIds, wageredTypes],
  );
}

export interface Wager {
  claimId: string;
  stakeId: string;
  version: number;
  stakeMinor: number;
  atRiskMinor: number;
  countedMinor: number;
}

/**
 * Counts each stake once, by its newest version, and adds the difference to its locked claim. If the claim now meets its requirement, its next step is to convert;
 * while its grant is still requested, that waits for wallet's reply.
 */
export async function countWagers(tx: Tx, wagers: readonly Wager[], at: Date): Promise<void> {
  await tx.run(
    `with given as (
       select * from jsonb_to_recordset($1) as x ("claimId" uuid, "stakeId" uuid, version int, "stakeMinor" bigint, "atRiskMinor" bigint, "countedMinor" bigint)
     ), before as (
       select w.claim_id, w.stake_id, w.counted_minor from wagers w join given g on g."claimId" = w.claim_id and g."stakeId" = w.stake_id
     ), written as (
       insert into wagers as w (claim_id, stake_id, version, stake_minor, at_risk_minor, counted_minor)
       select "claimId", "stakeId", version, "stakeMinor", "atRiskMinor", "countedMinor" from given order by 1, 2
       on conflict (claim_id, stake_id) do update set version = excluded.version, stake_minor = excluded.stake_minor, at_risk_minor = excluded.at_risk_minor,
         counted_minor = excluded.counted_minor where w.version < excluded.version
       returning w.claim_id, w.stake_id, w.counted_minor
     ), moved as (
       select n.claim_id, sum(n.counted_minor - coalesce(b.counted_minor, 0))::bigint as minor
       from written n left join before b on b.claim_id = n.claim_id and b.stake_id = n.stake_id group by n.claim_id
     )
     update claims c set wagering_completed_minor = c.wagering_completed_minor + m.minor, progressed = true,
       step = case when c.step is null and c.wagering_completed_minor + m.minor >= c.wagering_required_minor then 'convert' else c.step end,
       step_due_at = case when c.step is null and c.wagering_completed_minor + m.minor >= c.wagering_required_minor then $2 else c.step_due_at end
     from moved m where c.id = m.claim_id and m.minor <> 0`,
    [JSON.stringify(wagers), at],
  );
}

/** Deletes the counted stakes of claims that ended before `endedBefore`: no event about those stakes is expected any more. */
export async function deleteOldWagers(db: Queries, endedBefore: Date, limit: number): Promise<number> {
  return db.run(
    `delete from wagers w using (
       select w.claim_id, w.stake_id from claims c join wagers w on w.claim_id = c.id where c.ended_at < $1 limit $2
     ) old where w.claim_id = old.claim_id and w.stake_id = old.stake_id`,
    [endedBefore, limit],
  );
}
