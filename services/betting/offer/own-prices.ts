/** Copies own prices from the table to Redis, beside the feed's. */
import { readCatalogue } from './commands.ts';
import type { OfferContext } from './context.ts';
import { setOwn } from './prices.ts';
import { ownPricesOf } from './store-own-prices.ts';

/** Copies the own prices of these markets from the table to Redis, and again if the table changed meanwhile. So Redis ends with what the table has. */
export async function projectOwn(
  context: OfferContext,
  marketIds: readonly string[],
  { all } = { all: false },
): Promise<void> {
  if (marketIds.length === 0 && !all) return;
  for (let written = ''; ; ) {
    const ownPrices = await ownPricesOf(context.db, marketIds, { all });
    const text = JSON.stringify(ownPrices);
    if (text === written) return;
    await setOwn(context, ownPrices);
    written = text;
  }
}

/** Corrects all own prices in Redis from the table, and removes those the table no longer has: after a loss of prices, or if a writer died before its copy. */
export async function projectAllOwn(context: OfferContext): Promise<void> {
  await projectOwn(context, (await readCatalogue(context)).ownMarkets(), { all: true });
}
