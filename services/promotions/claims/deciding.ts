/** Operators decide claims: they approve or reject those that wait for them, and end those that abuse the offer. Each decision is recorded once. */
import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import { claimRefusals } from '@fairline/proto/promotions/claims';
import { deskRefusals, type OperatorClaim } from '@fairline/proto/promotions/desk';
import type { Promotions } from '../config.ts';
import { lockPromotion } from '../offers/store.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import { isAtRisk } from '../players/store.ts';
import { openingOf } from './claim.ts';
import { openClaim } from './commands.ts';
import { endOpen } from './ending.ts';
import { toOperatorClaims } from './reading.ts';
import { runStepOf } from './steps.ts';
import * as store from './store.ts';

/** Approves a claim that waits for an operator; a repeat returns the first result. No second operator is needed, because the cost was approved with the promotion. */
export async function approveClaim(context: Promotions, claimId: string, act: Act): Promise<OperatorClaim> {
  await context.db.tx(async (tx) => {
    const claim = await lockKnown(tx, claimId);
    const approved = await store.isApproved(tx, claimId);
    if (approved) return;
    if (claim.endedAt) throw new Refusal(claimRefusals.claimEnded, { status: claim.status });
    if (claim.waitingFor !== 'operator') throw new Refusal(deskRefusals.alreadyDecided);
    if (await isAtRisk(tx, claim.playerId)) throw new Refusal(claimRefusals.notEligible, { why: 'no_bonus' });
    const now = context.clock.now();
    await store.recordApproval(tx, claimId, act.operator.id, now);
    if (claim.depositId) await store.startKeptBonus(tx, claimId, now);
    else await openClaim(tx, claim, openingOf(claim.type, claim.terms.reward), now);
    await record(tx, act, claim, 'claim.approve');
  });
  await runStepOf(context, claimId);
  return operatorClaim(context, claimId);
}

/** Ends a claim and forfeits its bonus. If the claim was waiting for an operator, its place becomes free again. */
export async function rejectClaim(context: Promotions, claimId: string, act: Act): Promise<OperatorClaim> {
  refuseCardNumber(act.reason);
  await context.db.tx(async (tx) => {
    // Locks the promotion before its claim, in the same order as the end of a promotion.
    const found = await store.findClaim(tx, claimId);
    if (found) await lockPromotion(tx, found.promotionId);
    const claim = await lockKnown(tx, claimId);
    await endOpen(tx, claim, { status: 'forfeited', reason: 'operator' }, context.clock.now());
    await record(tx, act, claim, 'claim.reject');
    if (claim.waitingFor === 'operator') await store.returnPlace(tx, claim.promotionId);
  });
  await runStepOf(context, claimId);
  return operatorClaim(context, claimId);
}

async function lockKnown(tx: Tx, claimId: string): Promise<store.ClaimRow> {
  const claim = await store.lockClaim(tx, claimId);
  if (!claim) throw new Refusal(claimRefusals.claimUnknown);
  return claim;
}

async function record(tx: Tx, act: Act, claim: store.ClaimRow, action: string): Promise<void> {
  const after = await store.lockClaim(tx, claim.id);
  await recordActionOnUnversioned(tx, act, {
    action,
    resourceType: 'claim',
    resourceId: claim.id,
    before: { status: claim.status, waitingFor: claim.waitingFor },
    after: {
      playerId: claim.playerId,
      promotionId: claim.promotionId,
      status: after?.status,
      waitingFor: after?.waitingFor,
      bonusMinor: after?.bonusMinor,
    },
  });
}

async function operatorClaim({ db }: Promotions, claimId: string): Promise<OperatorClaim> {
  const row = await store.findClaim(db, claimId);
  const [claim] = row ? await toOperatorClaims(db, [row]) : [];
  if (!claim) throw new Refusal(claimRefusals.claimUnknown);
  return claim;
}
