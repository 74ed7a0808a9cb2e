/** What operators do to markets and bets. Each act is one transaction with its OperatorActed, so nothing is done off the record. */
import type { Operator } from '@fairline/chassis/identity';
import { hasCardNumber } from '@fairline/chassis/log';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { type Bet, type ByHandResult, bettingEvents, bettingRefusals, type bettingRoutes, type Market } from '@fairline/proto/betting';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { walletRefusals } from '@fairline/proto/wallet';
import { type BetRow, toBet } from './bet.ts';
import { showNow } from './commands-catalogue.ts';
import { outcomeByHand, settleByHand } from './commands-settlement.ts';
import type { Betting } from './config.ts';
import { statusOf } from './market.ts';
import type { Outcome } from './settlement.ts';
import * as store from './store.ts';
import { holdMarket, type LockedMarket, lockMarket, touchFixtures, unpricedMarket } from './store-catalogue.ts';

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
export function previewSettlement(room: Betting, id: string, result: ByHandResult): Promise<Infer<typeof bettingRoutes.previewSettlement.reply>> {
  return room.db.tx(async (tx) => {
    const { bet, after } = await byHand(tx, id, result);
    return { status: after.status, payoutMinor: after.dueMinor, paidMinor: bet.dueMinor };
  });
}

/** Settles the open legs of a bet by hand, or another way those that were. The feed has no more say in it. */
export async function settleBet(
  room: Betting,
  id: string,
  { result, payoutMinor }: { result: ByHandResult; payoutMinor?: number | undefined },
  act: Act,
): Promise<Bet> {
  refuseCardNumber(act.reason);
  const row = await room.db.tx(async (tx) => {
    const { bet, after } = await byHand(tx, id, result);
    if (payoutMinor !== undefined && payoutMinor !== after.dueMinor) throw new Refusal(bettingRefusals.payoutChanged, { payoutMinor: after.dueMinor });
    await settleByHand(tx, room.clock.now(), bet, result, act.reason);
    const settled = (await store.betOf(tx, bet.playerId, id)) as BetRow;
    await sayActed(tx, act, 'bet.settle', 'bet', id, bet.version + 1, {
      before: { status: bet.status, dueMinor: bet.dueMinor },
      after: { status: settled.status, dueMinor: settled.dueMinor },
    });
    return settled;
  });
  return toBet(row);
}

/** A bet as it stands and as it would by hand; refused where that changes nothing, or it is not a hand's to settle. */
async function byHand(tx: Tx, id: string, result: ByHandResult): Promise<{ bet: NonNullable<Awaited<ReturnType<typeof store.lockBet>>>; after: Outcome }> {
  const bet = await store.lockBet(tx, id);
  if (!bet) throw new Refusal(common.notFound);
  const after = bet.status === 'accepted' || bet.byHand ? await outcomeByHand(tx, bet, result) : null;
  if (!after || (after.status === bet.status && after.dueMinor === bet.dueMinor)) throw new Refusal(bettingRefusals.betDecided, { status: bet.status.replace('_', ' ') });
  return { bet, after };
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
