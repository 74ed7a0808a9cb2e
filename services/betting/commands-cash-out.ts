/**
 * Selling a bet back to the house: a quote that binds for 30 s, the sale of all or a part of what still runs, and sales that happen by themselves.
 * A sale is one transaction with the fact by which wallet pays; it looks at markets and prices again, and never pays more than they bear.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Player } from '@fairline/chassis/identity';
import { type Keyed, once } from '@fairline/chassis/keyed';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { type Bet, bettingEvents, bettingRefusals, bettingRules } from '@fairline/proto/betting';
import { type CashOutQuote, cashOutRefusals, cashOutRules } from '@fairline/proto/betting/bets';
import { common, Refusal } from '@fairline/proto/contract';
import { formatMoney } from '@fairline/proto/money';
import { toBet } from './bet.ts';
import { type Prospect, paidFor, partOf, prospectOf, type Worth, worthOf } from './cash-out.ts';
import type { Betting } from './config.ts';
import { heardUntil, marketPricesOf } from './prices.ts';
import { type BetKey, betOf } from './store.ts';
import * as store from './store-cash-out.ts';
import { lockMarkets } from './store-catalogue.ts';
import { isKnown } from './store-trading.ts';

interface Valued {
  bet: store.RunningBet;
  worth: Worth;
  /** Of the open legs: whether any of their matches is live, and how often each market has been off offer. */
  markets: { live: boolean; breaks: store.Breaks };
  prospects: (Prospect | null)[];
}

/** What the bet is worth now. Nothing is locked when it is answered; the sale looks again. */
export async function quote(room: Betting, player: Player, betId: string): Promise<CashOutQuote> {
  return room.db.tx(async (tx) => {
    const { bet, worth, prospects, markets } = await valued(room, tx, await standing(tx, player.id, betId));
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
      legs: bet.legs.map(({ selectionId, oddsMilli, status, deadHeat }, at) => {
        const prospect = status === 'open' ? prospects[at] : null;
        return { selectionId, oddsMilli, status, ...(deadHeat && { deadHeat }), ...(prospect && { ...prospect }) };
      }),
      delayMs: markets.live ? cashOutRules.delayMs.live : cashOutRules.delayMs.upcoming,
      expiresAt: made.expiresAt.toISOString(),
    };
  });
}

/**
 * Sells the bet, or a fraction of what still runs, at what was quoted; refused where it is worth less by now. On a live match the asking is noted first,
 * and the sale is made only once prices are known beyond the delay of a live bet: nobody sells at what he sees before the feed does.
 * A call that is repeated, after a crash too, goes on where the first one was.
 */
export async function cashOut(
  room: Betting,
  player: Player,
  betId: string,
  { quoteId, fraction }: { quoteId: string; fraction?: number | undefined },
  keyed: Keyed,
): Promise<Bet> {
  const refused = (await isKnown(room.db, keyed)) ? undefined : await askToSell(room, player, betId, quoteId).catch(refusedOnly);
  return once(room.db, keyed, async (tx) => {
    if (refused) throw refused;
    const { bet, quoted, worth, markets } = await saleOf(room, tx, player, betId, quoteId);
    if (markets.live && !(quoted.asked && sameBreaks(quoted.asked.breaks, markets.breaks))) throw worthLess(bet, worth);
    const running = bet.stakeMinor - bet.closedStakeMinor;
    const partMinor = partOf(running, fraction);
    const paidMinor = paidFor(quoted.amountMinor, partMinor, running);
    if (partMinor < 1 || paidMinor < cashOutRules.minAmountMinor) throw new Refusal(cashOutRefusals.fractionTooSmall);
    await store.useQuote(tx, room.clock.now(), quoteId);
    return sold(tx, room.clock.now(), bet, { partMinor, paidMinor, automatic: false });
  });
}

/** Notes that the sale is asked for and waits as long as it is looked at; nothing to wait for where no match is live. */
async function askToSell(room: Betting, player: Player, betId: string, quoteId: string): Promise<undefined> {
  const askedAt = await room.db.tx(async (tx) => {
    const { quoted, markets } = await saleOf(room, tx, player, betId, quoteId);
    if (!markets.live) return null;
    if (quoted.asked) return quoted.asked.at;
    const at = room.clock.now();
    await store.askedFor(tx, quoteId, { at, breaks: markets.breaks });
    return at;
  });
  if (!askedAt) return;
  const giveUpAt = new Date(askedAt.getTime() + cashOutRules.giveUpMs);
  while (!isLookedAt(askedAt, await heardUntil(room.redis))) {
    if (room.clock.now() >= giveUpAt) throw new Refusal(cashOutRefusals.unavailable, { reason: 'suspended' });
    await pause(lookEveryMs);
  }
}

const lookEveryMs = 100;

/** Whether prices are known beyond the delay; where there are none at all there is nothing to wait for. */
function isLookedAt(since: Date, pricedUntil: Date | null): boolean {
  return pricedUntil === null || pricedUntil.getTime() >= since.getTime() + cashOutRules.delayMs.live;
}

interface Sale extends Valued {
  quoted: store.QuoteRow;
}

/** The bet, locked, with a quote that it can be sold by as things stand. */
async function saleOf(room: Betting, tx: Tx, player: Player, betId: string, quoteId: string): Promise<Sale> {
  const standingBet = await standing(tx, player.id, betId);
  const quoted = await store.lockQuote(tx, standingBet, quoteId);
  if (!quoted) throw new Refusal(common.notFound);
  if (quoted.usedAt) throw new Refusal(cashOutRefusals.quoteUsed);
  // What was asked for in time may be looked at beyond the quote's end, but not for ever.
  const goodUntil = quoted.asked ? new Date(quoted.asked.at.getTime() + bettingRules.decisionDeadlineMs) : quoted.expiresAt;
  if (goodUntil <= room.clock.now()) throw new Refusal(cashOutRefusals.quoteExpired);
  const found = await valued(room, tx, standingBet);
  const { bet, worth } = found;
  if (quoted.stakeMinor !== bet.stakeMinor - bet.closedStakeMinor || worth.amountMinor < quoted.amountMinor) throw worthLess(bet, worth);
  return { ...found, quoted };
}

function worthLess({ currency }: store.RunningBet, { amountMinor }: Worth): Refusal {
  return new Refusal(cashOutRefusals.worthLess, { amountMinor, amount: formatMoney(amountMinor, currency) });
}

/** Whether every market that is still open was on offer ever since. One that is settled meanwhile has said what it had to say. */
function sameBreaks(before: store.Breaks, now: store.Breaks): boolean {
  return Object.entries(now).every(([marketId, breaks]) => before[marketId] === breaks);
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
  const running = [...markets].filter(([id]) => open.some(({ marketId }) => marketId === id));
  const live = running.some(([, market]) => market.live);
  const breaks = Object.fromEntries(running.map(([id, market]) => [id, market.breaks]));
  return { bet, worth, prospects, markets: { live, breaks } };
}

// ---- By itself ---------------------------------------------------------------------------------

const sweepRows = 256;
const lookAgainMs = 1_000;

/** Sells bets whose players asked for it as soon as they are worth enough; on a live match once they were so for as long as any sale is looked at. */
export async function sellDue(room: Betting): Promise<void> {
  const now = room.clock.now();
  for (;;) {
    const pricedUntil = await heardUntil(room.redis);
    const claimed = await store.claimAuto(room.db, now, new Date(now.getTime() + lookAgainMs), sweepRows);
    for (const { playerId, id } of claimed) await room.db.tx((tx) => sellIfWorth(room, tx, { playerId, id }, pricedUntil)).catch(unlessRefused);
    if (claimed.length < sweepRows) return;
  }
}

async function sellIfWorth(room: Betting, tx: Tx, { playerId, id }: BetKey, pricedUntil: Date | null): Promise<void> {
  const { bet, worth, markets } = await valued(room, tx, await standing(tx, playerId, id));
  if (bet.autoCashOutMinor === null || worth.amountMinor < bet.autoCashOutMinor) {
    if (bet.autoSeen) await store.setAutoSeen(tx, bet, null);
    return;
  }
  if (markets.live && !(bet.autoSeen && sameBreaks(bet.autoSeen.breaks, markets.breaks))) {
    await store.setAutoSeen(tx, bet, { at: room.clock.now(), breaks: markets.breaks });
    return;
  }
  if (markets.live && bet.autoSeen && !isLookedAt(bet.autoSeen.at, pricedUntil)) return;
  await sold(tx, room.clock.now(), bet, { partMinor: bet.stakeMinor - bet.closedStakeMinor, paidMinor: worth.amountMinor, automatic: true });
}

/** A bet that cannot be valued now is looked at again. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

function refusedOnly(error: unknown): Refusal {
  unlessRefused(error);
  return error as Refusal;
}
