/** Use cases of the catalogue: publishes what the software brings, and reads what is in force. */
import { gamesInHouse } from '@fairline/games/registry';
import type { CasinoContext } from './context.ts';
import { sheetOf } from './par-sheet.ts';
import * as store from './store.ts';

/** Publishes the first version of every game that has none yet, and reads the catalogue. */
export async function openCatalogue(context: CasinoContext): Promise<void> {
  const publishedAt = context.clock.now();
  await context.db.tx(async (tx) => {
    for (const game of gamesInHouse) {
      const rtp = game.returns(game.firstRules)[0]?.rtp ?? 0;
      await store.publishFirst(tx, { gameId: game.id, rules: game.firstRules, rtp, parSheet: sheetOf(game, game.firstRules), publishedAt });
    }
  });
  await readCatalogue(context);
}

export async function readCatalogue({ db, catalogue }: CasinoContext): Promise<void> {
  // Games first: a version that one of them names is then among those that are read next.
  const games = await store.gamesOf(db);
  catalogue.replace(games, await store.versionsOf(db));
}
