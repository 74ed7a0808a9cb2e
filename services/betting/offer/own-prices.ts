/** Puts prices of our own beside the feed's in Redis, from the table. */
import { current } from './commands.ts';
import type { OfferContext } from './context.ts';
import { setOwn } from './prices.ts';
import { ownWords } from './store-own-prices.ts';

/** Puts beside the feed's prices what the table says of our own for these markets; again where it says another thing by then, so that the last word is the table's, whoever else writes. */
export async function projectOwn(context: OfferContext, marketIds: readonly string[], { all } = { all: false }): Promise<void> {
  if (marketIds.length === 0 && !all) return;
  for (let told = ''; ; ) {
    const words = await ownWords(context.db, marketIds, { all });
    const text = JSON.stringify(words);
    if (text === told) return;
    await setOwn(context, words);
    told = text;
  }
}

/** The same for all that there are, and for all that are shown: after prices were lost, and where whoever changed them could not say so. */
export async function projectAllOwn(context: OfferContext): Promise<void> {
  await projectOwn(context, (await current(context)).ownMarkets(), { all: true });
}
