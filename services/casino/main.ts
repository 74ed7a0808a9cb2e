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
import type { CasinoContext } from './catalogue/context.ts';
import { casinoConfig } from './config.ts';
import { jobsOf } from './jobs.ts';
import { Jackpots } from './lobby/jackpots.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('casino', env, casinoConfig, import.meta.url, clock);
  const { db, bus, log, config } = service;
  const context: CasinoContext = { db, bus, log, clock: service.clock, catalogue: new Catalogue(), maxWinMinor: config.MAX_WIN_MINOR };
  const jackpots = new Jackpots(context);
  await openCatalogue(context);
  return service.start({ routes: routesOf(context, jackpots), jobs: jobsOf(context, jackpots) });
}

if (import.meta.main) await run(start);
