/** Queries that make claims: the claim itself, its place in the promotion, and the keys of the person behind it. Also the decision of its bonus. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { brokenConstraint } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { PersonKey } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { claimEndReasons, claimRefusals, claimStatuses } from '@fairline/proto/promotions/claims';
import { jurisdiction, playCurrency, promotionType } from '../columns.ts';
import { wageredTypes } from '../players/eligibility.ts';
import { ClaimTerms } from './claim.ts';

export const steps = ['grant', 'convert', 'forfeit'] as const;
export type Step = (typeof steps)[number];
export const endReasons = claimEndReasons;
export type EndReason = (typeof endReasons)[number];

export const claimRow = {
  id: uuid,
  promotionId: uuid,
  playerId: uuid,
  name: text,
  type: promotionType,
  status: oneOf(claimStatuses),
  waitingFor: nullable(oneOf(['deposit', 'operator'])),
  claimedAt: instant,
  expiresAt: instant,
  endedAt: nullable(instant),
  endReason: nullable(oneOf(endReasons)),
  jurisdiction,
  currency: playCurrency,
  terms: json(ClaimTerms),
  depositId: nullable(uuid),
  bonusMinor: integer,
  wageringRequiredMinor: integer,
  wageringCompletedMinor: integer,
  convertedMinor: nullable(integer),
  forfeitedMinor: nullable(integer),
  step: nullable(oneOf(steps)),
  version: integer,
  coveredStakeMinor: integer,
  coveredAtRiskMinor: integer,
};
export type ClaimRow = Row<typeof claimRow>;

/** Columns for a statement that names the claim `c` and its promotion `p`. */
export const claimColumns = `c.id, c.promotion_id as "promotionId", c.player_id as "playerId", p.name, c.type, c.status, c.waiting_for as "waitingFor",
  c.claimed_at as "claimedAt", c.expires_at as "expiresAt", c.ended_at as "endedAt", c.end_reason as "endReason", c.jurisdiction, c.currency, c.terms,
  c.deposit_id as "depositId", c.bonus_minor as "bonusMinor", c.wagering_required_minor as "wageringRequiredMinor",
  c.wagering_completed_minor as "wageringCompletedMinor", c.converted_minor as "convertedMinor", c.forfeited_minor as "forfeitedMinor", c.step, c.version,
  (select coalesce(sum(w.stake_minor), 0)::bigint from wagers w where w.claim_id = c.id and w.at_risk_minor < w.stake_minor) as "coveredStakeMinor",
  (select coalesce(sum(w.at_risk_minor), 0)::bigint from wagers w where w.claim_id = c.id and w.at_risk_minor < w.stake_minor) as "coveredAtRiskMinor"`;

export function findClaim(db: Queries, id: string): Promise<ClaimRow | undefined> {
  return db.row(
    claimRow,
    `select ${claimColumns} from claims c join promotions p on p.id = c.promotion_id where c.id = $1`,
    [id],
  );
}

export function lockClaim(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  return tx.row(
    claimRow,
    `select ${claimColumns} from claims c join promotions p on p.id = c.promotion_id where c.id = $1 for update of c`,
    [id],
  );
}

/** Whether the player has ever claimed the promotion. */
export function hasClaimed(db: Queries, promotionId: string, playerId: string): Promise<boolean> {
  return db.exists('select from claims where promotion_id = $1 and player_id = $2', [promotionId, playerId]);
}

const sharedRow = { kind: text };

/**
 * Returns the kinds of keys that the player shares with another claim of the promotion. It locks the keys first, in one order,
 * so that if two accounts of one person claim at once, the second sees the claim of the first.
 */
export async function lockSharedKeys(
  tx: Tx,
  promotionId: string,
  playerId: string,
  keys: readonly PersonKey[],
): Promise<Set<string>> {
  const names = keys.map(({ kind, key }) => `${promotionId} ${kind} ${key}`).sort();
  for (const name of names) await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  const rows = await tx.rows(
    sharedRow,
    `select distinct k.kind from claim_keys k join claims c on c.id = k.claim_id
     join jsonb_to_recordset($3) as x (kind text, key text) on x.kind = k.kind and x.key = k.key where k.promotion_id = $1 and c.player_id <> $2`,
    [promotionId, playerId, JSON.stringify(keys)],
  );
  return new Set(rows.map(({ kind }) => kind));
}

export interface NewClaim {
  id: string;
  promotionId: string;
  playerId: string;
  type: ClaimRow['type'];
  status: ClaimRow['status'];
  waitingFor: ClaimRow['waitingFor'];
  claimedAt: Date;
  expiresAt: Date;
  country: string;
  jurisdiction: ClaimRow['jurisdiction'];
  currency: ClaimRow['currency'];
  terms: ClaimTerms;
}

/** Inserts a claim. Refuses a second claim of the promotion by the same player or person. */
export async function insertClaim(tx: Tx, claim: NewClaim, keys: readonly PersonKey[]): Promise<void> {
  try {
    await tx.run(
      `insert into claims (id, promotion_id, player_id, type, status, waiting_for, claimed_at, expires_at, country, jurisdiction, currency, terms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        claim.id,
        claim.promotionId,
        claim.playerId,
        claim.type,
        claim.status,
        claim.waitingFor,
        claim.claimedAt,
        claim.expiresAt,
        claim.country,
        claim.jurisdiction,
        claim.currency,
        JSON.stringify(claim.terms),
      ],
    );
    await tx.run(
      `insert into claim_keys (claim_id, promotion_id, kind, key) select $1, $2, k.kind, k.key from jsonb_to_recordset($3) as k (kind text, key text)
       order by 3, 4 on conflict (claim_id, kind, key) do nothing`,
      [claim.id, claim.promotionId, JSON.stringify(keys)],
    );
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'claims_promotion_id_player_id_key') throw new Refusal(claimRefusals.alreadyClaimed);
    if (constraint === 'claim_keys_person') throw new Refusal(claimRefusals.notEligible, { why: 'claimed_by_person' });
    throw error;
  }
}

/** Takes a place. Returns false if none is left or the promotion is no longer active. It is the last statement of a claim, because all claims of a promotion lock its row. */
export async function takePlace(tx: Tx, promotionId: string, at: Date): Promise<boolean> {
  const taken = await tx.run(
    `update promotions set claimed = claimed + 1
     where id = $1 and status = 'active' and starts_at <= $2 and ends_at > $2 and (max_claims is null or claimed < max_claims)`,
    [promotionId, at],
  );
  return taken > 0;
}

/** Frees the place of a claim that was rejected before it got anything. */
export async function returnPlace(tx: Tx, promotionId: string): Promise<void> {
  await tx.run('update promotions set claimed = claimed - 1 where id = $1', [promotionId]);
}

const waitingRow = {
  id: uuid,
  playerId: uuid,
  type: promotionType,
  waitingFor: nullable(oneOf(['deposit', 'operator'])),
  claimedAt: instant,
  expiresAt: instant,
  currency: playCurrency,
  terms: json(ClaimTerms),
};
export type WaitingRow = Row<typeof waitingRow>;

/** Locks the claims of these players whose bonus a deposit may grant. */
export function lockForDeposits(tx: Tx, playerIds: readonly string[]): Promise<WaitingRow[]> {
  return tx.rows(
    waitingRow,
    `select id, player_id as "playerId", type, waiting_for as "waitingFor", claimed_at as "claimedAt", expires_at as "expiresAt", currency, terms from claims
     where player_id = any ($1) and ended_at is null and waiting_for is not null and deposit_id is null and type = any ($2) order by id for update`,
    [playerIds, wageredTypes],
  );
}

export interface DecidedBonus {
  id: string;
  bonusMinor: number;
  requiredMinor: number;
  depositId?: string;
  /** When the deposit was approved. */
  depositedAt?: Date;
  /** False if an operator still reviews the claim: the bonus is stored and starts on approval. */
  starts: boolean;
}

/** Sets the bonus of claims. If it starts, its grant is requested from wallet next, and stakes count from now on. */
export async function decideBonuses(tx: Tx, bonuses: readonly DecidedBonus[], at: Date): Promise<void> {
  await tx.run(
    `update claims c set bonus_minor = b."bonusMinor", wagering_required_minor = b."requiredMinor", deposit_id = b."depositId", deposited_at = b."depositedAt",
       waiting_for = case when b.starts then null else c.waiting_for end, started_at = case when b.starts then $2::timestamptz end,
       step = case when b.starts then 'grant' end, step_due_at = case when b.starts then $2::timestamptz end
     from jsonb_to_recordset($1) as b (id uuid, "bonusMinor" bigint, "requiredMinor" bigint, "depositId" uuid, "depositedAt" timestamptz, starts boolean) where c.id = b.id`,
    [JSON.stringify(bonuses), at],
  );
}

/** Whether an operator approved the claim. */
export function isApproved(db: Queries, id: string): Promise<boolean> {
  return db.exists('select from claims where id = $1 and approved_by is not null', [id]);
}

export async function recordApproval(tx: Tx, id: string, operatorId: string, at: Date): Promise<void> {
  await tx.run('update claims set approved_by = $2, approved_at = $3, waiting_for = null where id = $1', [
    id,
    operatorId,
    at,
  ]);
}

/** Starts the bonus that a deposit set while an operator reviewed the claim. */
export async function startKeptBonus(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(
    `update claims set waiting_for = null, started_at = $2, step = 'grant', step_due_at = $2 where id = $1`,
    [id, at],
  );
}
