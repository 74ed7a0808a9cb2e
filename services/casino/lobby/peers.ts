/** Requests to wallet: the pools of the jackpot, and the value of amounts in the reporting currency. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Infer } from '@fairline/proto/contract';
import type { CurrencyCode, PlayCurrencyCode } from '@fairline/proto/money';
import { exchangeRequests } from '@fairline/proto/wallet/exchange';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';

export type Pool = Infer<typeof ledgerRequests.jackpots.output>['items'][number];

export async function readPools(bus: Bus, withinMs: number): Promise<Pool[]> {
  return (await bus.request(ledgerRequests.jackpots, {}, withinMs)).items;
}

/** Converts amounts to the reporting currency, in the same order. */
export async function worthOf(
  bus: Bus,
  amounts: { currency: CurrencyCode; amountMinor: number }[],
): Promise<{ currency: PlayCurrencyCode; amountsMinor: number[] }> {
  return bus.request(exchangeRequests.worth, { amounts });
}
