/**
 * Use cases of conversion: a quote is valid briefly and used once.
 * Money moves only at a rate that the player was shown, or by the automatic conversion that they chose in their settings.
 */

import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { type Conversion, exchangeRefusals, type Quote } from '@fairline/proto/wallet/exchange';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { quoteSeconds } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { lockPlayer } from '../ledger/store.ts';
import { refusalOf } from '../refusals.ts';
import * as rules from './exchange.ts';
import * as store from './store.ts';
import { readRates } from './store-rates.ts';

/**
 * Quotes a rate for `quoteSeconds`, or until a rate of the pair changes. A player has one quote per pair; the next one ends it.
 * Nothing is reserved: the balance is checked again when the quote is used.
 */
export async function makeQuote(
  wallet: Wallet,
  playerId: string,
  { from, to, amountMinor }: { from: CurrencyCode; to: CurrencyCode; amountMinor: number },
): Promise<Quote> {
  if (from === to) throw new Refusal(exchangeRefusals.sameCurrency);
  const refused = await store.conversionRefusal(wallet.db, playerId, from, amountMinor);
  const at = wallet.clock.now();
  if (refused) throw refusalOf(refused.code, { status: refused.status }, { currency: from, at });
  const row = (await readRates(wallet.db, at)).find((one) => one.from === from && one.to === to);
  if (!row?.available) throw new Refusal(ledgerRefusals.rateUnavailable, { from, to });
  const mid = rules.writtenRate(row.rate);
  const offer = rules.quoteOffer(amountMinor, mid, wallet.spreadBp, from, to);
  if (offer === 'too_small') throw new Refusal(exchangeRefusals.amountTooSmall);
  if (offer === 'too_large') throw new Refusal(ledgerRefusals.rateUnavailable, { from, to });
  const { rate, receiveMinor, spreadMinor } = offer;
  const made = { quoteId: randomUUIDv7(), from, to, amountMinor, receiveMinor, spreadMinor };
  const expiresAt = new Date(at.getTime() + quoteSeconds * 1_000);
  const kept = { ...made, midRate: row.rate, rate: rules.rateText(rate), expiresAt, ratesVersion: row.pairVersion };
  await wallet.db.tx((tx) => store.keepQuote(tx, at, playerId, kept));
  return { ...made, rate: rules.rateNumber(rate), midRate: rules.rateNumber(mid), expiresAt: expiresAt.toISOString() };
}

/** Converts at a quote, once. The time is read after the player is locked, so that waiting for the lock does not extend a quote. */
export async function convert(wallet: Wallet, tx: Tx, playerId: string, quoteId: string): Promise<Conversion> {
  await lockPlayer(tx, playerId);
  const at = wallet.clock.now();
  const { code, params, quote: used } = await store.useQuote(tx, at, playerId, quoteId);
  if (!used) throw conversionRefusal(code, params, at);
  tx.wakeRelay();
  const { from, to, amountMinor, receiveMinor, rate } = used;
  return {
    id: used.quoteId,
    quoteId: used.quoteId,
    from,
    to,
    amountMinor,
    receiveMinor,
    rate: rules.rateNumber(rules.writtenRate(rate)),
    createdAt: at.toISOString(),
  };
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

/** An unused quote is deleted an hour after its end. */
const unusedKeptMs = 60 * 60 * 1_000;

export async function forgetQuotes(wallet: Wallet): Promise<void> {
  await store.pruneQuotes(wallet.db, new Date(wallet.clock.now().getTime() - unusedKeptMs));
}
