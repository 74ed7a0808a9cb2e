/**
 * Selling a bet back to the house: a quote that binds for 30 s, the sale of all or a part of what still runs, and sales that happen by themselves.
 * A sale is one transaction with the fact by which wallet pays; it looks at markets and prices again, and never pays more than they bear.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Player } from '@fairline/chassis/identity';
import { type Keyed, once } from '@fairline/chassis/keyed';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { type Bet, bettingEvents, bettingRefusals } from '@fairline/proto/betting';
import { type CashOutQuote, cashOutRefusals, cashOutRules } from '@fairline/proto/betting/bets';
import { common, Refusal } from '@fairline/proto/contract';
import { formatMoney } from '@fairline/proto/money';
import { toBet } from './bet.ts';
import { type Prospect, paidFor, partOf, prospectOf, type Worth, worthOf } from './cash-out.ts';
import type { Betting } from './config.ts';
import { marketPricesOf } from './prices.ts';
import { betOf } from './store.ts';
import * as store from './store-cash-out.ts';
import { lockMarkets } from './store-catalogue.ts';

interface Valued {
  bet: store.RunningBet;
  worth: Worth;
  prospects: (Prospect | null)[];
}

/** What the bet is worth now. Nothing is locked when it is answered; the sale looks again. */
export async function quote(room: Betting, player: Player, betId: string): Promise<CashOutQuote> {
  return room.db.tx(async (tx) => {
    const { bet, worth, prospects } = await valued(room, tx, await standing(tx, player.id, betId));
    const now = room.clock.now();
    const running = bet.stakeMinor - bet.closedStakeMinor;
    const made = { id: randomUUIDv7(), stakeMinor: running, ...worth, expiresAt: new Date(now.getTime() + cashOutRules.quoteMs) };
    await store.insertQuote(tx, bet, made);
    return {
      quoteId: made.id,
      betId,
      currency: bet.currency,
      amountMinor: worth.amountMinor,
      fairMinor: worth.fairMinor,
      marginMinor: worth.fairMinor - worth.amountMinor,
      marginBp: cashOutRules.marginBp,
      openStakeMinor: running,
      legs: bet.legs.map(({ selectionId, oddsMilli, status }, at) => {
        const prospect = status === 'open' ? prospects[at] : null;
        return { selectionId, oddsMilli, status, ...(prospect && { ...prospect }) };
      }),
      expiresAt: made.expiresAt.toISOString(),
    };
  });
}

/** Sells the bet, or a fraction of what still runs, at what was quoted; refused where it is worth less by now. */
export function cashOut(
  room: Betting,
  player: Player,
  betId: string,
  { quoteId, fraction }: { quoteId: string; fraction?: number | undefined },
  keyed: Keyed,
): Promise<Bet> {
  return once(room.db, keyed, async (tx) => {
    const bet = await standing(tx, player.id, betId);
    const quoted = await store.lockQuote(tx, bet, quoteId);
    if (!quoted) throw new Refusal(common.notFound);
    if (quoted.usedAt) throw new Refusal(cashOutRefusals.quoteUsed);
    const now = room.clock.now();
    if (quoted.expiresAt <= now) throw new Refusal(cashOutRefusals.quoteExpired);
    const running = bet.stakeMinor - bet.closedStakeMinor;
    const { worth } = await valued(room, tx, bet);
    if (quoted.stakeMinor !== running || worth.amountMinor < quoted.amountMinor) {
      throw new Refusal(cashOutRefusals.worthLess, { amountMinor: worth.amountMinor, amount: formatMoney(worth.amountMinor, bet.currency) });
    }
    const partMinor = partOf(running, fraction);
    const paidMinor = paidFor(quoted.amountMinor, partMinor, running);
    if (partMinor < 1 || paidMinor < cashOutRules.minAmountMinor) throw new Refusal(cashOutRefusals.fractionTooSmall);
    await store.useQuote(tx, now, quoteId);
    return sold(tx, now, bet, { partMinor, paidMinor, automatic: false });
  });
}

async function sold(tx: Tx, now: Date, bet: store.RunningBet, part: { partMinor: number; paidMinor: number; automatic: boolean }): Promise<Bet> {
  const status = bet.closedStakeMinor + part.partMinor === bet.stakeMinor ? 'cashed_out' : 'accepted';
  const fact = await store.sell(tx, now, bet, { ...part, status });
  await say(tx, bettingEvents.betCashedOut, bet.id, fact.version, fact);
  return reread(tx, bet);
}

async function reread(tx: Tx, { playerId, id }: { playerId: string; id: string }): Promise<Bet> {
  const row = await betOf(tx, playerId, id);
  if (!row) throw new Refusal(common.notFound);
  return toBet(row);
}

/** Sets or takes back what the whole bet is sold at by itself. */
export function setAutoCashOut(room: Betting, player: Player, betId: string, amountMinor: number | null): Promise<Bet> {
  return room.db.tx(async (tx) => {
    const bet = await standing(tx, player.id, betId);
    if (bet.autoCashOutMinor !== amountMinor) await store.setAuto(tx, room.clock.now(), bet, amountMinor);
    return reread(tx, bet);
  });
}

/** A bet that can be sold: it stands, and its stake is the player's own. */
async function standing(tx: Tx, playerId: string, betId: string): Promise<store.RunningBet> {
  const bet = await store.lockRunning(tx, playerId, betId);
  if (!bet) throw new Refusal(common.notFound);
  if (bet.status === 'pending') throw new Refusal(cashOutRefusals.unavailable, { reason: 'pending' });
  if (bet.status !== 'accepted') throw new Refusal(bettingRefusals.betDecided, { status: bet.status });
  if (bet.freeBet) throw new Refusal(cashOutRefusals.unavailable, { reason: 'free_bet' });
  return bet;
}

/** Holds the markets of all legs as they are, and values the bet by the prices of the open ones. What a result is worth that may still be taken back, nobody knows. */
async function valued(room: Betting, tx: Tx, bet: store.RunningBet): Promise<Valued> {
  const open = bet.legs.filter(({ status }) => status === 'open');
  const settled = bet.legs.filter(({ status }) => status !== 'open');
  const markets = await lockMarkets(tx, [...new Set(bet.legs.map(({ marketId }) => marketId))]);
  const provisional = await store.anyProvisional(
    tx,
    settled.map(({ marketId }) => marketId),
  );
  if (provisional) throw new Refusal(cashOutRefusals.unavailable, { reason: 'provisional' });
  if (open.some(({ marketId }) => !markets.get(marketId)?.open)) throw new Refusal(cashOutRefusals.unavailable, { reason: 'suspended' });
  const prices = await marketPricesOf(room.redis, open);
  const prospects = bet.legs.map(({ marketId, selectionId, status }) => (status === 'open' ? prospectOf(prices.get(marketId), selectionId) : null));
  const worth = worthOf(
    bet,
    bet.legs.map((leg, at) => ({ ...leg, prospect: prospects[at] ?? null })),
  );
  if (!worth) throw new Refusal(cashOutRefusals.unavailable, { reason: 'priceless' });
  if (worth.amountMinor < cashOutRules.minAmountMinor) throw new Refusal(cashOutRefusals.unavailable, { reason: 'worthless' });
  return { bet, worth, prospects };
}

// ---- By itself ---------------------------------------------------------------------------------

const sweepRows = 256;
const lookAgainMs = 1_000;

/** Sells bets whose players asked for it as soon as they are worth enough. */
export async function sellDue(room: Betting): Promise<void> {
  const now = room.clock.now();
  for (;;) {
    const claimed = await store.claimAuto(room.db, now, new Date(now.getTime() + lookAgainMs), sweepRows);
    for (const { playerId, id } of claimed) await room.db.tx((tx) => sellIfWorth(room, tx, playerId, id)).catch(unlessRefused);
    if (claimed.length < sweepRows) return;
  }
}

async function sellIfWorth(room: Betting, tx: Tx, playerId: string, id: string): Promise<void> {
  const bet = await standing(tx, playerId, id);
  const { worth } = await valued(room, tx, bet);
  if (bet.autoCashOutMinor === null || worth.amountMinor < bet.autoCashOutMinor) return;
  await sold(tx, room.clock.now(), bet, { partMinor: bet.stakeMinor - bet.closedStakeMinor, paidMinor: worth.amountMinor, automatic: true });
}

/** A bet that cannot be valued now is looked at again. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
