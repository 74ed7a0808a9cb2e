/** Queries of the steps that claims request from wallet, and of their ends. A claim has one step at a time, so it ends exactly once. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { claimStatuses } from '@fairline/proto/promotions/claims';
import { playCurrency, promotionType } from '../columns.ts';
import { ClaimTerms } from './claim.ts';
import { type EndReason, endReasons, type Step, steps } from './store.ts';

const stepRow = {
  id: uuid,
  promotionId: uuid,
  playerId: uuid,
  type: promotionType,
  currency: playCurrency,
  terms: json(ClaimTerms),
  bonusMinor: integer,
  expiresAt: instant,
  step: oneOf(steps),
};
export type StepRow = Row<typeof stepRow>;

const stepColumns = `c.id, c.promotion_id as "promotionId", c.player_id as "playerId", c.type, c.currency, c.terms, c.bonus_minor as "bonusMinor",
  c.expires_at as "expiresAt", c.step`;

/** Picks steps that are due, or the step of one claim if it is due, and puts each off by `againMs`, so that it is not sent twice while wallet replies. */
export function claimSteps(
  db: Queries,
  at: Date,
  { againMs, limit, id = null }: { againMs: number; limit: number; id?: string | null },
): Promise<StepRow[]> {
  return db.rows(
    stepRow,
    `update claims c set step_due_at = $1::timestamptz + $2 * interval '1 millisecond'
     from (
       select id from claims where step is not null and step_due_at <= $1 and ($4::uuid is null or id = $4) order by step_due_at limit $3 for update skip locked
     ) due
     where c.id = due.id returning ${stepColumns}`,
    [at, againMs, limit, id],
  );
}

/** Puts off the step of a claim, unless its claim has another step by now. */
export async function putOff(db: Queries, { id, step }: Pick<StepRow, 'id' | 'step'>, until: Date): Promise<void> {
  await db.run('update claims set step_due_at = $3 where id = $1 and step = $2', [id, step, until]);
}

/** Sets the currency that wallet named, and makes the step due at once. */
export async function setCurrency(db: Queries, id: string, currency: string, at: Date): Promise<void> {
  await db.run('update claims set currency = $2, step_due_at = $3 where id = $1 and step is not null', [
    id,
    currency,
    at,
  ]);
}

/** The columns of a claim that its events report. */
const changedRow = {
  id: uuid,
  promotionId: uuid,
  playerId: uuid,
  type: promotionType,
  currency: playCurrency,
  status: oneOf(claimStatuses),
  wageringRequiredMinor: integer,
  wageringCompletedMinor: integer,
  bonusMinor: integer,
  convertedMinor: nullable(integer),
  forfeitedMinor: nullable(integer),
  endReason: nullable(oneOf(endReasons)),
  step: nullable(oneOf(steps)),
  version: integer,
};
export type ChangedClaim = Row<typeof changedRow>;

const changedColumns = `c.id, c.promotion_id as "promotionId", c.player_id as "playerId", c.type, c.currency, c.status,
  c.wagering_required_minor as "wageringRequiredMinor", c.wagering_completed_minor as "wageringCompletedMinor", c.bonus_minor as "bonusMinor",
  c.converted_minor as "convertedMinor", c.forfeited_minor as "forfeitedMinor", c.end_reason as "endReason", c.step, c.version`;

/** Opens a claim that no operator has to review any more: it waits for a deposit, or runs as an opt-in. */
export function setOpened(tx: Tx, id: string, kind: 'deposit' | 'running', at: Date): Promise<ChangedClaim[]> {
  return tx.rows(
    changedRow,
    `update claims c set waiting_for = case when $2 = 'deposit' then 'deposit' end, status = case when $2 = 'running' then 'active' else 'claimed' end, started_at = case when $2 = 'running' then $3::timestamptz end,
       version = c.version + 1 where c.id = $1 returning ${changedColumns}`,
    [id, kind, at],
  );
}

/** Completes a claim whose reward was given in full. */
export function completeClaim(tx: Tx, id: string, at: Date): Promise<ChangedClaim[]> {
  return tx.rows(
    changedRow,
    `update claims c set status = 'completed', waiting_for = null, ended_at = $2, version = c.version + 1 where c.id = $1 and c.ended_at is null
     returning ${changedColumns}`,
    [id, at],
  );
}

/** Records that wallet gave the bonus. If the wagering requirement has been met meanwhile, the next step is to convert it. */
export function recordGranted(tx: Tx, id: string, at: Date): Promise<ChangedClaim | undefined> {
  return tx.row(
    changedRow,
    `update claims c set granted = true, status = 'active', version = c.version + 1,
       step = case when c.wagering_required_minor between 1 and c.wagering_completed_minor then 'convert' end,
       step_due_at = case when c.wagering_required_minor between 1 and c.wagering_completed_minor then $2::timestamptz end
     where c.id = $1 and c.step = 'grant' returning ${changedColumns}`,
    [id, at],
  );
}

export function recordConverted(
  tx: Tx,
  id: string,
  convertedMinor: number,
  at: Date,
): Promise<ChangedClaim | undefined> {
  return tx.row(
    changedRow,
    `update claims c set status = 'completed', ended_at = $3, converted_minor = $2, step = null, step_due_at = null, progressed = false, version = c.version + 1
     where c.id = $1 and c.step = 'convert' and c.ended_at is null returning ${changedColumns}`,
    [id, convertedMinor, at],
  );
}

export function recordForfeited(tx: Tx, id: string, forfeitedMinor: number): Promise<ChangedClaim | undefined> {
  return tx.row(
    changedRow,
    `update claims c set forfeited_minor = $2, step = null, step_due_at = null, version = c.version + 1
     where c.id = $1 and c.step = 'forfeit' returning ${changedColumns}`,
    [id, forfeitedMinor],
  );
}

export interface Ending {
  status: 'expired' | 'forfeited' | 'cancelled' | 'completed';
  reason: EndReason | null;
}

/**
 * Ends open claims, unless their bonus is being converted. If a grant was requested from wallet, a forfeit is requested next, and the end is published with its amount;
 * otherwise there is nothing to forfeit. A claim past its expiry gets the expiry as its end.
 */
export function endClaims(
  tx: Tx,
  ids: readonly string[],
  { status, reason }: Ending,
  at: Date,
): Promise<ChangedClaim[]> {
  return tx.rows(
    changedRow,
    `update claims c set status = $2, end_reason = $3, ended_at = least($4, c.expires_at), waiting_for = null, progressed = false, version = c.version + 1,
       forfeited_minor = case when not has_grant(c) then 0 end, step = case when has_grant(c) then 'forfeit' end,
       step_due_at = case when has_grant(c) then $4::timestamptz end
     where c.id = any ($1) and c.ended_at is null and c.step is distinct from 'convert' returning ${changedColumns}`,
    [ids, status, reason, at],
  );
}

/** Ends a claim whose bonus has ended in wallet, so nothing is left to request. A claim at the step `unless` stays open. */
export function endByWallet(
  tx: Tx,
  id: string,
  { status, reason, forfeitedMinor, unless }: Ending & { forfeitedMinor: number; unless?: Step },
  at: Date,
): Promise<ChangedClaim | undefined> {
  return tx.row(
    changedRow,
    `update claims c set status = $2, end_reason = $3, ended_at = $5, waiting_for = null, forfeited_minor = $4, step = null, step_due_at = null, progressed = false,
       version = c.version + 1
     where c.id = $1 and c.ended_at is null and ($6::text is null or c.step is distinct from $6) returning ${changedColumns}`,
    [id, status, reason, forfeitedMinor, at, unless ?? null],
  );
}

const dueRow = { id: uuid, isOptIn: bool };

/** Locks open claims past their expiry. */
export function lockExpired(tx: Tx, at: Date, limit: number): Promise<Row<typeof dueRow>[]> {
  return tx.rows(
    dueRow,
    `select id, status = 'active' and bonus_minor = 0 as "isOptIn" from claims
     where ended_at is null and expires_at <= $1 and step is distinct from 'convert' order by expires_at limit $2 for update skip locked`,
    [at, limit],
  );
}

/** Sets the end of the open opt-ins of a promotion. */
export async function moveOptIns(tx: Tx, promotionId: string, endsAt: Date): Promise<void> {
  await tx.run(
    `update claims c set expires_at = $2
     from (select id from claims where promotion_id = $1 and ended_at is null order by id for update) open where c.id = open.id`,
    [promotionId, endsAt],
  );
}

/** Sets the expiry of claims without an approved deposit to this instant. The job then ends them. */
export async function stopWaiting(tx: Tx, promotionId: string, at: Date): Promise<void> {
  await tx.run(
    `update claims c set expires_at = least(c.expires_at, $2)
     from (
       select id from claims where promotion_id = $1 and ended_at is null and started_at is null and deposit_id is null order by id for update
     ) waiting where c.id = waiting.id`,
    [promotionId, at],
  );
}

const idRow = { id: uuid };

export async function openClaimsOf(tx: Tx, playerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    idRow,
    'select id from claims where player_id = any ($1) and ended_at is null order by id for update',
    [playerIds],
  );
  return rows.map(({ id }) => id);
}

/** Locks open claims whose bonus was not requested from wallet yet. With `at`, only claims made up to that time. */
export async function ungrantedClaimsOf(
  tx: Tx,
  players: readonly { playerId: string; at: Date | null }[],
): Promise<string[]> {
  const rows = await tx.rows(
    idRow,
    `select c.id from claims c
     where c.ended_at is null and not has_grant(c)
       and exists (select from unnest($1::uuid[], $2::timestamptz[]) as e (player_id, at) where e.player_id = c.player_id and (e.at is null or c.claimed_at <= e.at))
     order by c.id for update`,
    [players.map(({ playerId }) => playerId), players.map(({ at }) => at)],
  );
  return rows.map(({ id }) => id);
}

/** Locks open claims of these players whose deposit was approved before the player last requested a withdrawal. */
export async function lockDeposited(tx: Tx, playerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    idRow,
    `select c.id from claims c join players p on p.player_id = c.player_id
     where c.player_id = any ($1) and c.ended_at is null and c.deposited_at < p.withdrew_at order by c.id for update of c`,
    [playerIds],
  );
  return rows.map(({ id }) => id);
}

/** Picks claims with unpublished progress and marks it as published, so that each is published once. */
export function takeProgressed(tx: Tx, limit: number): Promise<ChangedClaim[]> {
  return tx.rows(
    changedRow,
    `update claims c set progressed = false, version = c.version + 1
     from (select id from claims where progressed order by id limit $1 for update skip locked) due where c.id = due.id returning ${changedColumns}`,
    [limit],
  );
}

export interface UsedFreeBet {
  claimId: string;
  betId: string;
  version: number;
  /** False if the bet is void or open again: wallet has then returned the free bet. */
  isUsed: boolean;
  paidMinor: number;
}

/** Records free bets by the newest event about their bet: used if it was settled, usable again if not. Claims that ended in another way stay as they are. */
export async function recordFreeBets(tx: Tx, bets: readonly UsedFreeBet[], at: Date): Promise<ChangedClaim[]> {
  return tx.rows(
    changedRow,
    `with given as (
       select distinct on (x."betId") x.* from jsonb_to_recordset($1) as x ("claimId" uuid, "betId" uuid, version int, "isUsed" boolean, "paidMinor" bigint)
       order by x."betId", x.version desc
     ), locked as materialized (
       select c.id from claims c where c.id in (select "claimId" from given) and c.type = 'free_bet' order by c.id for update
     ), newer as (
       insert into wagers (claim_id, stake_id, version, counted_minor)
       select g."claimId", g."betId", g.version, 0 from given g join locked l on l.id = g."claimId" order by 1, 2
       on conflict (claim_id, stake_id) do update set version = excluded.version where wagers.version < excluded.version
       returning claim_id, stake_id
     )
     update claims c set status = case when g."isUsed" then 'completed' else 'active' end, ended_at = case when g."isUsed" then $2::timestamptz end,
       converted_minor = case when g."isUsed" then g."paidMinor" end, granted = true, version = c.version + 1,
       step = null, step_due_at = null
     from given g join newer n on n.stake_id = g."betId"
     where c.id = g."claimId" and (c.ended_at is null and c.step is distinct from 'forfeit' and (g."isUsed" or c.status <> 'active') or c.status = 'completed')
     returning ${changedColumns}`,
    [JSON.stringify(bets), at],
  );
}
