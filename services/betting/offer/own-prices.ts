/** Puts prices of our own beside the feed's in Redis, from the table. */
import { current } from './commands.ts';
import type { OfferContext } from './context.ts';
import { setOwn } from './prices.ts';
import { ownPricesOf } from './store-own-prices.ts';

/** Puts beside the feed's prices our own for these markets, as the table has them; again where it has others by then, so that the table prevails, whoever else writes. */
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

/** The same for all that there are, and for all that are shown: after prices were lost, and where whoever changed them could not say so. */
export async function projectAllOwn(context: OfferContext): Promise<void> {
  await projectOwn(context, (await current(context)).ownMarkets(), { all: true });
}
