/**
 * Use cases of the second operator: approve a change exactly as it was shown, or reject it.
 * The promotion may have been paused, ended or claimed since the request. A change that no longer fits is refused.
 */
import { randomUUIDv7 } from 'node:crypto';
import { checkSecondOperator } from '@fairline/chassis/http/four-eyes';
import type { Act } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { deskRefusals, promotionDeskEvents } from '@fairline/proto/promotions/desk';
import type { Promotions } from '../config.ts';
import { checkClaimLimit, checkPeriod, checkReward, differences, type Offer } from '../offers/offer.ts';
import { lockPromotion } from '../offers/store.ts';
import { offerOf } from '../offers/views.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import type { Change } from './change.ts';
import { type By, checkedChange, insertOffer, lockOpen, writeOffer } from './commands.ts';
import * as store from './store.ts';

/** Approves a change and returns the id of its promotion. A repeat by the same operator changes nothing. */
export function approveChange({ db, clock }: Promotions, id: string, by: By): Promise<string> {
  return db.tx(async (tx) => {
    const change = await lockWithPromotion(tx, id);
    const { promotionId: known } = change;
    if (change.status === 'approved' && change.decidedBy === by.operator.id && known) return known;
    if (change.status !== 'pending') throw new Refusal(deskRefusals.alreadyDecided);
    const at = clock.now();
    checkSecondOperator(by.operator, change.requester, change.requestedAt, at);
    const { promotionId, before, after } = change.isNew
      ? await createApproved(tx, change, at)
      : await changeApproved(tx, change, at);
    await store.decideChange(tx, change, { status: 'approved', operatorId: by.operator.id, at, promotionId });
    await recordActionOnUnversioned(tx, by, {
      action: 'promotion.change.approve',
      resourceType: 'promotion_change',
      resourceId: id,
      ...(before && { before }),
      after: { ...after, promotionId, requestedBy: change.requester.operatorId },
    });
    return promotionId;
  });
}

interface Applied {
  promotionId: string;
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
}

async function createApproved(tx: Tx, change: Change, at: Date): Promise<Applied> {
  // A request for a new promotion stores every field.
  const offer = change.change as Offer;
  checkReward(offer);
  checkClaimLimit(offer);
  checkPeriod(offer, at);
  const promotionId = randomUUIDv7();
  await insertOffer(tx, promotionId, offer, change.requester.operatorId, at);
  return { promotionId, after: { ...offer } };
}

async function changeApproved(tx: Tx, { promotionId, change }: Change, at: Date): Promise<Applied> {
  if (!promotionId) throw new Error('a change of a promotion names it');
  const row = await lockOpen(tx, promotionId, at);
  const before = offerOf(row);
  const after = checkedChange(row, before, change, at);
  await writeOffer(tx, row, after, at);
  return { promotionId, ...differences(before, after) };
}

/** Rejects a change. Any operator with the permission may, including the one who requested it. */
export function rejectChange({ db, clock }: Promotions, id: string, act: Act): Promise<Change> {
  refuseCardNumber(act.reason);
  return db.tx(async (tx) => {
    const change = await lockWithPromotion(tx, id);
    if (change.status === 'rejected' && change.decidedBy === act.operator.id) return change;
    if (change.status !== 'pending') throw new Refusal(deskRefusals.alreadyDecided);
    const rejected = await store.decideChange(tx, change, {
      status: 'rejected',
      operatorId: act.operator.id,
      at: clock.now(),
      rejectionReason: act.reason,
    });
    await publish(tx, promotionDeskEvents.promotionChanged, id, 2, {
      changeId: id,
      ...(change.promotionId && { promotionId: change.promotionId }),
    });
    await recordActionOnUnversioned(tx, act, {
      action: 'promotion.change.reject',
      resourceType: 'promotion_change',
      resourceId: id,
      before: { status: 'pending' },
      after: { status: 'rejected' },
    });
    return rejected;
  });
}

/** Locks the promotion before its change, in the same order as a request. */
async function lockWithPromotion(tx: Tx, changeId: string): Promise<Change> {
  const of = await store.promotionOfChange(tx, changeId);
  if (of?.promotionId) await lockPromotion(tx, of.promotionId);
  const change = of && (await store.lockChange(tx, changeId));
  if (!change) throw new Refusal(common.notFound);
  return change;
}
