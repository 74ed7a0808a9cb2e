/** What operators do to markets and bets. Each act is one transaction with its OperatorActed, so nothing is done off the record. */
import type { Operator } from '@fairline/chassis/identity';
import { hasCardNumber } from '@fairline/chassis/log';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { type ByHandResult, bettingEvents, bettingRefusals, type Market } from '@fairline/proto/betting';
import { type HandRequest, tradingRefusals, type tradingRoutes, tradingRules } from '@fairline/proto/betting/trading';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { walletRefusals } from '@fairline/proto/wallet';
import { alreadyDecided } from './bet.ts';
import { showNow } from './commands-catalogue.ts';
import { outcomeByHand, settleByHand } from './commands-settlement.ts';
import type { Betting } from './config.ts';
import { movedByHand, type OperatorBetRow } from './desk.ts';
import { statusOf } from './market.ts';
import type { Outcome } from './settlement.ts';
import { handRequestOf, operatorBet } from './store-bets.ts';
import { holdMarket, type LockedMarket, lockMarket, touchFixtures, unpricedMarket } from './store-catalogue.ts';
import { dropHandRequests, type HandMove, holdHand, keepHandMove, keepHandRequest, lockBet, movedByHandWith } from './store-settlement.ts';

/** Who acts, from where, and why. */
export interface Act {
  operator: Operator;
  address: string;
  agent: string;
  reason: string;
}

/** Takes a market off offer. It stays off, whatever the feed says, until it is resumed. */
export async function suspendMarket(room: Betting, id: string, act: Act): Promise<Market> {
  await room.db.tx(async (tx) => {
    const market = await marketFor(tx, id, act);
    const status = standing(market);
    if (market.heldHere || status === 'cancelled' || status === 'settled' || status === 'deactivated') refuseState(status);
    const { fixtureId, open } = market;
    const version = await holdMarket(tx, id, { at: room.clock.now(), operatorId: act.operator.id, reason: act.reason });
    await touchFixtures(tx, [fixtureId]);
    if (open) await say(tx, bettingEvents.marketSuspended, id, version, { marketId: id, fixtureId, reason: 'operator' });
    await sayActed(tx, act, 'market.suspend', 'market', id, version, { before: { status }, after: { status: 'suspended' } });
  });
  return shown(room, id);
}

/** Gives a market back to the feed: it is on offer again as soon as the feed has it so. */
export async function resumeMarket(room: Betting, id: string, act: Act): Promise<Market> {
  await room.db.tx(async (tx) => {
    const market = await marketFor(tx, id, act);
    if (!market.heldHere) refuseState(standing(market));
    const version = await holdMarket(tx, id, null);
    await touchFixtures(tx, [market.fixtureId]);
    await sayActed(tx, act, 'market.resume', 'market', id, version, {
      before: { status: 'suspended' },
      after: { status: standing({ ...market, held: market.heldElsewhere }) },
    });
  });
  return shown(room, id);
}

async function marketFor(tx: Tx, id: string, { reason }: Act): Promise<LockedMarket> {
  refuseCardNumber(reason);
  const market = await lockMarket(tx, id);
  if (!market) throw new Refusal(common.notFound);
  return market;
}

/** What the market is apart from prices and the feed's voice. */
function standing(market: LockedMarket): Market['status'] {
  return statusOf(market, { heard: true, priced: true });
}

function refuseState(status: Market['status']): never {
  throw new Refusal(bettingRefusals.marketState, { status });
}

/** The market as everybody now sees it; browsers are told at once. One that was never priced nobody sees but operators: it has no selections to bet on. */
async function shown(room: Betting, id: string): Promise<Market> {
  const fixtureId = room.catalogue.fixtureOf(id);
  await showNow(room, fixtureId ? [fixtureId] : []);
  const market = fixtureId ? room.catalogue.fixture(fixtureId)?.markets.find((one) => one.id === id) : undefined;
  if (market) return market;
  const unpriced = await unpricedMarket(room.db, id);
  if (!unpriced) throw new Refusal(common.notFound);
  return { ...unpriced, selections: [] };
}

/** What settling a bet by hand would make of it. */
export function previewSettlement(
  room: Betting,
  id: string,
  result: ByHandResult,
  operator: Operator,
): Promise<Infer<typeof tradingRoutes.previewSettlement.reply>> {
  return room.db.tx(async (tx) => {
    const { bet, after, needsSecond } = await byHand(tx, room.clock.now(), id, result, operator);
    return { status: after.status, payoutMinor: after.dueMinor, paidMinor: bet.dueMinor, ...(needsSecond && { needsSecond }) };
  });
}

/**
 * Settles the open legs of a bet by hand, or another way those that were. The feed has no more say in it.
 * Where that moves much, alone or with what the operator alone settled by hand that day, the bet stays as it is, with the request until another operator settles it the same way.
 */
export function settleBet(
  room: Betting,
  id: string,
  { result, payoutMinor }: { result: ByHandResult; payoutMinor?: number | undefined },
  act: Act,
): Promise<OperatorBetRow> {
  refuseCardNumber(act.reason);
  return room.db.tx(async (tx) => {
    await holdHand(tx, act.operator.id);
    const at = room.clock.now();
    const { bet, after, needsSecond, asked, alone } = await byHand(tx, at, id, result, act.operator);
    if (payoutMinor !== undefined && payoutMinor !== after.dueMinor) throw new Refusal(bettingRefusals.payoutChanged, { payoutMinor: after.dueMinor });
    const before = { status: bet.status, dueMinor: bet.dueMinor };
    if (needsSecond) {
      if (asked && isSame(asked, result, after)) throw new Refusal(common.secondOperatorNeeded);
      const request = { result, payoutMinor: after.dueMinor, requestedBy: act.operator.id, reason: act.reason, requestedAt: at.toISOString() };
      await keepHandRequest(tx, id, request);
      await sayActed(tx, act, 'bet.settle.request', 'bet', id, bet.version, { before: { ...before, request: asked ?? null }, after: { ...before, request } });
      return (await operatorBet(tx, id)) as OperatorBetRow;
    }
    await settleByHand(tx, at, bet, result, act.reason);
    if (alone) await keepHandMove(tx, alone);
    const settled = (await operatorBet(tx, id)) as OperatorBetRow;
    await sayActed(tx, act, 'bet.settle', 'bet', id, bet.version + 1, {
      before: { ...before, ...(asked && { request: asked }) },
      after: { status: settled.status, dueMinor: settled.dueMinor },
    });
    return settled;
  });
}

/** Takes back what was asked, by who asked for it or by another who declines it; the bet runs on as if it never was. */
export function withdrawHandRequest(room: Betting, id: string, act: Act): Promise<OperatorBetRow> {
  refuseCardNumber(act.reason);
  return room.db.tx(async (tx) => {
    const bet = await lockBet(tx, id);
    if (!bet) throw new Refusal(common.notFound);
    const request = await handRequestOf(tx, id);
    if (!request) throw new Refusal(tradingRefusals.nothingWaits);
    await dropHandRequests(tx, [id]);
    const stands = { status: bet.status, dueMinor: bet.dueMinor };
    await sayActed(tx, act, 'bet.settle.withdraw', 'bet', id, bet.version, { before: { ...stands, request }, after: { ...stands, request: null } });
    return (await operatorBet(tx, id)) as OperatorBetRow;
  });
}

interface ByHand {
  bet: NonNullable<Awaited<ReturnType<typeof lockBet>>>;
  after: Outcome;
  /** Whether by this operator's word it would only be asked for. */
  needsSecond: boolean;
  /** What is asked for by now, the same or not. */
  asked: HandRequest | undefined;
  /** What counts as moved by this operator alone: nothing where another one asked for the same, and of play money nothing ever does. */
  alone: HandMove | undefined;
}

/** A bet as it stands and as it would by hand; refused where that changes nothing, or it is not a hand's to settle. */
async function byHand(tx: Tx, at: Date, id: string, result: ByHandResult, operator: Operator): Promise<ByHand> {
  const bet = await lockBet(tx, id);
  if (!bet) throw new Refusal(common.notFound);
  const after = bet.status === 'accepted' || bet.byHand ? await outcomeByHand(tx, bet, result) : null;
  if (!after || (after.status === bet.status && after.dueMinor === bet.dueMinor)) throw alreadyDecided(bet);
  const asked = await handRequestOf(tx, id);
  const same = asked !== undefined && isSame(asked, result, after);
  const own = same && asked.requestedBy === operator.id;
  const agreed = same && !own;
  const counts = !agreed && (await operatorBet(tx, id))?.book === 'real';
  const alone = counts ? { operatorId: operator.id, at, betId: id, movedMinor: movedByHand(bet, after) } : undefined;
  // What waits for another one's word waits on, also on a day on which he could settle it alone.
  const needsSecond = alone !== undefined && (own || (await movedByHandWith(tx, alone)) >= tradingRules.secondOperatorMinor);
  return { bet, after, needsSecond, asked, alone };
}

function isSame(asked: HandRequest, result: ByHandResult, { dueMinor }: Outcome): boolean {
  return asked.result === result && asked.payoutMinor === dueMinor;
}

export function refuseCardNumber(reason: string): void {
  if (hasCardNumber(reason)) throw new Refusal(walletRefusals.cardNumber);
}

export async function sayActed(
  tx: Tx,
  { operator, address, agent, reason }: Act,
  action: string,
  resourceType: string,
  resourceId: string,
  version: number,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const data = { operatorId: operator.id, action, resourceType, resourceId, reason, ...change, address, agent };
  await say(tx, bettingEvents.operatorActed, resourceId, version, data);
}
