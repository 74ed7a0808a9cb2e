/** Queries of promotions and of what their claims cost. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  only,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { Eligibility, promotionStatuses, Reward, WageringTerms } from '@fairline/proto/promotions/offers';
import { promotionType } from '../columns.ts';
import type { Allowance, Offer } from './offer.ts';
import type { Figures } from './views.ts';

export const promotionRow = {
  id: uuid,
  name: text,
  description: text,
  type: promotionType,
  status: oneOf(promotionStatuses),
  startsAt: instant,
  endsAt: instant,
  terms: text,
  eligibility: json(Eligibility),
  reward: json(Reward),
  wagering: nullable(json(WageringTerms)),
  maxClaims: nullable(integer),
  claimed: integer,
  version: integer,
  createdBy: nullable(uuid),
  createdAt: instant,
  updatedAt: instant,
  allowedMinor: integer,
  unlimited: bool,
};
export type PromotionRow = Row<typeof promotionRow>;

export const promotionColumns = `p.id, p.name, p.description, p.type, p.status, p.starts_at as "startsAt", p.ends_at as "endsAt", p.terms, p.eligibility, p.reward, p.wagering,
  p.max_claims as "maxClaims", p.claimed, p.version, p.created_by as "createdBy", p.created_at as "createdAt", p.updated_at as "updatedAt",
  p.allowed_minor as "allowedMinor", p.unlimited`;

export function findPromotion(db: Queries, id: string): Promise<PromotionRow | undefined> {
  return db.row(promotionRow, `select ${promotionColumns} from promotions p where p.id = $1`, [id]);
}

export function lockPromotion(tx: Tx, id: string): Promise<PromotionRow | undefined> {
  return tx.row(promotionRow, `select ${promotionColumns} from promotions p where p.id = $1 for update`, [id]);
}

/** A player's page shows this many at most. */
const shownAtMost = 100;

/** Promotions that can be claimed now, newest first. */
export function runningPromotions(db: Queries, now: Date): Promise<PromotionRow[]> {
  return db.rows(
    promotionRow,
    `select ${promotionColumns} from promotions p where p.status = 'active' and p.starts_at <= $1 and p.ends_at > $1 order by p.created_at desc, p.id desc limit ${shownAtMost}`,
    [now],
  );
}

export interface NewPromotion {
  id: string;
  offer: Offer;
  allowance: Allowance;
  createdBy: string | null;
  at: Date;
}

/** Returns false if the promotion exists already: when several instances seed it, one inserts it. */
export async function insertPromotion(
  tx: Queries,
  { id, offer, allowance, createdBy, at }: NewPromotion,
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into promotions (id, name, description, type, status, starts_at, ends_at, terms, eligibility, reward, wagering, max_claims,
       created_by, created_at, updated_at, allowed_minor, unlimited)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16) on conflict (id) do nothing`,
    [id, ...offerValues(offer), createdBy, at, allowance.allowedMinor, allowance.unlimited],
  );
  return inserted > 0;
}

const versionRow = { version: integer };

/** Updates a locked promotion. Returns its new version, for the event about it. */
export async function updatePromotion(
  tx: Tx,
  id: string,
  offer: Offer,
  { allowedMinor, unlimited }: Allowance,
  at: Date,
): Promise<number> {
  const row = await tx.row(
    versionRow,
    `update promotions set name = $2, description = $3, type = $4, status = $5, starts_at = $6, ends_at = $7, terms = $8, eligibility = $9, reward = $10, wagering = $11,
       max_claims = $12, allowed_minor = $13, unlimited = $14, updated_at = $15, version = version + 1 where id = $1 returning version`,
    [id, ...offerValues(offer), allowedMinor, unlimited, at],
  );
  return only(row).version;
}

function offerValues({
  name,
  description,
  type,
  status,
  startsAt,
  endsAt,
  terms,
  eligibility,
  reward,
  wagering,
  maxClaims,
}: Offer): unknown[] {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return [
    name,
    description,
    type,
    status,
    startsAt,
    endsAt,
    terms,
    json(eligibility),
    json(reward),
    json(wagering),
    maxClaims ?? null,
  ];
}

const endedRow = { id: uuid, version: integer };

/** Marks promotions past their end as expired, whatever their status was. */
export function expirePromotions(tx: Tx, now: Date) {
  return tx.rows(
    endedRow,
    `update promotions set status = 'expired', version = version + 1 where status <> 'expired' and ends_at <= $1 returning id, version`,
    [now],
  );
}

const claimedRow = { promotionId: uuid };

export async function claimedBy(db: Queries, playerId: string, promotionIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows(
    claimedRow,
    'select promotion_id as "promotionId" from claims where player_id = $1 and promotion_id = any ($2)',
    [playerId, promotionIds],
  );
  return new Set(rows.map(({ promotionId }) => promotionId));
}

/** Which of these promotions another account of the same person claimed. */
export async function claimedByPerson(
  db: Queries,
  playerId: string,
  promotionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows(
    claimedRow,
    `select distinct k.promotion_id as "promotionId" from player_keys p join claim_keys k on k.kind = p.kind and k.key = p.key
     where p.player_id = $1 and p.kind in ('mailbox', 'person') and k.promotion_id = any ($2)`,
    [playerId, promotionIds],
  );
  return new Set(rows.map(({ promotionId }) => promotionId));
}

const openRow = { hasBonus: bool, hasCashback: bool };

/** Whether the player has claims of bonus money and of cashback that have not ended. */
export async function openClaimsOf(db: Queries, playerId: string): Promise<Row<typeof openRow>> {
  return only(
    await db.row(
      openRow,
      `select coalesce(bool_or(type in ('welcome_bonus', 'deposit_bonus')), false) as "hasBonus", coalesce(bool_or(type = 'cashback'), false) as "hasCashback"
       from claims where player_id = $1 and ended_at is null`,
      [playerId],
    ),
  );
}

const figuresRow = {
  promotionId: uuid,
  activeClaims: integer,
  completedClaims: integer,
  waitingClaims: integer,
  grantedMinor: integer,
  costMinor: integer,
  openMinor: integer,
};

export async function figuresOf(db: Queries, promotionIds: readonly string[]): Promise<Map<string, Figures>> {
  const rows = await db.rows(
    figuresRow,
    `select promotion_id as "promotionId", active_claims as "activeClaims", completed_claims as "completedClaims", waiting_claims as "waitingClaims",
       granted_minor as "grantedMinor", cost_minor as "costMinor", open_minor as "openMinor" from promotion_figures($1)`,
    [promotionIds],
  );
  return new Map(rows.map(({ promotionId, ...figures }) => [promotionId, figures]));
}
