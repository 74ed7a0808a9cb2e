/** Decides bets whose delay is over, and rejects bets that were not decided in time. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { betRefusals } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { isPriceOf, priceNowOf } from '../offer/market.ts';
import { chargeOwnPrices, type Reached } from '../offer/own-price-losses.ts';
import { type PricesRead, readPrices, readWatermark } from '../offer/prices.ts';
import { lockMarkets } from '../offer/store.ts';
import { decide, refusedAt, rejection } from './bet.ts';
import type { BetContext } from './context.ts';
import { payloadOf } from './receipt.ts';
import * as store from './store.ts';

const sweepRows = 256;

type Decider = Pick<BetContext, 'db' | 'redis' | 'seal' | 'clock' | 'settlement' | 'receipts' | 'twoOperatorsMinor'>;

/**
 * Decides bets whose delay is over: accepted, or rejected with the stake due back. A delay is over once all prices up to its end are known.
 * So no live bet is accepted while no instance reads the feed. Without any prices due bets are rejected at once.
 * Returns the markets whose own prices reached the two-operator threshold; they must go off offer.
 */
export async function decideDue(context: Decider): Promise<Reached[]> {
  const reached: Reached[] = [];
  const pricedUntil = (await readWatermark(context)) ?? context.clock.now();
  // Continues behind the last row, because bets locked by another instance, or left for the next run, stay on the list.
  let after: store.DueBet | undefined;
  do {
    const due = await store.listUndecided(context.db, {
      at: context.clock.now(),
      pricedUntil,
      after,
      limit: sweepRows,
    });
    if (due.length === 0) break;
    // Prices are read before anything is locked, so that a slow Redis blocks no market.
    const prices = await readPrices(
      context,
      due.flatMap(({ legs }) => legs),
    );
    // The watermark may have changed since it was read. A bet is never decided by prices that end before its delay.
    const ready = due.filter(({ pricedBeyond }) => !pricedBeyond || !prices.until || prices.until >= pricedBeyond);
    reached.push(...(await context.db.tx((tx) => decideSome(context, tx, ready, prices))));
    after = due.length < sweepRows ? undefined : due.at(-1);
  } while (after);
  return reached;
}

/** If the prices read before no longer match a market once it is locked, its bets are left for the next run. */
async function decideSome(
  context: Decider,
  tx: Tx,
  due: readonly store.DueBet[],
  prices: PricesRead,
): Promise<readonly Reached[]> {
  const locked = await store.lockUndecided(tx, due);
  if (locked.length === 0) return [];
  const markets = await lockMarkets(tx, context.clock.now(), [
    ...new Set(locked.flatMap(({ legs }) => legs.map(({ marketId }) => marketId))),
  ]);
  const now = context.clock.now();
  const changed = new Set(
    [...markets].filter(([id, market]) => market.open && !isPriceOf(prices.markets.get(id), market)).map(([id]) => id),
  );
  const bets = locked.filter(({ legs }) => !legs.some(({ marketId }) => changed.has(marketId)));
  const priceNow = (leg: { marketId: string; selectionId: string }) =>
    priceNowOf(prices.markets.get(leg.marketId), leg.selectionId);
  const judged = bets.map((bet) => ({ bet, decision: decide(bet, (id) => markets.get(id), priceNow, now) }));
  const taken = judged.filter(({ decision }) => decision === 'accepted').map(({ bet }) => bet);
  const { twoOperatorsMinor } = context;
  const { refused, waiting, reached } = await chargeOwnPrices(tx, now, taken, {
    prices: prices.markets,
    twoOperatorsMinor,
  });
  const closed = new Set(reached.map(({ marketId }) => marketId));
  const priceIfOpen = (leg: { marketId: string; selectionId: string }) =>
    closed.has(leg.marketId) ? null : priceNow(leg);
  const decided = judged
    .filter(({ bet }) => !waiting.has(bet.id))
    .map(({ bet, decision }) => ({
      bet,
      decision: refused.has(bet.id) ? refusedAt(bet, priceIfOpen, betRefusals.marketClosed) : decision,
    }));
  const accepted = decided
    .filter(({ decision }) => decision === 'accepted')
    .map(({ bet }) => ({ playerId: bet.playerId, id: bet.id, receipt: context.receipts.sign(payloadOf(bet, now)) }));
  const rejected = decided.flatMap(({ bet, decision }) =>
    decision === 'accepted' ? [] : [{ ...bet, rejection: rejection(decision.refusal, { legs: decision.legs }) }],
  );
  await store.acceptBets(tx, now, accepted, context.settlement === 'instant' ? betRules.instant.delayMs : null);
  await store.rejectBets(tx, now, rejected, { refused: false });
  return reached;
}

/** Rejects bets that were not decided in time, whether wallet answered or not. */
export async function rejectOverdue(context: BetContext): Promise<void> {
  const reject = async (tx: Tx) => {
    const now = context.clock.now();
    const bets = await store.lockOverdue(tx, new Date(now.getTime() - betRules.decisionDeadlineMs), sweepRows);
    const why = rejection(betRefusals.betTimedOut);
    await store.rejectBets(
      tx,
      now,
      bets.map((bet) => ({ ...bet, rejection: why })),
      { refused: false },
    );
    return bets.length;
  };
  while ((await context.db.tx(reject)) === sweepRows);
}
