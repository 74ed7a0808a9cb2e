/** Use cases of the monitor: add up the results of rounds, and pause a game whose results left their expected range. */
import { randomUUIDv7 } from 'node:crypto';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { casinoDeskEvents } from '@fairline/proto/casino/desk';
import { readCatalogue } from '../catalogue/commands.ts';
import type { CasinoContext } from '../catalogue/context.ts';
import { boundsOf } from '../catalogue/game.ts';
import { lockGame, pauseGame } from '../catalogue/store.ts';
import { alpha, isOutOfRange, pauseReason, type ResultRange, rangeOf } from './monitor.ts';
import * as store from './store.ts';

/** Adds up the rounds since the last run, and checks every version. Each step is a transaction, so that a crash neither loses nor repeats a tally. */
export async function checkResults(context: CasinoContext): Promise<void> {
  while (await context.db.tx((tx) => store.addTallies(tx, context.clock.now())));
  let hasPaused = false;
  for (const watch of await store.openWatches(context.db)) {
    const version = context.catalogue.version(watch.gameId, watch.version);
    const range = rangeOf(watch, boundsOf(version));
    if (!isOutOfRange(range)) continue;
    await context.db.tx((tx) => reportOutOfRange(context, tx, watch, range));
    hasPaused = true;
  }
  if (hasPaused) await readCatalogue(context);
}

/** Reports each watch once. The game is paused only if this version is the current one. */
async function reportOutOfRange(
  { clock, log }: CasinoContext,
  tx: Tx,
  watch: store.Watch,
  range: ResultRange,
): Promise<void> {
  const { gameId, version, rounds } = watch;
  const game = await lockGame(tx, gameId);
  const at = clock.now();
  if (!game || !(await store.closeWatch(tx, gameId, version, at))) return;
  const { observed, computed, low, high } = range;
  await publish(tx, casinoDeskEvents.gameOutOfRange, randomUUIDv7(), 1, {
    gameId,
    version,
    rounds,
    observed: observed ?? 0,
    computed: computed ?? 0,
    low: low ?? 0,
    high: high ?? 0,
    alpha,
  });
  log.error({ gameId, version, rounds, ...range }, 'results are out of range');
  if (!game.active || game.version !== version) return;
  await pauseGame(tx, gameId, 'monitor', pauseReason(watch, range), at);
  await publish(tx, casinoDeskEvents.gameChanged, randomUUIDv7(), 1, { gameId, version, active: false });
}
