/**
 * betting: sports, prices and bets. It owns sports, competitions, fixtures, markets, selections and their prices;
 * bets, exposure, cash-out, settlement, receipts.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { bettingPublishes } from '@fairline/proto/betting/publishes';
import { feedAliveSubject } from '@fairline/proto/feed';
import { Gauge } from 'prom-client';
import { openBatches } from './bets/batches.ts';
import type { BetContext } from './bets/context.ts';
import { Signer } from './bets/receipt.ts';
import { keepReceiptKey } from './bets/store-receipts.ts';
import { bettingConfig, settlementIn } from './config.ts';
import { FeedReader } from './feed/reader.ts';
import { jobsOf } from './jobs.ts';
import { Catalogue } from './offer/catalogue.ts';
import { openPriceSeal } from './offer/price-seal.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const settlement = settlementIn(env);
  const service = await Service.open('betting', env, bettingConfig, import.meta.url, clock);
  const { db, redis, bus, log } = service;
  const tampered = new Set<string>();
  const receipts = new Signer(service.config.RECEIPT_PRIVATE_KEY);
  const context: BetContext = {
    db,
    redis,
    seal: openPriceSeal(service, tampered),
    tampered,
    bus,
    log,
    clock: service.clock,
    settlement,
    twoOperatorsMinor: service.config.TWO_OPERATORS_MINOR,
    catalogue: new Catalogue(),
    receipts,
    ...openBatches(db, service.clock),
  };
  if (settlement === 'instant') log.warn('a coin settles bets: this installation is play money');
  await keepReceiptKey(db, context.clock.now(), receipts);
  // While many placements wait, the relay pauses between messages, so events arrive a little later.
  service.relayPauseMs = () => (context.placements.waiting > crowd ? crowdPauseMs : 0);
  const reader = new FeedReader(context);
  service.onStop(bus.onHint(feedAliveSubject, (data) => reader.receiveHeartbeat(data)));
  service.onStop(() => reader.close());
  reader.open();
  const mismatches = new Gauge({
    name: 'fairline_bet_mismatches',
    help: 'Bets that do not agree with wallet',
    registers: [service.metrics.registry],
  });
  return service.start({
    publishes: bettingPublishes,
    routes: routesOf(context),
    jobs: jobsOf(context, reader, (count) => mismatches.set(count)),
  });
}

const crowd = 64;
const crowdPauseMs = 100;

if (import.meta.main) await run(start);
