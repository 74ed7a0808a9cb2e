/** Use cases of the catalogue: publishes the first versions that ship with the software, and reads the current ones. */
import type { AnyGame } from '@fairline/games/game';
import { parSheetOf } from '@fairline/games/par/sheet';
import { gamesInHouse } from '@fairline/games/registry';
import type { CasinoContext } from './context.ts';
import * as store from './store.ts';

/** Publishes the first version of every game that has none yet, and reads the catalogue. */
export async function openCatalogue(context: CasinoContext): Promise<void> {
  const published = new Set((await store.gamesOf(context.db)).map(({ id }) => id));
  const publishedAt = context.clock.now();
  // Returns and PAR sheets take a while to compute, so this is done before the transaction.
  const missing = gamesInHouse
    .filter(({ id }) => !published.has(id))
    .map((game) => ({
      gameId: game.id,
      rules: game.firstRules,
      rtp: bestReturn(game),
      parSheet: parSheetOf(game, game.firstRules),
      publishedAt,
    }));
  await context.db.tx(async (tx) => {
    for (const version of missing) await store.publishFirst(tx, version);
  });
  await readCatalogue(context);
}

function bestReturn(game: AnyGame): number {
  const best = game.returns(game.firstRules)[0];
  if (!best) throw new Error(`${game.id} has no bet`);
  return best.rtp;
}

export async function readCatalogue({ db, catalogue }: CasinoContext): Promise<void> {
  // Games are read first, so that the versions read next include every version that a game names.
  const games = await store.gamesOf(db);
  catalogue.replace(games, await store.versionsOf(db));
}
