/** Publishes the events of claims from their rows. */
import { publishAll } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { claimEvents } from '@fairline/proto/promotions/claims';
import type { ChangedClaim } from './store-steps.ts';

const naming = ({
  id: claimId,
  promotionId,
  playerId,
  type,
  currency,
}: Pick<ChangedClaim, 'id' | 'promotionId' | 'playerId' | 'type' | 'currency'>) => ({
  claimId,
  promotionId,
  playerId,
  type,
  currency,
});

export function publishClaimed(
  tx: Tx,
  claim: Pick<ChangedClaim, 'id' | 'promotionId' | 'playerId' | 'type' | 'currency'> & {
    waitingFor: 'deposit' | 'operator' | null;
  },
): Promise<void> {
  const data = { ...naming(claim), ...(claim.waitingFor && { waitingFor: claim.waitingFor }) };
  return publishAll(tx, claimEvents.promotionClaimed, [{ aggregate: claim.id, version: 1, data }]);
}

/** Publishes that claims changed: a bonus was granted or given back, an opt-in started or completed, or wagering progressed. */
export function publishChanged(tx: Tx, claims: readonly ChangedClaim[]): Promise<void> {
  const events = claims.map((claim) => {
    const { status, wageringRequiredMinor, wageringCompletedMinor, bonusMinor } = claim;
    return {
      aggregate: claim.id,
      version: claim.version,
      data: { ...naming(claim), status, wageringRequiredMinor, wageringCompletedMinor, bonusMinor },
    };
  });
  return publishAll(tx, claimEvents.claimChanged, events);
}

export function publishCompleted(tx: Tx, claim: ChangedClaim): Promise<void> {
  const data = { ...naming(claim), convertedMinor: claim.convertedMinor ?? 0 };
  return publishAll(tx, claimEvents.wageringCompleted, [{ aggregate: claim.id, version: claim.version, data }]);
}

/** Publishes the ends of claims whose forfeited amount is known. If wallet has yet to forfeit, the end is published with its reply. */
export function publishEnded(tx: Tx, claims: readonly ChangedClaim[]): Promise<void> {
  const events = claims.flatMap((claim) => {
    const { status, endReason: reason, forfeitedMinor } = claim;
    if (forfeitedMinor === null || reason === null) return [];
    return [
      { aggregate: claim.id, version: claim.version, data: { ...naming(claim), status, reason, forfeitedMinor } },
    ];
  });
  return publishAll(tx, claimEvents.claimEnded, events);
}
