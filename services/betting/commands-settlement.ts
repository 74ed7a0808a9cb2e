/**
 * Settles bets: from what the feed said of their markets, by an operator's word, or by the coin of a demonstration.
 * Each page of bets is one transaction with the facts by which wallet pays; doing it again changes nothing.
 */
import { randomInt } from 'node:crypto';
import { sayAll } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { bettingEvents, bettingRules } from '@fairline/proto/betting';
import type { Betting } from './config.ts';
import { factOf, type LegStatus, legStatus, outcomeOf } from './settlement.ts';
import * as store from './store.ts';
import { claimDue, dropDue, verdictOf } from './store-catalogue.ts';

const pageBets = 500;

/** Works through the markets of which something new was said. Several instances take different ones. */
export async function settleDue(room: Betting): Promise<void> {
  while (await settleMarket(room));
}

async function settleMarket(room: Betting): Promise<boolean> {
  let marketId: string | null = null;
  let after: store.BetKey | null = null;
  for (;;) {
    const [claimed, last]: [string | undefined, store.BetKey | undefined] = await room.db.tx((tx) => settlePage(room, tx, marketId, after));
    if (!claimed) return marketId !== null;
    if (!last) return true;
    [marketId, after] = [claimed, last];
  }
}

/** Settles the next bets on a market; answers the market, and the last bet where there may be more. */
async function settlePage(room: Betting, tx: Tx, wanted: string | null, after: store.BetKey | null): Promise<[string | undefined, store.BetKey | undefined]> {
  const marketId = await claimDue(tx, wanted);
  if (!marketId) return [undefined, undefined];
  const verdict = await verdictOf(tx, marketId);
  const bets = await store.lockBetsOn(tx, marketId, after, pageBets);
  const byFeed = bets.filter(({ byHand }) => !byHand);
  await settleAll(tx, room.clock.now(), byFeed, (leg, bet) =>
    leg.marketId === marketId ? legStatus({ ...leg, placedAt: bet.placedAt }, verdict) : leg.status,
  );
  if (bets.length === pageBets) return [marketId, bets.at(-1)];
  await dropDue(tx, marketId);
  return [marketId, undefined];
}

/** Gives legs their status and writes the bets whose outcome it changes. */
async function settleAll(
  tx: Tx,
  at: Date,
  bets: readonly store.OpenBet[],
  statusOf: (leg: store.LegRow, bet: store.OpenBet) => LegStatus,
  { byHand } = { byHand: false },
): Promise<void> {
  if (bets.length === 0) return;
  const legs = Map.groupBy(await store.legsOf(tx, bets), ({ betId }) => betId);
  const changed: (store.Settlement & { before: store.OpenBet['status'] })[] = [];
  const onlyLegs: store.LegChange[] = [];
  for (const bet of bets) {
    const own = (legs.get(bet.id) ?? []).map((leg) => ({ ...leg, before: leg.status, status: statusOf(leg, bet) }));
    const moved = own.filter(({ before, status }) => before !== status).map(({ place, status }) => ({ playerId: bet.playerId, betId: bet.id, place, status }));
    if (moved.length === 0) continue;
    onlyLegs.push(...moved);
    const { status, dueMinor } = outcomeOf({ ...bet, legs: own });
    if (status === bet.status && dueMinor === bet.dueMinor) continue;
    const exposure = bet.status === 'accepted' ? -1 : status === 'accepted' ? 1 : 0;
    changed.push({ playerId: bet.playerId, id: bet.id, status, dueMinor, exposure, before: bet.status });
  }
  await store.writeLegs(tx, onlyLegs);
  const facts = await store.settleBets(tx, at, changed, { byHand });
  const kinds = new Map(changed.map(({ id, before, status }) => [id, factOf(before, status)]));
  const of = (kind: ReturnType<typeof factOf>) =>
    facts.filter(({ betId }) => kinds.get(betId) === kind).map((data) => ({ aggregate: data.betId, version: data.version, data }));
  await sayAll(tx, bettingEvents.betSettled, of('settled'));
  await sayAll(tx, bettingEvents.betVoided, of('voided'));
  await sayAll(tx, bettingEvents.betResettled, of('resettled'));
}

/** An operator's word: what he says of the bet is said of each leg, and no message of the feed changes it any more. */
export async function settleByHand(tx: Tx, at: Date, bet: store.OpenBet, result: 'won' | 'lost' | 'void'): Promise<void> {
  await settleAll(tx, at, [bet], () => result, { byHand: true });
}

/** Instant settlement: nothing but a coin decides, so the installation that does this is labelled play money. */
export async function tossCoins(room: Betting): Promise<void> {
  const { winPercent } = bettingRules.instant;
  const toss = async (tx: Tx) => {
    const now = room.clock.now();
    const bets = await store.lockForCoin(tx, now, pageBets);
    const coins = new Map(bets.map(({ id }) => [id, randomInt(100) < winPercent ? ('won' as const) : ('lost' as const)]));
    await settleAll(tx, now, bets, (_leg, { id }) => coins.get(id) ?? 'lost');
    return bets.length;
  };
  while ((await room.db.tx(toss)) === pageBets);
}
