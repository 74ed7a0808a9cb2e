/** Promotions as contracts show them. Pure. */
import type { Promotion } from '@fairline/proto/promotions/offers';
import { type Offer, statusAt } from './offer.ts';
import type { Figures, PromotionRow } from './store.ts';

/** The terms of a stored promotion, in the form of an operator. */
export function offerOf(row: PromotionRow): Offer {
  const { name, description, type, status, startsAt, endsAt, terms, eligibility, reward, wagering, maxClaims } = row;
  return {
    name,
    description,
    type,
    status,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    terms,
    eligibility,
    reward,
    ...(wagering && { wagering }),
    ...(maxClaims !== null && { maxClaims }),
  };
}

export function promotionOf(row: PromotionRow, { completedClaims, costMinor }: Figures, now: Date): Promotion {
  const { maxClaims, ...offer } = offerOf(row);
  return {
    id: row.id,
    ...offer,
    status: statusAt(row, now),
    usage: { claimed: row.claimed, redeemed: completedClaims, valueMinor: costMinor, ...(maxClaims !== undefined && { maxClaims }) },
  };
}
