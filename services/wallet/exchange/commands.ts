/**
 * The use cases of conversion: rates shown and set, a quote that holds for a moment and is used once, a deposit that becomes play currency on arrival.
 * Money moves only at a rate its owner was shown, or asked for in their settings.
 */
import { randomUUIDv7 } from 'node:crypto';
import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { type Conversion, exchangeEvents, exchangeRefusals, type Quote, type Rate, type RateRow } from '@fairline/proto/wallet/exchange';
import { quoteSeconds } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { refuseCardNumber } from '../free-text.ts';
import { lockPlayer } from '../ledger/store.ts';
import { refusalOf } from '../refusals.ts';
import * as rules from './exchange.ts';
import * as store from './store.ts';

export async function customerRates(wallet: Wallet): Promise<{ spreadBp: number; at: string; items: Rate[] }> {
  const rows = await store.rates(wallet.db);
  const items = rows.map(({ from, to, rate, changedAt }) => {
    const mid = scaled(rate);
    return { from, to, rate: rules.rateNumber(rules.customerRate(mid, wallet.spreadBp)), midRate: rules.rateNumber(mid), changedAt: changedAt.toISOString() };
  });
  return { spreadBp: wallet.spreadBp, at: wallet.clock.now().toISOString(), items };
}

export async function operatorRates(wallet: Wallet): Promise<{ spreadBp: number; items: RateRow[] }> {
  return { spreadBp: wallet.spreadBp, items: (await store.rates(wallet.db)).map(toRateRow) };
}

export interface RateSetting {
  from: CurrencyCode;
  to: CurrencyCode;
  rate: number;
  reason: string;
}

/** Sets one rate. Quotes that were given keep theirs; two operators at once are compared one after the other. */
export async function setRate(wallet: Wallet, { from, to, rate, reason }: RateSetting, by: Actor): Promise<RateRow> {
  if (from === to) throw new Refusal(exchangeRefusals.sameCurrency);
  refuseCardNumber(reason);
  const wanted = rules.scaledRate(rate);
  if (!wanted) throw new Refusal(common.invalidRequest, undefined, { rate: 'This rate is too small or too large' });
  return wallet.db.tx(async (tx) => {
    await store.lockRates(tx);
    const known = new Map((await store.rates(tx)).map((row) => [`${row.from} ${row.to}`, row]));
    const before = known.get(`${from} ${to}`);
    const table: rules.RateTable = (a, b) => (a === from && b === to ? wanted : rateIn(known, a, b));
    if (rules.gainThrough(table, wallet.spreadBp, from, to)) throw new Refusal(exchangeRefusals.rateUnfair);
    const row = await store.setRate(tx, wallet.clock.now(), { from, to, rate: rules.rateText(wanted), by: by.operatorId, reason });
    await publish(tx, exchangeEvents.ratesChanged, row.id, row.version, { from, to });
    const action = {
      action: 'rate.set',
      resourceType: 'rate',
      resourceId: `${from}-${to}`,
      reason,
      ...(before && { before: { rate: rules.rateNumber(scaled(before.rate)) } }),
      after: { rate: rules.rateNumber(wanted) },
    };
    await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, row.version, action, row.id);
    return toRateRow(row);
  });
}

function rateIn(known: ReadonlyMap<string, store.RateRow>, from: CurrencyCode, to: CurrencyCode): rules.Scaled | undefined {
  const row = known.get(`${from} ${to}`);
  return row && scaled(row.rate);
}

function toRateRow({ from, to, rate, changedAt, changedBy }: store.RateRow): RateRow {
  return { from, to, rate: rules.rateNumber(scaled(rate)), changedAt: changedAt.toISOString(), changedBy };
}

/** What the column holds was checked when it was written. */
function scaled(rate: string): rules.Scaled {
  const value = rules.scaledRate(rate);
  if (value === undefined) throw new Error(`${rate} is no rate`);
  return value;
}

/** A rate that holds for a moment. Nothing is reserved: the balance is looked at again when the quote is used. */
export async function makeQuote(
  wallet: Wallet,
  playerId: string,
  { from, to, amountMinor }: { from: CurrencyCode; to: CurrencyCode; amountMinor: number },
): Promise<Quote> {
  if (from === to) throw new Refusal(exchangeRefusals.sameCurrency);
  const refused = await store.conversionRefusal(wallet.db, playerId, from, amountMinor);
  if (refused) throw refusalOf(refused.code, { status: refused.status }, { currency: from, at: wallet.clock.now() });
  const row = (await store.rates(wallet.db)).find((one) => one.from === from && one.to === to);
  if (!row) throw new Refusal(exchangeRefusals.rateUnavailable, { from, to });
  const offer = rules.offer(amountMinor, scaled(row.rate), wallet.spreadBp, from, to);
  if (offer === 'too_small') throw new Refusal(exchangeRefusals.amountTooSmall);
  if (offer === 'too_large') throw new Refusal(exchangeRefusals.rateUnavailable, { from, to });
  const { rate, receiveMinor, spreadMinor } = offer;
  const made = { quoteId: randomUUIDv7(), from, to, amountMinor, receiveMinor, spreadMinor };
  const expiresAt = new Date(wallet.clock.now().getTime() + quoteSeconds * 1_000);
  await store.insertQuote(wallet.db, playerId, { ...made, midRate: row.rate, rate: rules.rateText(rate), expiresAt });
  return { ...made, rate: rules.rateNumber(rate), midRate: rules.rateNumber(scaled(row.rate)), expiresAt: expiresAt.toISOString() };
}

/** Converts at a quote, once. The time is read when the player is locked, so that waiting does not keep an old rate alive. */
export async function convert(wallet: Wallet, tx: Tx, playerId: string, quoteId: string): Promise<Conversion> {
  await lockPlayer(tx, playerId);
  const at = wallet.clock.now();
  const { code, params, quote: used } = await store.useQuote(tx, at, playerId, quoteId);
  if (!used) throw conversionRefusal(code, params, at);
  tx.wakeRelay();
  const { from, to, amountMinor, receiveMinor, rate } = used;
  return { id: used.quoteId, quoteId: used.quoteId, from, to, amountMinor, receiveMinor, rate: rules.rateNumber(scaled(rate)), createdAt: at.toISOString() };
}

const quoteRefusals = {
  quote_unknown: exchangeRefusals.quoteUnknown,
  quote_used: exchangeRefusals.quoteUsed,
  quote_expired: exchangeRefusals.quoteExpired,
} as const;

function conversionRefusal(code: string, params: Record<string, unknown> | null, at: Date): Refusal {
  if (code in quoteRefusals) return new Refusal(quoteRefusals[code as keyof typeof quoteRefusals]);
  return refusalOf(code, params, { currency: 'USD', at });
}

/** An hour after it ended a quote that was not used is of no use to anybody. */
const unusedKeptMs = 60 * 60 * 1_000;

export async function forgetQuotes(wallet: Wallet): Promise<void> {
  await store.pruneQuotes(wallet.db, new Date(wallet.clock.now().getTime() - unusedKeptMs));
}
