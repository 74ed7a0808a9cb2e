/** What amounts are worth in the currency of report, for services that know no rates. */

import type { Infer } from '@fairline/proto/contract';
import type { exchangeRequests } from '@fairline/proto/wallet/exchange';
import type { Wallet } from '../config.ts';
import { reportCurrency, worthOf } from './store.ts';

export async function valueAmounts(
  { db }: Wallet,
  { amounts }: Infer<typeof exchangeRequests.worth.input>,
): Promise<Infer<typeof exchangeRequests.worth.output>> {
  return { currency: reportCurrency, amountsMinor: await worthOf(db, amounts) };
}
