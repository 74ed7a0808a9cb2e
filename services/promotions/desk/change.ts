/** A change to promotions that waits for a second operator: who may decide it, and how it is shown. Pure. */
import { mayApprove, type Requester } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import type { OperatorPromotion, PromotionChange } from '@fairline/proto/promotions/desk';
import type { OfferChange } from '../offers/offer.ts';
import { type Figures, promotionOf, type StoredPromotion } from '../offers/views.ts';

/** A change as stored. */
export interface Change {
  id: string;
  /** Null for a promotion that does not exist yet, until it is approved. */
  promotionId: string | null;
  isNew: boolean;
  name: string;
  change: OfferChange;
  worstCostMinor: number | null;
  status: PromotionChange['status'];
  requester: Requester;
  requestedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  rejectionReason: string | null;
}

export function toPromotionChange(row: Change, reader: Operator, now: Date): PromotionChange {
  const {
    id,
    promotionId,
    name,
    change,
    worstCostMinor,
    status,
    requester,
    requestedAt,
    decidedBy,
    decidedAt,
    rejectionReason,
  } = row;
  return {
    changeId: id,
    ...(promotionId && { promotionId }),
    name,
    promotion: change,
    worstCostMinor,
    status,
    requestedBy: requester.operatorId,
    requestedAt: requestedAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    rejectionReason,
    mayApprove:
      status === 'pending' &&
      reader.permissions.includes('promotions') &&
      mayApprove(reader, requester, requestedAt, now),
  };
}

export function toOperatorPromotion(
  row: StoredPromotion,
  {
    figures,
    worstCostMinor,
    changeId,
  }: { figures: Figures; worstCostMinor: number | null; changeId: string | undefined },
  now: Date,
): OperatorPromotion {
  return {
    ...promotionOf(row, figures, now),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    createdBy: row.createdBy,
    ...figures,
    worstCostMinor,
    ...(changeId && { changeId }),
  };
}
