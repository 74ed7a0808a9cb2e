/**
 * promotions: bonuses, free bets, cashback and loyalty points, and the claims of players on them. It owns
 * promotions and their changes, claims with their wagering progress, player data from events, points, tiers,
 * cashback statements.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { promotionsPublishes } from '@fairline/proto/promotions/publishes';
import { type Promotions, promotionsConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { jobsOf } from './jobs.ts';
import { seedPromotions } from './offers/commands.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('promotions', env, promotionsConfig, import.meta.url, clock);
  const { db, bus, log } = service;
  const context: Promotions = {
    db,
    bus,
    log,
    clock: service.clock,
    costLimitMinor: service.config.PROMOTION_COST_LIMIT_MINOR,
  };
  await seedPromotions(context, service.config.FAIRLINE_DEMO);
  return service.start({
    publishes: promotionsPublishes,
    routes: routesOf(context),
    consumers: consumersOf(context),
    jobs: jobsOf(context),
  });
}

if (import.meta.main) await run(start);
