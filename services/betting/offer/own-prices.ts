/** Puts prices of our own beside the feed's in Redis, from the table. */
import { readCatalogue } from './commands.ts';
import type { OfferContext } from './context.ts';
import { setOwn } from './prices.ts';
import { ownPricesOf } from './store-own-prices.ts';

/** Puts our own prices for these markets beside the feed's, as the table has them, and again if the table changed meanwhile: the table prevails. */
export async function projectOwn(context: OfferContext, marketIds: readonly string[], { all } = { all: false }): Promise<void> {
  if (marketIds.length === 0 && !all) return;
  for (let written = ''; ; ) {
    const ownPrices = await ownPricesOf(context.db, marketIds, { all });
    const text = JSON.stringify(ownPrices);
    if (text === written) return;
    await setOwn(context, ownPrices);
    written = text;
  }
}

/** The same for all own prices, and for all that are shown: after prices were lost, or after a writer could not publish its change. */
export async function projectAllOwn(context: OfferContext): Promise<void> {
  await projectOwn(context, (await readCatalogue(context)).ownMarkets(), { all: true });
}
