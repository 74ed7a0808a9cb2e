/** Second operators approve or decline pending requests, and release the cash-out of bets taken at own prices. Each action is one transaction, OperatorActed included. */

import { checkSecondOperator } from '@fairline/chassis/http/four-eyes';
import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { deskRefusals } from '@fairline/proto/betting/desk';
import type { DeskRequest } from '@fairline/proto/betting/desk-requests';
import { settlementRefusals } from '@fairline/proto/betting/settlement';
import { common, Refusal } from '@fairline/proto/contract';
import type { BetContext } from '../bets/context.ts';
import { type OperatorBetRow, operatorBet } from '../bets/search.ts';
import { showNow } from '../offer/commands.ts';
import { projectOwn } from '../offer/own-prices.ts';
import { lockMarket, nextVersion, touchFixtures } from '../offer/store.ts';
import { oddsTermsOf, settersOf, stopOwnOdds } from '../offer/store-own-prices.ts';
import { recordAction } from '../operator.ts';
import { notFound } from '../refusals.ts';
import { lockBet } from '../settlement/store-by-hand.ts';
import { toDeskRequest } from './asking.ts';
import { applyLimit } from './limits.ts';
import { applyPrices, fairRatio } from './own-prices.ts';
import { holdLimits } from './store.ts';
import * as store from './store-requests.ts';

/** Approves as the second operator, with the reason of the request. A repeat changes nothing. */
export async function approveRequest(context: BetContext, id: string, by: Omit<Act, 'reason'>): Promise<DeskRequest> {
  const asked = (await store.requestOf(context.db, id)) ?? notFound();
  // Prices are read before anything is locked.
  const isPriced = asked.status === 'pending' && asked.change.kind === 'prices' && asked.marketId !== null;
  const ratio =
    isPriced && asked.change.kind === 'prices'
      ? await fairRatio(context, asked.marketId ?? '', asked.change.prices)
      : null;
  const { row, fixtureId } = await context.db.tx(async (tx) => {
    const at = context.clock.now();
    const pending = await lockWithSubject(tx, asked);
    if (pending.status === 'applied' && pending.decidedBy === by.operator.id) return { row: pending, fixtureId: null };
    if (pending.status !== 'pending') throw new Refusal(deskRefusals.alreadyDecided);
    checkSecondOperator(by.operator, pending.requester, pending.requestedAt, at);
    const act = { ...by, reason: pending.reason || 'own price limit' };
    const fixtureId = await applyRequest(context, tx, at, pending, ratio, act);
    const applied = await store.closeRequest(tx, id, 'applied', { operatorId: by.operator.id, at });
    await recordRequest(tx, act, 'request.approve', applied);
    return { row: applied, fixtureId };
  });
  if (row.marketId) await projectOwn(context, [row.marketId]);
  if (fixtureId) await showNow(context, [fixtureId]);
  return toDeskRequest(row, { operator: by.operator, at: context.clock.now() });
}

/** Locks the market (or the limits) before the request, as every transaction that replaces requests does. Returns the request, read again under the lock. */
async function lockWithSubject(tx: Tx, { id, marketId }: store.RequestRow): Promise<store.RequestRow> {
  if (marketId === null) await holdLimits(tx);
  else await lockMarket(tx, marketId);
  return (await store.lockRequest(tx, id)) ?? notFound();
}

/** Returns the fixture whose offer changed. */
async function applyRequest(
  context: BetContext,
  tx: Tx,
  at: Date,
  { change, marketId, requester }: store.RequestRow,
  ratio: number | null,
  act: Act,
): Promise<string | null> {
  if (change.kind === 'limit') {
    await applyLimit(tx, at, change, requester.operatorId, act);
    return null;
  }
  if (marketId === null) return notFound();
  if (change.kind === 'prices') return applyPrices(context, tx, at, change, { marketId, requester, ratio, act });
  const market = (await lockMarket(tx, marketId)) ?? notFound();
  const terms = await oddsTermsOf(tx, marketId);
  if (!terms?.stoppedAt || terms.requester.operatorId !== requester.operatorId)
    throw new Refusal(deskRefusals.previewChanged);
  await stopOwnOdds(tx, marketId, { approvedBy: act.operator.id });
  await nextVersion(tx, marketId);
  await touchFixtures(tx, [market.fixtureId]);
  return market.fixtureId;
}

/** Withdraws a pending request. Any operator may do this, including its requester. A market that is off offer because of its own prices stays off until they are released. */
export async function withdrawRequest(context: BetContext, id: string, act: Act): Promise<DeskRequest> {
  refuseCardNumber(act.reason);
  const asked = (await store.requestOf(context.db, id)) ?? notFound();
  const { row, fixtureId } = await context.db.tx(async (tx) => {
    const pending = await lockWithSubject(tx, asked);
    if (pending.status === 'withdrawn' && pending.decidedBy === act.operator.id)
      return { row: pending, fixtureId: null };
    if (pending.status !== 'pending') throw new Refusal(deskRefusals.alreadyDecided);
    const withdrawn = await store.closeRequest(tx, id, 'withdrawn', {
      operatorId: act.operator.id,
      at: context.clock.now(),
      withdrawnReason: act.reason,
    });
    await recordRequest(tx, act, 'request.withdraw', withdrawn);
    // The desk refetches the fixture, so that it no longer shows the request.
    if (pending.fixtureId) await touchFixtures(tx, [pending.fixtureId]);
    return { row: withdrawn, fixtureId: pending.fixtureId };
  });
  if (fixtureId) await showNow(context, [fixtureId]);
  return toDeskRequest(row, { operator: act.operator, at: context.clock.now() });
}

/** Withdraws requests that nobody can approve any more, so that they do not count as pending. */
export async function endRequests(context: BetContext): Promise<void> {
  const fixtureIds = new Set<string>();
  for (const asked of await store.endedRequests(context.db)) {
    await context.db.tx(async (tx) => {
      await lockWithSubject(tx, asked);
      const [ended] = await store.endedRequests(tx, asked.id);
      if (!ended) return;
      await store.closeRequest(tx, ended.id, 'withdrawn', {
        operatorId: null,
        at: context.clock.now(),
        withdrawnReason: '',
      });
      if (!ended.fixtureId) return;
      await touchFixtures(tx, [ended.fixtureId]);
      fixtureIds.add(ended.fixtureId);
    });
  }
  if (fixtureIds.size > 0) await showNow(context, [...fixtureIds]);
}

async function recordRequest(
  tx: Tx,
  act: Act,
  action: string,
  { id, name, change, status }: store.RequestRow,
): Promise<void> {
  const after = { status, name, change };
  await recordAction(tx, act, 2, {
    action,
    resourceType: 'desk_request',
    resourceId: id,
    before: { status: 'pending' },
    after,
  });
}

/** Allows cash-outs above the stake for a bet taken at own prices. The operators who set those prices count as requesters. A repeated release changes nothing. */
export function releaseSale(context: BetContext, id: string, act: Act): Promise<OperatorBetRow> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    const locked = (await lockBet(tx, id)) ?? notFound();
    const bet = (await operatorBet(tx, id)) ?? notFound();
    if (bet.saleReleasedBy === act.operator.id) return bet;
    if (bet.status !== 'accepted' || bet.saleCap === null) throw new Refusal(settlementRefusals.nothingWaits);
    const setters = await settersOf(tx, bet.saleCap.setBy);
    if (setters.length !== bet.saleCap.setBy.length) throw new Refusal(common.secondOperatorNeeded);
    for (const setter of setters) checkSecondOperator(act.operator, setter, bet.placedAt, context.clock.now());
    await store.releaseSale(tx, locked, act.operator.id);
    await recordAction(tx, act, locked.version + 1, {
      action: 'bet.sale.release',
      resourceType: 'bet',
      resourceId: id,
      before: { saleCapped: true },
      after: { saleCapped: false, pricesSetBy: bet.saleCap.setBy },
    });
    return (await operatorBet(tx, id)) ?? notFound();
  });
}
