/**
 * casino: games, rounds and the seeds they are drawn from.
 * Owns: games and their versions, rounds, seeds, game sessions.
 * Publishes: RoundSettled, JackpotWon, SeedRotated, GameChanged, GameOutOfRange, OperatorActed.
 * Consumes: nothing. Serves: nothing. Requests: wallet's play, voidRound, roundsOf and jackpots, worth.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { Catalogue } from './catalogue/catalogue.ts';
import { openCatalogue } from './catalogue/commands.ts';
import { casinoConfig } from './config.ts';
import { checkSeedKey } from './fairness/commands.ts';
import { jobsOf } from './jobs.ts';
import { Jackpots } from './lobby/jackpots.ts';
import { openBatches } from './rounds/batches.ts';
import type { RoundContext } from './rounds/context.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('casino', env, casinoConfig, import.meta.url, clock);
  const { db, bus, log } = service;
  const { SEED_KEY: seedKey, MAX_WIN_MINOR: maxWinMinor } = service.config;
  const context: RoundContext = {
    db,
    bus,
    log,
    clock: service.clock,
    catalogue: new Catalogue(),
    seedKey,
    maxWinMinor,
    ...openBatches(db, service.clock),
  };
  await checkSeedKey(db, seedKey);
  const jackpots = new Jackpots(context);
  await openCatalogue(context);
  return service.start({ routes: routesOf(context, jackpots), jobs: jobsOf(context, jackpots) });
}

if (import.meta.main) await run(start);
