/** Queries of promotions. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { Eligibility, promotionStatuses, Reward, WageringTerms } from '@fairline/proto/promotions/offers';
import { promotionType } from '../columns.ts';

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
};
export type PromotionRow = Row<typeof promotionRow>;

export const promotionColumns = `p.id, p.name, p.description, p.type, p.status, p.starts_at as "startsAt", p.ends_at as "endsAt", p.terms, p.eligibility, p.reward, p.wagering,
  p.max_claims as "maxClaims", p.claimed, p.version, p.created_by as "createdBy", p.created_at as "createdAt", p.updated_at as "updatedAt"`;

export function findPromotion(db: Queries, id: string): Promise<PromotionRow | undefined> {
  return db.row(promotionRow, `select ${promotionColumns} from promotions p where p.id = $1`, [id]);
}
