/**
 * Operators' decisions on a market: a result, a window of void bets, or a release, after which the feed's result applies again. The steps are preview, lock, weigh again,
 * decide and publish. The preview stays on the server. The weight under the market's lock decides whether a second operator is needed.
 */

import { randomUUIDv7 } from 'node:crypto';
import { checkSecondOperator, type Requester, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { fingerprint, hasOutcome, type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { type Decision, type DecisionInput, type DecisionPreview, deskRefusals } from '@fairline/proto/betting/desk';
import { Id, Refusal } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import type { BetContext } from '../bets/context.ts';
import type { BetKey } from '../columns.ts';
import { showNow } from '../offer/commands.ts';
import { type LockedMarket, lockMarket, touchFixtures } from '../offer/store.ts';
import { publishSuspended } from '../offer/suspensions.ts';
import { recordAction } from '../operator.ts';
import { holdOperator, movedByOperator } from '../operator-sums.ts';
import type { Verdict } from '../outcome.ts';
import { notFound } from '../refusals.ts';
import {
  type DecisionRow,
  type Effect,
  EffectSum,
  exceedsPreview,
  feedsVerdict,
  isComplete,
  isTooEarly,
  type KeptPreview,
  type MarketRecord,
  previewMs,
  toDecision,
  verdictAfter,
  type Weight,
  type WeightNow,
  weightOf,
  weightUnderLock,
} from './preview.ts';
import * as store from './store-decisions.ts';

const pageBets = 1_000;

/** The effect of a decision, summed over all bets on the market as of an instant. */
interface Weighed {
  at: Date;
  names: store.MarketNames;
  state: string;
  effect: Effect;
  twoOperatorsMinor: number;
}

/** Previews a decision for all bets on the market as they are now. The operator decides under the id of the preview. */
export async function preview(
  context: BetContext,
  operatorId: string,
  marketId: string,
  decision: DecisionInput,
): Promise<DecisionPreview> {
  const { state, effect } = await weigh(context, operatorId, marketId, decision);
  const expiresAt = new Date(context.clock.now().getTime() + previewMs);
  const kept = { id: randomUUIDv7(), operatorId, marketId, state, ...weightOf(effect), expiresAt };
  await store.insertPreview(context.db, kept);
  return { ...effect, fingerprint: kept.id };
}

/** Sums page by page without locks. The records on the market are read first, so a change of them during the sum makes the decision fail. */
async function weigh(
  { db, clock, settlement, twoOperatorsMinor }: BetContext,
  operatorId: string,
  marketId: string,
  decision: DecisionInput,
): Promise<Weighed> {
  const names = (await store.namesOfMarket(db, marketId)) ?? notFound();
  const selectionIds = (names.selections ?? []).map(({ id }) => id);
  if (!isComplete(decision, selectionIds)) throw new Refusal(deskRefusals.outcomesIncomplete);
  const at = clock.now();
  const record = (await store.marketRecordOf(db, marketId)) ?? notFound();
  if (isTooEarly(decision, record, at)) throw new Refusal(deskRefusals.fixtureNotBegun);
  // If a coin settles bets, results do not count, and a settled bet stays as it is.
  const coin = settlement === 'instant';
  const verdictForCoin = (verdict: Verdict) => (coin ? { ...verdict, outcomes: null } : verdict);
  const sum = new EffectSum(
    marketId,
    verdictForCoin(verdictAfter(record, decision)),
    verdictForCoin(feedsVerdict(record)),
  );
  for (let from: BetKey | null = null; ; ) {
    const bets: store.BetOnMarket[] = await store.betsOnMarket(db, marketId, from, pageBets);
    for (const bet of bets) if (bet.stands && (!coin || bet.status === 'accepted')) sum.add(bet);
    from = bets.at(-1) ?? null;
    if (bets.length < pageBets) break;
  }
  const effect = sum.effect(await readMovedAlone(db, operatorId, marketId, at), twoOperatorsMinor);
  return { at, names, state: stateOf(marketId, decision, record), effect, twoOperatorsMinor };
}

/** The larger of what this operator decided alone that day and what operators decided alone on this market, so that splitting a decision cannot avoid the threshold. */
async function readMovedAlone(db: Queries, operatorId: string, marketId: string, at: Date): Promise<number> {
  return Math.max(await movedByOperator(db, operatorId, at), await store.movedOnMarket(db, marketId, startOfDay(at)));
}

function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

/** A fingerprint of the decision and of all records on its market. */
function stateOf(marketId: string, decision: DecisionInput, { feed, own, fixture }: MarketRecord): string {
  return fingerprint({ marketId, decision, record: JSON.stringify([feed, own, fixture.status === 'cancelled']) });
}

type Previewed = Weight & Pick<KeptPreview, 'state'>;

/** The preview with this id; undefined if it has expired, or is of another operator or market. */
async function previewedBy(
  tx: Tx,
  operatorId: string,
  marketId: string,
  id: string,
  at: Date,
): Promise<Previewed | undefined> {
  const kept = Id.safeParse(id).success ? await store.previewOf(tx, id) : undefined;
  return kept && kept.operatorId === operatorId && kept.marketId === marketId && kept.expiresAt > at ? kept : undefined;
}

/**
 * Locks the market and weighs the decision again. Refused before the match begins, if the records on the market differ from the preview, or if the decision now moves too much more.
 * All bets were summed just before, because the feed waits for the lock. Under the lock only bets that changed since are added, each by the most it can pay.
 */
async function lockAndWeigh(
  tx: Tx,
  operatorId: string,
  marketId: string,
  decision: DecisionInput,
  previewed: Previewed | undefined,
  { at, state, effect, twoOperatorsMinor }: Weighed,
): Promise<{ market: LockedMarket; weight: WeightNow }> {
  const market = (await lockMarket(tx, marketId)) ?? notFound();
  const changedMinor = await store.changedSince(tx, marketId, at);
  const weight = weightUnderLock(
    effect,
    changedMinor,
    await readMovedAlone(tx, operatorId, marketId, at),
    twoOperatorsMinor,
  );
  const record = (await store.marketRecordOf(tx, marketId)) ?? notFound();
  if (isTooEarly(decision, record, at)) throw new Refusal(deskRefusals.fixtureNotBegun);
  const stateNow = stateOf(marketId, decision, record);
  const isPreviewed =
    previewed !== undefined &&
    previewed.state === state &&
    previewed.state === stateNow &&
    !exceedsPreview(weight, previewed);
  if (!isPreviewed) throw new Refusal(deskRefusals.previewChanged);
  return { market, weight };
}

/** Applies the previewed decision, or stores it until a second operator approves it. */
export async function decide(
  context: BetContext,
  marketId: string,
  { decision, fingerprint: previewId }: { decision: DecisionInput; fingerprint: string },
  act: Act,
  idempotencyKey: IdempotencyKey,
): Promise<Decision> {
  refuseCardNumber(act.reason);
  // Summing takes longer the more bets there are, so it is done before the transaction. A repeated call needs no sum.
  const weighed = (await hasOutcome(context.db, idempotencyKey))
    ? undefined
    : await weigh(context, act.operator.id, marketId, decision).catch(refusedOnly);
  let changed: string | undefined;
  const decided = await runOnce(context.db, idempotencyKey, async (tx) => {
    if (weighed instanceof Refusal) throw weighed;
    if (!weighed) throw new Refusal(deskRefusals.previewChanged);
    await holdOperator(tx, act.operator.id);
    const at = context.clock.now();
    const previewed = await previewedBy(tx, act.operator.id, marketId, previewId, at);
    const { market, weight } = await lockAndWeigh(tx, act.operator.id, marketId, decision, previewed, weighed);
    const row = decisionOf(weighed, { marketId, decision, previewId, weight, act, at });
    await store.insertDecision(tx, row, weighed.state);
    if (row.status === 'applied') await apply(tx, at, row, market.open);
    else await awaitDecision(tx, market);
    changed = market.fixtureId;
    await recordDecision(tx, act, row.status === 'applied' ? 'decision.apply' : 'decision.request', row, 1);
    return toDecision(row, { operator: act.operator, at });
  });
  if (changed) await showNow(context, [changed]);
  return decided;
}

function decisionOf(
  { names, effect }: Weighed,
  made: { marketId: string; decision: DecisionInput; previewId: string; weight: WeightNow; act: Act; at: Date },
): DecisionRow {
  const { marketId, decision, previewId, act, at } = made;
  const { needsSecond, flagged } = made.weight;
  return {
    id: randomUUIDv7(),
    marketId,
    ...names,
    decision,
    preview: { ...effect, needsSecond, fingerprint: previewId },
    reason: act.reason,
    status: needsSecond ? 'pending' : 'applied',
    requestedBy: act.operator.id,
    requestedAt: at,
    decidedBy: needsSecond ? null : act.operator.id,
    decidedAt: needsSecond ? null : at,
    withdrawnReason: null,
    flagged,
    requester: requesterOf(act.operator),
    approval: null,
  };
}

/** Approves as the second operator, with the reason of the request. Nobody approves their own request; a repeated approval changes nothing. */
export async function approve(context: BetContext, id: string, by: Omit<Act, 'reason'>): Promise<Decision> {
  const operatorId = by.operator.id;
  const requested = await store.decisionOf(context.db, id);
  const canApprove = requested?.status === 'pending' && requested.requestedBy !== operatorId;
  const weighed = canApprove
    ? await weigh(context, requested.requestedBy, requested.marketId, requested.decision)
    : undefined;
  const { row, fixtureId } = await context.db.tx(async (tx) => {
    const pending = (await store.lockDecision(tx, id)) ?? notFound();
    if (pending.status === 'applied' && pending.decidedBy === operatorId && pending.requestedBy !== operatorId)
      return { row: pending, fixtureId: null };
    if (pending.status !== 'pending') throw new Refusal(deskRefusals.alreadyDecided);
    checkSecondOperator(by.operator, requesterFrom(pending), pending.requestedAt, context.clock.now());
    if (!weighed) throw new Refusal(deskRefusals.previewChanged);
    const previewed = { ...weightOf(pending.preview), state: await store.stateOfDecision(tx, id) };
    const { market, weight } = await lockAndWeigh(
      tx,
      pending.requestedBy,
      pending.marketId,
      pending.decision,
      previewed,
      weighed,
    );
    const at = context.clock.now();
    const since = await store.betsSince(tx, pending.marketId, pending.requestedAt);
    const approval = { acceptedSince: since.accepted, rejectedSince: since.rejected, movedMinor: weight.moneyMinor };
    const applied = await store.closeDecision(tx, id, 'applied', { operatorId, at, approval });
    await apply(tx, at, applied, market.open);
    await recordDecision(tx, { ...by, reason: pending.reason }, 'decision.approve', applied, 2);
    return { row: applied, fixtureId: market.fixtureId };
  });
  if (fixtureId) await showNow(context, [fixtureId]);
  return toDecision(row, { operator: by.operator, at: context.clock.now() });
}

/** Withdraws a pending decision. Any operator may do this, including its requester. */
export async function withdraw(context: BetContext, id: string, act: Act): Promise<Decision> {
  refuseCardNumber(act.reason);
  const { row, fixtureId } = await context.db.tx(async (tx) => {
    const pending = (await store.lockDecision(tx, id)) ?? notFound();
    if (pending.status === 'withdrawn' && pending.decidedBy === act.operator.id)
      return { row: pending, fixtureId: null };
    if (pending.status !== 'pending') throw new Refusal(deskRefusals.alreadyDecided);
    const by = { operatorId: act.operator.id, at: context.clock.now(), withdrawnReason: act.reason };
    const withdrawn = await store.closeDecision(tx, id, 'withdrawn', by);
    const market = await lockMarket(tx, pending.marketId);
    if (market) await touchFixtures(tx, [market.fixtureId]);
    await recordDecision(tx, act, 'decision.withdraw', withdrawn, 2);
    return { row: withdrawn, fixtureId: market?.fixtureId };
  });
  if (fixtureId) await showNow(context, [fixtureId]);
  return toDecision(row, { operator: act.operator, at: context.clock.now() });
}

function requesterFrom({ id, requester }: DecisionRow): Requester {
  if (!requester) throw new Error(`decision ${id} waits without its requester`);
  return requester;
}

/** Takes the market off offer until the decision is applied or withdrawn: `market_states` reads pending decisions. */
async function awaitDecision(tx: Tx, { id, open }: LockedMarket): Promise<void> {
  const suspended = await store.breakMarket(tx, id);
  await touchFixtures(tx, [suspended.fixtureId]);
  await publishSuspended(tx, open ? [suspended] : [], 'operator');
}

async function apply(tx: Tx, at: Date, row: DecisionRow, wasOpen: boolean): Promise<void> {
  const { open, ...market } = await store.applyDecision(tx, at, row);
  await touchFixtures(tx, [market.fixtureId]);
  await publishSuspended(tx, wasOpen && !open ? [market] : [], 'operator');
}

async function recordDecision(tx: Tx, act: Act, action: string, row: DecisionRow, version: number): Promise<void> {
  const { id, marketId, decision, preview, status, flagged, approval } = row;
  const before = version === 1 ? {} : { status: 'pending' };
  await recordAction(tx, act, version, {
    action,
    resourceType: 'decision',
    resourceId: id,
    before,
    after: { status, marketId, decision, preview, flagged, ...(approval && { approval }) },
  });
}

function refusedOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
