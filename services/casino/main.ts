/**
 * casino: games, rounds and the seeds they are drawn from. It owns games and their versions, rounds, seeds, game
 * sessions.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { casinoPublishes } from '@fairline/proto/casino/publishes';
import { Gauge } from 'prom-client';
import { Catalogue } from './catalogue/catalogue.ts';
import { openCatalogue } from './catalogue/commands.ts';
import { casinoConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import type { VoidContext } from './desk/voids.ts';
import { checkSeedKey } from './fairness/commands.ts';
import { jobsOf } from './jobs.ts';
import { Jackpots } from './lobby/jackpots.ts';
import { openBatches } from './rounds/batches.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('casino', env, casinoConfig, import.meta.url, clock);
  const { db, bus, log } = service;
  const { SEED_KEY: seedKey, MAX_WIN_MINOR: maxWinMinor, TWO_OPERATORS_MINOR: twoOperatorsMinor } = service.config;
  const context: VoidContext = {
    db,
    bus,
    log,
    clock: service.clock,
    catalogue: new Catalogue(),
    seedKey,
    maxWinMinor,
    twoOperatorsMinor,
    ...openBatches(db, service.clock),
  };
  await checkSeedKey(db, seedKey);
  const jackpots = new Jackpots(context);
  await openCatalogue(context);
  const mismatches = new Gauge({
    name: 'fairline_round_mismatches',
    help: 'Rounds that do not agree with wallet',
    registers: [service.metrics.registry],
  });
  return service.start({
    publishes: casinoPublishes,
    routes: routesOf(context, jackpots),
    consumers: consumersOf(),
    jobs: jobsOf(context, jackpots, (count) => mismatches.set(count)),
  });
}

if (import.meta.main) await run(start);
