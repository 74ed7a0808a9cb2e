/** Promotions as contracts show them. Pure. */
import type { Promotion, WageringTerms } from '@fairline/proto/promotions/offers';
import { type Offer, statusAt } from './offer.ts';

/** A promotion as stored. */
export interface StoredPromotion
  extends Pick<Offer, 'name' | 'description' | 'type' | 'status' | 'terms' | 'eligibility' | 'reward'> {
  id: string;
  startsAt: Date;
  endsAt: Date;
  wagering: WageringTerms | null;
  maxClaims: number | null;
  claimed: number;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Counts and amounts of the claims of a promotion. Amounts in different play currencies are added at par. */
export interface Figures {
  activeClaims: number;
  completedClaims: number;
  waitingClaims: number;
  grantedMinor: number;
  costMinor: number;
  openMinor: number;
}
export const noFigures: Figures = {
  activeClaims: 0,
  completedClaims: 0,
  waitingClaims: 0,
  grantedMinor: 0,
  costMinor: 0,
  openMinor: 0,
};

/** The terms of a stored promotion, in the shape of the operator's form. */
export function offerOf(row: StoredPromotion): Offer {
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

export function promotionOf(row: StoredPromotion, { completedClaims, costMinor }: Figures, now: Date): Promotion {
  const { maxClaims, ...offer } = offerOf(row);
  return {
    id: row.id,
    ...offer,
    status: statusAt(row, now),
    usage: {
      claimed: row.claimed,
      redeemed: completedClaims,
      valueMinor: costMinor,
      ...(maxClaims !== undefined && { maxClaims }),
    },
  };
}
