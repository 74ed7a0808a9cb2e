/**
 * Own prices and own margins on a market. Odds more than a tenth above the feed's fair price wait for a second operator.
 * Each action is one transaction, OperatorActed included; Redis is written after the commit.
 */

import { controlOf, type Requester, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { deskRefusals, type TradingMarket } from '@fairline/proto/betting/desk';
import type { DeskChange } from '@fairline/proto/betting/desk-requests';
import { offerRefusals } from '@fairline/proto/betting/offer';
import { betRules } from '@fairline/proto/betting/rules';
import { Refusal } from '@fairline/proto/contract';
import { operatorControl } from '@fairline/proto/operator-control';
import type { BetContext } from '../bets/context.ts';
import { showNow } from '../offer/commands.ts';
import { aloneRatio, exceedsRatio, type OwnPrices, ratioToFair, statusOf } from '../offer/market.ts';
import { projectOwn } from '../offer/own-prices.ts';
import { readPrices } from '../offer/prices.ts';
import { lockMarket, nextVersion, touchFixtures } from '../offer/store.ts';
import { type OddsTerms, ownPrices, setOwnPrices } from '../offer/store-own-prices.ts';
import { recordAction } from '../operator.ts';
import { holdOperator, movedByOperator } from '../operator-sums.ts';
import { notFound } from '../refusals.ts';
import { askSecond } from './asking.ts';
import type { DeskMarket } from './desk.ts';
import { deskMarket } from './markets.ts';
import { namesOfMarket } from './store-decisions.ts';
import { deskMarkets } from './store-markets.ts';
import { replaceRequest } from './store-requests.ts';

type Prices = readonly { selectionId: string; oddsMilli: number }[];
const oddsOf = (prices: Prices) =>
  Object.fromEntries(prices.map(({ selectionId, oddsMilli }) => [selectionId, oddsMilli]));

/**
 * Offers a market at these prices, or requests a second operator if one is too far above its fair price, the fair price is unknown,
 * or the operator reached the threshold that day. The feed still suspends and settles the market.
 */
export async function setPrices(
  context: BetContext,
  marketId: string,
  prices: Prices,
  act: Act,
): Promise<{ market: TradingMarket; waits: boolean }> {
  refuseCardNumber(act.reason);
  const ratio = await fairRatio(context, marketId, prices);
  const done = await context.db.tx(async (tx) => {
    await holdOperator(tx, act.operator.id);
    const at = context.clock.now();
    const { market, before } = await lockForOwn(context, tx, marketId);
    checkPrices(market, prices);
    const control = controlOf(1, await movedByOperator(tx, act.operator.id, at), context.twoOperatorsMinor);
    if (ratio === null || exceedsRatio(ratio, aloneRatio) || control === 'second') {
      const named = market.selections.map(({ id, name }) => ({
        selectionId: id,
        name,
        oddsMilli: oddsOf(prices)[id] ?? 0,
      }));
      const { fixture, market: name } = (await namesOfMarket(tx, marketId)) ?? notFound();
      await askSecond(
        tx,
        at,
        { marketId, subject: marketId, name: `${fixture}, ${name}`, change: { kind: 'prices', prices: named, ratio } },
        act,
      );
      await touchFixtures(tx, [market.fixtureId]);
      return { waits: true, fixtureId: market.fixtureId };
    }
    const terms = { requester: requesterOf(act.operator), maxRatio: aloneRatio, lossApprovedBy: null };
    await replaceRequest(tx, 'prices', marketId, { operatorId: act.operator.id, at });
    await writeOwn(
      tx,
      at,
      market,
      { marginBp: before?.marginBp ?? null, odds: oddsOf(prices) },
      { act, action: 'market.prices', terms },
    );
    return { waits: false, fixtureId: market.fixtureId };
  });
  if (!done.waits) await projectOwn(context, [marketId]);
  await showNow(context, [done.fixtureId]);
  return { market: await deskMarket(context, marketId), waits: done.waits };
}

/** The highest ratio of these prices to the feed's current fair price; null if the feed does not price the market now. */
export async function fairRatio(context: BetContext, marketId: string, prices: Prices): Promise<number | null> {
  const names = (await namesOfMarket(context.db, marketId)) ?? notFound();
  const read = await readPrices(context, [{ fixtureId: names.fixtureId, marketId }]);
  return ratioToFair(read.markets.get(marketId), oddsOf(prices));
}

/** Sets prices that a second operator approved. Their ratio to the fair price may have risen by `ownPriceShare` since the request. */
export async function applyPrices(
  context: BetContext,
  tx: Tx,
  at: Date,
  { prices, ratio: asked }: Extract<DeskChange, { kind: 'prices' }>,
  { marketId, requester, ratio, act }: { marketId: string; requester: Requester; ratio: number | null; act: Act },
): Promise<string> {
  const share = 1 + operatorControl.ownPriceShare;
  if (ratio === null ? asked !== null : exceedsRatio(ratio, Math.max(asked ?? 1, 1) * share))
    throw new Refusal(deskRefusals.previewChanged);
  const { market, before } = await lockForOwn(context, tx, marketId);
  checkPrices(market, prices);
  // If the requester had already reached the threshold that day, the approval also covers the bets at these prices.
  const isSpent = (await movedByOperator(tx, requester.operatorId, at)) >= context.twoOperatorsMinor;
  const terms = {
    requester,
    maxRatio: Math.max(ratio ?? 1, 1) * share,
    lossApprovedBy: isSpent ? act.operator.id : null,
  };
  const own = { marginBp: before?.marginBp ?? null, odds: oddsOf(prices) };
  await writeOwn(tx, at, market, own, {
    act,
    action: 'market.prices.approve',
    terms,
    requestedBy: requester.operatorId,
  });
  return market.fixtureId;
}

function checkPrices(market: DeskMarket, prices: Prices): void {
  const odds = oddsOf(prices);
  const named = market.selections.map(({ id }) => id);
  if (prices.length !== named.length || !named.every((id) => id in odds))
    throw new Refusal(deskRefusals.pricesIncomplete);
  if (prices.reduce((sum, { oddsMilli }) => sum + 1_000 / oddsMilli, 0) < 1)
    throw new Refusal(deskRefusals.marginNegative);
}

/** Releases own odds: the feed's prices apply again, with our margin if one is set. */
export function releasePrices(context: BetContext, marketId: string, act: Act): Promise<TradingMarket> {
  return changeOwn(context, marketId, { act, action: 'market.prices.release', whateverState: true }, (before) => ({
    marginBp: before?.marginBp ?? null,
    odds: null,
  }));
}

/** Sets or removes our own margin on the feed's fair chances. It is never negative, so no price rises above the fair one. */
export function setMargin(
  context: BetContext,
  marketId: string,
  marginBp: number | null,
  act: Act,
): Promise<TradingMarket> {
  return changeOwn(context, marketId, { act, action: 'market.margin', whateverState: marginBp === null }, (before) => ({
    marginBp,
    odds: before?.odds ?? null,
  }));
}

async function changeOwn(
  context: BetContext,
  marketId: string,
  { act, action, whateverState }: { act: Act; action: string; whateverState: boolean },
  change: (before: OwnPrices | undefined) => OwnPrices,
): Promise<TradingMarket> {
  refuseCardNumber(act.reason);
  const fixtureId = await context.db.tx(async (tx) => {
    const at = context.clock.now();
    const { market, before } = await lockForOwn(context, tx, marketId, { whateverState });
    const wanted = change(before);
    if (before || wanted.marginBp !== null || wanted.odds !== null)
      await writeOwn(tx, at, market, wanted, { act, action });
    return market.fixtureId;
  });
  await projectOwn(context, [marketId]);
  await showNow(context, [fixtureId]);
  return deskMarket(context, marketId);
}

async function lockForOwn(
  { clock, twoOperatorsMinor }: BetContext,
  tx: Tx,
  marketId: string,
  { whateverState = false } = {},
): Promise<{ market: DeskMarket; before: OwnPrices | undefined }> {
  const locked = (await lockMarket(tx, marketId)) ?? notFound();
  const [market] = await deskMarkets(
    tx,
    { marketId },
    { defaultMinor: betRules.maxLiabilityMinor, twoOperatorsMinor },
    clock.now(),
  );
  if (!market) return notFound();
  const status = statusOf(locked, { feedUp: true, priced: true });
  if (!whateverState && status !== 'active' && status !== 'suspended')
    throw new Refusal(offerRefusals.marketState, { status });
  return { market, before: await ownPrices(tx, marketId) };
}

/**
 * Writes own prices. No interruption is counted: pending bets are decided at the new prices, as after any price of the feed.
 * The prices change under the market's lock and get a new version, so a bet is decided either before the change or at the new prices.
 */
async function writeOwn(
  tx: Tx,
  at: Date,
  { id, fixtureId }: DeskMarket,
  wanted: OwnPrices,
  { act, action, terms, requestedBy }: { act: Act; action: string; terms?: OddsTerms; requestedBy?: string },
): Promise<void> {
  const before = (await ownPrices(tx, id)) ?? null;
  const version = await nextVersion(tx, id);
  const isNothing = wanted.marginBp === null && wanted.odds === null;
  await setOwnPrices(tx, id, isNothing ? null : wanted, { version, by: requesterOf(act.operator), at, terms });
  if (terms || wanted.odds === null) await replaceRequest(tx, 'own_loss', id, { operatorId: act.operator.id, at });
  await touchFixtures(tx, [fixtureId]);
  const own = (await ownPrices(tx, id)) ?? null;
  await recordAction(tx, act, version, {
    action,
    resourceType: 'market',
    resourceId: id,
    before: { own: before },
    after: { own, ...(requestedBy && { requestedBy }) },
  });
}
