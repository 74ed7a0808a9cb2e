/**
 * Use cases of operators on promotions: create, edit, activate, pause and end them.
 * The cost that an operator allows adds up over the UTC day. If the total reaches the limit, or if a cost has no bound, the change waits for a second operator.
 */
import { randomUUIDv7 } from 'node:crypto';
import { controlOf, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { holdOperator } from '@fairline/chassis/storage/hold';
import { type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { deskRefusals, promotionDeskEvents } from '@fairline/proto/promotions/desk';
import { offerRefusals, type PromotionForm, type PromotionStatus } from '@fairline/proto/promotions/offers';
import { fieldMessages } from '@fairline/proto/texts';
import { endOffered, moveEnd } from '../claims/ending.ts';
import type { Promotions } from '../config.ts';
import {
  type Allowance,
  allow,
  changedOffer,
  checkClaimLimit,
  checkPeriod,
  checkPlaces,
  checkReward,
  checkTermsFixed,
  completeOffer,
  costRise,
  differences,
  type Offer,
  type OfferChange,
  riseOf,
  statusAt,
  worstCost,
} from '../offers/offer.ts';
import { insertPromotion, lockPromotion, type PromotionRow, updatePromotion } from '../offers/store.ts';
import { offerOf } from '../offers/views.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import * as store from './store.ts';

/** The acting operator. Promotions require a reason only for rejecting a change or a claim. */
export type By = RecordedAct;

/** The promotion that was written, or the change that waits for a second operator. */
export type Written = { promotionId: string } | { changeId: string };

const nothingAllowed: Allowance = { allowedMinor: 0, unlimited: false };

/** Creates a promotion. A repeat under the same key returns the first outcome; without a key each call creates another promotion. */
export async function createPromotion(
  { db, clock, costLimitMinor }: Promotions,
  form: PromotionForm,
  { by, key }: { by: By; key: IdempotencyKey },
): Promise<Written> {
  const create = async (tx: Tx): Promise<Written> => {
    const at = clock.now();
    const offer = completeOffer(form);
    refuseCards(offer);
    checkReward(offer);
    checkClaimLimit(offer);
    checkPeriod(offer, at);
    const control = await controlCost(tx, by, costRise(worstCost(offer), nothingAllowed), costLimitMinor, at);
    if (control === 'second') return { changeId: await requestChange(tx, null, offer, offer, by, at) };
    const id = randomUUIDv7();
    await insertOffer(tx, id, offer, by.operator.id, at);
    await keepMove(tx, id, by, costRise(worstCost(offer), nothingAllowed), control, at);
    await record(tx, by, {
      action: 'promotion.create',
      promotionId: id,
      after: { ...offer, flagged: control === 'flagged' },
    });
    return { promotionId: id };
  };
  return key.key ? runOnce(db, key, create) : db.tx(create);
}

/** Inserts a promotion with the worst cost of its terms as the allowed cost, and publishes it. */
export async function insertOffer(tx: Tx, id: string, offer: Offer, createdBy: string, at: Date): Promise<void> {
  await insertPromotion(tx, { id, offer, allowance: allow(nothingAllowed, worstCost(offer)), createdBy, at });
  await publish(tx, promotionDeskEvents.promotionChanged, id, 1, { promotionId: id, status: offer.status });
}

export async function changePromotion(
  { db, clock, costLimitMinor }: Promotions,
  id: string,
  change: OfferChange,
  by: By,
): Promise<Written> {
  refuseCards(change);
  return db.tx(async (tx) => {
    // Every call locks the operator before the promotion.
    await holdOperator(tx, 'promotion', by.operator.id);
    const at = clock.now();
    const row = await lockOpen(tx, id, at);
    const before = offerOf(row);
    const stop = stopOf(change);
    if (stop) return stopPromotion(tx, row, stop, by, at);
    if (await store.pendingChangeOf(tx, id)) throw new Refusal(deskRefusals.changeWaits);
    const after = checkedChange(row, before, change, at);
    const different = differences(before, after);
    const rise = riseOf(before, after, row);
    if (Object.keys(different.after).length === 0) return { promotionId: id };
    const control = await controlCost(tx, by, rise, costLimitMinor, at);
    if (control === 'second')
      return { changeId: await requestChange(tx, row, after, pick(after, Object.keys(different.after)), by, at) };
    await writeOffer(tx, row, after, at);
    await keepMove(tx, id, by, rise, control, at);
    await record(tx, by, {
      action: 'promotion.change',
      promotionId: id,
      ...different,
      after: { ...different.after, flagged: control === 'flagged' },
    });
    return { promotionId: id };
  });
}

/** Updates a locked promotion, raises its allowed cost to the worst cost of its new terms, and publishes it. */
export async function writeOffer(tx: Tx, row: PromotionRow, after: Offer, at: Date): Promise<void> {
  const version = await updatePromotion(tx, row.id, after, allow(row, worstCost(after)), at);
  const endsAt = new Date(after.endsAt);
  if (endsAt.getTime() !== row.endsAt.getTime()) await moveEnd(tx, row, endsAt);
  await publish(tx, promotionDeskEvents.promotionChanged, row.id, version, {
    promotionId: row.id,
    status: after.status,
  });
}

/** Locks a promotion that has not ended. */
export async function lockOpen(tx: Tx, id: string, now: Date): Promise<PromotionRow> {
  const row = await lockPromotion(tx, id);
  if (!row) throw new Refusal(offerRefusals.unknown);
  if (statusAt(row, now) === 'expired') throw new Refusal(deskRefusals.ended);
  return row;
}

/** The promotion after a change, checked against every rule that holds now. */
export function checkedChange(row: PromotionRow, before: Offer, change: OfferChange, now: Date): Offer {
  const after = changedOffer(before, change);
  if (row.claimed > 0) checkTermsFixed(before, after);
  if (row.claimed > 0 && after.status === 'draft' && before.status !== 'draft') {
    throw new Refusal(deskRefusals.termsFixed, { field: 'status' }, { status: deskRefusals.termsFixed.message });
  }
  checkReward(after);
  // The terms of a claimed promotion stay as they are, also if they are older than the limit.
  if (row.claimed === 0) checkClaimLimit(after);
  checkPeriod(after, now);
  checkPlaces(after, row.claimed);
  return after;
}

type Stop = Extract<PromotionStatus, 'paused' | 'expired'>;

/** Whether a change only pauses or ends a promotion. Both cost nothing, so they are possible at any time, even while a change waits. */
function stopOf({ status, ...others }: OfferChange): Stop | undefined {
  const alone = Object.values(others).every((value) => value === undefined);
  if (status === 'expired' && !alone)
    throw new Refusal(common.invalidRequest, undefined, { status: fieldMessages.promotionEndAlone });
  return alone && (status === 'paused' || status === 'expired') ? status : undefined;
}

async function stopPromotion(tx: Tx, row: PromotionRow, status: Stop, by: By, at: Date): Promise<Written> {
  if (row.status === status) return { promotionId: row.id };
  const before = offerOf(row);
  // A promotion that has not begun keeps its dates, because its end must stay after its start; its status shows that it has ended.
  const ends = status === 'expired' && row.startsAt < at ? { endsAt: at.toISOString() } : {};
  const after = { ...before, status, ...ends };
  const version = await updatePromotion(tx, row.id, after, row, at);
  if (status === 'expired') await endOffered(tx, row, at);
  await publish(tx, promotionDeskEvents.promotionChanged, row.id, version, { promotionId: row.id, status });
  await record(tx, by, {
    action: status === 'paused' ? 'promotion.pause' : 'promotion.end',
    promotionId: row.id,
    ...differences(before, after),
  });
  return { promotionId: row.id };
}

/** Whether the operator may allow this additional cost alone, given what they have allowed that day. Locks the operator, so that concurrent calls add up. */
async function controlCost(
  tx: Tx,
  by: By,
  riseMinor: number | null,
  costLimitMinor: number,
  at: Date,
): Promise<ReturnType<typeof controlOf>> {
  if (riseMinor === null) return 'second';
  await holdOperator(tx, 'promotion', by.operator.id);
  return controlOf(riseMinor, await store.movedByOperator(tx, by.operator.id, at), costLimitMinor);
}

async function keepMove(
  tx: Tx,
  promotionId: string,
  by: By,
  riseMinor: number | null,
  control: 'alone' | 'flagged',
  at: Date,
): Promise<void> {
  if (!riseMinor) return;
  await store.keepMove(tx, {
    id: randomUUIDv7(),
    promotionId,
    operatorId: by.operator.id,
    at,
    movedMinor: riseMinor,
    flagged: control === 'flagged',
  });
}

async function requestChange(
  tx: Tx,
  row: PromotionRow | null,
  after: Offer,
  change: OfferChange,
  by: By,
  at: Date,
): Promise<string> {
  const id = randomUUIDv7();
  const worstCostMinor = worstCost(after);
  const requester = requesterOf(by.operator);
  await store.insertChange(tx, {
    id,
    promotionId: row?.id ?? null,
    isNew: row === null,
    name: after.name,
    change,
    worstCostMinor,
    requester,
    requestedAt: at,
  });
  await publish(tx, promotionDeskEvents.promotionChanged, id, 1, { changeId: id, ...(row && { promotionId: row.id }) });
  await recordActionOnUnversioned(tx, by, {
    action: 'promotion.change.request',
    resourceType: 'promotion_change',
    resourceId: id,
    ...(row && { before: pick(offerOf(row), Object.keys(change)) }),
    after: { ...change, ...(row && { promotionId: row.id }), worstCostMinor },
  });
  return id;
}

interface Recorded {
  action: string;
  promotionId: string;
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
}

async function record(tx: Tx, by: By, { action, promotionId, before, after }: Recorded): Promise<void> {
  await recordActionOnUnversioned(tx, by, {
    action,
    resourceType: 'promotion',
    resourceId: promotionId,
    ...(before && { before }),
    after,
  });
}

function pick(offer: Offer, fields: readonly string[]): OfferChange {
  return Object.fromEntries(Object.entries(offer).filter(([field]) => fields.includes(field)));
}

function refuseCards({ name = '', description = '', terms = '' }: OfferChange): void {
  refuseCardNumber([name, description, terms].join('\n'));
}
