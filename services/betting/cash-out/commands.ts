/**
 * Cash-out: quotes that are valid for 30 s, cash-outs of the whole open stake or a part of it, and automatic cash-outs.
 * A cash-out is one transaction with the event by which wallet pays. It checks markets and prices again and is refused if the value has fallen too far.
 */

import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Player } from '@fairline/chassis/http/identity';
import { publish } from '@fairline/chassis/messaging/outbox';
import { hasOutcome, type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type Bet, betEvents } from '@fairline/proto/betting/bets';
import { type CashOutQuote, cashOutRefusals } from '@fairline/proto/betting/cash-out';
import { betRules, cashOutRules } from '@fairline/proto/betting/rules';
import { cashOutShareMinor, stakeShareMinor } from '@fairline/proto/betting/shares';
import { common, Refusal } from '@fairline/proto/contract';
import { formatMoney } from '@fairline/proto/money';
import { alreadyDecided, toBet } from '../bets/bet.ts';
import type { BetContext } from '../bets/context.ts';
import { betOf } from '../bets/store-reads.ts';
import type { BetKey } from '../columns.ts';
import { type PricesRead, readPrices, readWatermark } from '../offer/prices.ts';
import { lockMarkets, readMarketsNow } from '../offer/store.ts';
import {
  afterMargin,
  isDelayOver,
  isWorth,
  nextOf,
  sameBreaks,
  type Valued,
  valueOfBet,
  type Worth,
} from './cash-out.ts';
import * as store from './store.ts';

/** Quotes the current value of the bet without locks; the cash-out checks it again. */
export async function quote(context: BetContext, player: Player, betId: string): Promise<CashOutQuote> {
  return withPrices(context, { playerId: player.id, id: betId }, async (tx, prices) => {
    const bet = await lockSellable(tx, player.id, betId);
    const { worth, prospects, isCapped, delayMs } = await readOffer(context, tx, bet, prices);
    const now = context.clock.now();
    const running = bet.stakeMinor - bet.closedStakeMinor;
    const made = {
      id: randomUUIDv7(),
      stakeMinor: running,
      ...worth,
      expiresAt: new Date(now.getTime() + cashOutRules.quoteMs),
    };
    await store.insertQuote(tx, bet, made);
    return {
      quoteId: made.id,
      betId,
      currency: bet.currency,
      amountMinor: worth.amountMinor,
      fairMinor: worth.fairMinor,
      marginMinor: worth.fairMinor - afterMargin(worth.fairMinor),
      marginBp: cashOutRules.marginBp,
      fallTolerance: cashOutRules.fallTolerance,
      openStakeMinor: running,
      ...(isCapped && { cappedBy: 'own_price' as const }),
      legs: bet.legs.map(({ selectionId, oddsMilli, status, deadHeat }, at) => {
        const prospect = status === 'open' ? prospects[at] : null;
        return { selectionId, oddsMilli, status, ...(deadHeat && { deadHeat }), ...(prospect && { ...prospect }) };
      }),
      delayMs,
      expiresAt: made.expiresAt.toISOString(),
    };
  });
}

/**
 * Cashes out the bet, or a fraction of its open stake, at the quoted amount; refused if the bet is now worth less. On a live match the request is stored first.
 * It is executed once the prices up to the end of the live delay are known, so a player who sees the play before the feed gains nothing.
 * A repeated call continues the first one, also after a crash.
 */
export async function cashOut(
  context: BetContext,
  player: Player,
  betId: string,
  { quoteId, fraction }: { quoteId: string; fraction?: number | undefined },
  idempotencyKey: IdempotencyKey,
): Promise<Bet> {
  const known = await hasOutcome(context.db, idempotencyKey);
  const refused = known ? undefined : await requestCashOut(context, player, betId, quoteId).catch(refusedOnly);
  const sellQuoted = async (tx: Tx, prices: PricesRead) => {
    if (refused) throw refused;
    const { bet, quoted, worth, live, delayMs, breaks } = await lockSale(context, tx, player, betId, quoteId, prices);
    if (live && !(quoted.asked && sameBreaks(quoted.asked.breaks, breaks))) throw refuseLowerWorth(bet, worth);
    if (live && quoted.asked && !isDelayOver(quoted.asked.at, delayMs, prices.until)) throw new Moved();
    const running = bet.stakeMinor - bet.closedStakeMinor;
    const partMinor = stakeShareMinor(running, fraction);
    const paidMinor = cashOutShareMinor(quoted.amountMinor, partMinor, running);
    if (partMinor < 1 || paidMinor < cashOutRules.minAmountMinor) throw new Refusal(cashOutRefusals.fractionTooSmall);
    await store.useQuote(tx, context.clock.now(), quoteId);
    return recordSale(tx, context.clock.now(), bet, { partMinor, paidMinor, automatic: false });
  };
  const run = <T>(work: (tx: Tx) => Promise<T>) => runOnce(context.db, idempotencyKey, work);
  // A call whose outcome is stored, or that is refused, needs no prices.
  return known || refused
    ? run((tx) => sellQuoted(tx, nothingRead))
    : withPrices(context, { playerId: player.id, id: betId }, sellQuoted, run);
}

const nothingRead: PricesRead = { until: null, markets: new Map() };

/** Stores the request for cash-out and waits until its delay is over. Returns at once if no match of the bet is live. */
async function requestCashOut(context: BetContext, player: Player, betId: string, quoteId: string): Promise<undefined> {
  const asked = await withPrices(context, { playerId: player.id, id: betId }, async (tx, prices) => {
    const { quoted, live, delayMs, breaks } = await lockSale(context, tx, player, betId, quoteId, prices);
    if (!live) return null;
    if (quoted.asked) return { at: quoted.asked.at, delayMs };
    const at = context.clock.now();
    await store.storeRequest(tx, quoteId, { at, breaks });
    return { at, delayMs };
  });
  if (!asked) return;
  const giveUpAt = new Date(asked.at.getTime() + cashOutRules.giveUpMs);
  while (!isDelayOver(asked.at, asked.delayMs, await readWatermark(context))) {
    if (context.clock.now() >= giveUpAt) throw new Refusal(cashOutRefusals.unavailable, { reason: 'suspended' });
    await pause(retryMs);
  }
}

const retryMs = 100;

interface Sale extends Valued {
  bet: store.RunningBet;
  quoted: store.QuoteRow;
}

/** Locks the bet and its quote, and checks that the quote still applies. */
async function lockSale(
  context: BetContext,
  tx: Tx,
  player: Player,
  betId: string,
  quoteId: string,
  prices: PricesRead,
): Promise<Sale> {
  const bet = await lockSellable(tx, player.id, betId);
  const quoted = await store.lockQuote(tx, bet, quoteId);
  if (!quoted) throw new Refusal(common.notFound);
  if (quoted.usedAt) throw new Refusal(cashOutRefusals.quoteUsed);
  // A cash-out requested in time may be executed after the quote's end, but not forever.
  const goodUntil = quoted.asked ? new Date(quoted.asked.at.getTime() + betRules.decisionDeadlineMs) : quoted.expiresAt;
  if (goodUntil <= context.clock.now()) throw new Refusal(cashOutRefusals.quoteExpired);
  const found = await readOffer(context, tx, bet, prices);
  const { worth } = found;
  if (quoted.stakeMinor !== bet.stakeMinor - bet.closedStakeMinor || !isWorth(quoted.amountMinor, worth))
    throw refuseLowerWorth(bet, worth);
  return { ...found, bet, quoted };
}

function refuseLowerWorth({ currency }: store.RunningBet, { amountMinor }: Worth): Refusal {
  return new Refusal(cashOutRefusals.worthLess, { amountMinor, amount: formatMoney(amountMinor, currency) });
}

async function recordSale(
  tx: Tx,
  now: Date,
  bet: store.RunningBet,
  part: { partMinor: number; paidMinor: number; automatic: boolean },
): Promise<Bet> {
  const status = bet.closedStakeMinor + part.partMinor === bet.stakeMinor ? 'cashed_out' : 'accepted';
  const event = await store.sell(tx, now, bet, { ...part, status });
  await publish(tx, betEvents.betCashedOut, bet.id, event.version, event);
  return readBetAgain(tx, bet);
}

async function readBetAgain(tx: Tx, { playerId, id }: { playerId: string; id: string }): Promise<Bet> {
  const row = await betOf(tx, playerId, id);
  if (!row) throw new Refusal(common.notFound);
  return toBet(row);
}

/** Sets or removes the amount at which the whole bet is cashed out automatically. */
export function setAutoCashOut(
  context: BetContext,
  player: Player,
  betId: string,
  amountMinor: number | null,
): Promise<Bet> {
  return context.db.tx(async (tx) => {
    const bet = await lockSellable(tx, player.id, betId);
    if (bet.autoCashOutMinor !== amountMinor) await store.setAuto(tx, context.clock.now(), bet, amountMinor);
    return readBetAgain(tx, bet);
  });
}

/** Locks a bet that can be cashed out: it is accepted and not a free bet. */
async function lockSellable(tx: Tx, playerId: string, betId: string): Promise<store.RunningBet> {
  const bet = await store.lockRunning(tx, playerId, betId);
  if (!bet) throw new Refusal(common.notFound);
  if (bet.status === 'pending') throw new Refusal(cashOutRefusals.unavailable, { reason: 'pending' });
  if (bet.status !== 'accepted') throw alreadyDecided(bet);
  if (bet.freeBet) throw new Refusal(cashOutRefusals.unavailable, { reason: 'free_bet' });
  return bet;
}

/** Locks the markets of all legs, and values the bet by the prices that were read before. */
async function readOffer(
  context: BetContext,
  tx: Tx,
  bet: store.RunningBet,
  { markets: prices }: PricesRead,
): Promise<Valued> {
  const markets = await lockMarkets(tx, context.clock.now(), marketsOf([bet], 'any'));
  const found = valueOfBet(bet, {
    markets,
    prices,
    provisional: await store.provisionalOf(tx, marketsOf([bet], 'settled')),
  });
  if (found === 'moved') throw new Moved();
  if (typeof found === 'string') throw new Refusal(cashOutRefusals.unavailable, { reason: found });
  return found;
}

function marketsOf(bets: readonly Pick<store.RunningBet, 'legs'>[], wanted: 'any' | 'settled'): string[] {
  const ids = new Set<string>();
  for (const { legs } of bets)
    for (const { marketId, status } of legs) if (wanted === 'any' || status !== 'open') ids.add(marketId);
  return [...ids];
}

/** The prices that were read do not belong to the current state of the markets. */
class Moved extends Error {}

const priceTries = 10;

/**
 * Runs the work in a transaction, with the prices of the bet's open legs read before it begins: a slow Redis then holds no lock on a bet or a market.
 * If the markets changed between the reading and their locks, everything is tried again.
 */
async function withPrices<T>(
  context: BetContext,
  key: BetKey,
  work: (tx: Tx, prices: PricesRead) => Promise<T>,
  run: (work: (tx: Tx) => Promise<T>) => Promise<T> = (inTx) => context.db.tx(inTx),
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const prices = await readPrices(context, await store.openLegs(context.db, key));
    const done = await run((tx) => work(tx, prices)).then((result) => ({ result }), ignoreMovedOffer);
    if (done) return done.result;
    if (tries === priceTries) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
    await pause(retryMs);
  }
}

function ignoreMovedOffer(error: unknown): undefined {
  if (!(error instanceof Moved)) throw error;
}

// ---- Automatic cash-out ------------------------------------------------------------------------

const pageBets = 1_000;

/**
 * Cashes out bets automatically as soon as they are worth the player's amount; on a live match once they were worth it for the whole delay.
 * Each page of bets is valued with one read of prices and without locks. Only a bet that is worth enough is locked and valued again.
 */
export async function runAutoCashOut(context: BetContext): Promise<void> {
  for (let after: BetKey | null = null; ; ) {
    const bets: store.Selling[] = await store.sellingBets(context.db, after, pageBets);
    if (bets.length > 0) await cashOutPage(context, bets);
    if (bets.length < pageBets) return;
    after = bets.at(-1) ?? null;
  }
}

async function cashOutPage(context: BetContext, bets: readonly store.Selling[]): Promise<void> {
  const prices = await readPrices(
    context,
    bets.flatMap(({ legs }) => legs.filter(({ status }) => status === 'open')),
  );
  const at = context.clock.now();
  const markets = await readMarketsNow(context.db, at, marketsOf(bets, 'any'));
  const provisional = await store.provisionalOf(context.db, marketsOf(bets, 'settled'));
  const looked = bets.flatMap((bet) => {
    const found = valueOfBet(bet, { markets, provisional, prices: prices.markets });
    return typeof found === 'string' ? [] : [{ bet, breaks: found.breaks, next: nextOf(bet, found, prices.until) }];
  });
  const noted = looked.filter(({ next }) => next === 'note' || next === 'forget');
  await store.setAutoSeen(
    context.db,
    noted.map(({ bet: { playerId, id, autoCashOutMinor }, breaks, next }) => ({
      playerId,
      id,
      autoCashOutMinor,
      seen: next === 'note' ? { at, breaks } : null,
    })),
  );
  for (const { bet, next } of looked) {
    if (next === 'sell')
      await withPrices(context, bet, (tx, read) => cashOutIfWorth(context, tx, bet, read)).catch((error) =>
        skipFailedCashOut(context, bet, error),
      );
  }
}

async function cashOutIfWorth(
  context: BetContext,
  tx: Tx,
  { playerId, id }: BetKey,
  prices: PricesRead,
): Promise<void> {
  const bet = await lockSellable(tx, playerId, id);
  const found = await readOffer(context, tx, bet, prices);
  if (nextOf(bet, found, prices.until) !== 'sell') return;
  await recordSale(tx, context.clock.now(), bet, {
    partMinor: bet.stakeMinor - bet.closedStakeMinor,
    paidMinor: found.worth.amountMinor,
    automatic: true,
  });
}

/** A bet whose cash-out fails is tried again in the next run, so it does not delay the others. */
function skipFailedCashOut(context: BetContext, { id }: BetKey, error: unknown): void {
  if (!(error instanceof Refusal))
    context.log.warn({ betId: id, error: (error as Error).message }, 'an automatic cash-out failed: it is tried again');
}

function refusedOnly(error: unknown): Refusal {
  if (!(error instanceof Refusal)) throw error;
  return error;
}
