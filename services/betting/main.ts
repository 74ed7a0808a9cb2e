/**
 * betting: what is on offer and what was bet on it.
 * Owns: sports, competitions, fixtures, markets, selections and their prices; bets, exposure, cash-out, settlement, receipts.
 * Says: BetPlaced, BetAccepted, BetRejected, BetSettled, BetVoided, BetCashedOut, BetResettled, MarketSuspended, OperatorActed.
 * Hears: the feed, on the stream FEED. Answers: nobody; asks wallet to take stakes and what it knows of them.
 */
import { type Clock, systemClock } from '@fairline/chassis/clock';
import type { Env } from '@fairline/chassis/config';
import { type Running, run, Service } from '@fairline/chassis/service';
import { feedAliveSubject } from '@fairline/proto/feed';
import { Gauge } from 'prom-client';
import { Catalogue } from './catalogue.ts';
import { openBatches } from './commands.ts';
import { type Betting, bettingConfig, settlementIn } from './config.ts';
import { FeedReader } from './feed.ts';
import { jobsOf } from './jobs.ts';
import { Signer } from './receipt.ts';
import { routesOf } from './routes.ts';
import { keepReceiptKey } from './store-bets.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const settlement = settlementIn(env);
  const service = await Service.open('betting', env, bettingConfig, import.meta.url, clock);
  const { db, redis, bus, log } = service;
  const receipts = new Signer(service.config.RECEIPT_PRIVATE_KEY);
  const room: Betting = { db, redis, bus, log, clock: service.clock, settlement, catalogue: new Catalogue(), receipts, ...openBatches(db, service.clock) };
  if (settlement === 'instant') log.warn('a coin settles bets: this installation is play money');
  await keepReceiptKey(db, room.clock.now(), receipts);
  // Under a crowd of placements facts lag a little; they catch up as soon as it thins.
  service.pace = () => (room.placements.waiting > crowd ? crowdPauseMs : 0);
  const reader = new FeedReader(room);
  service.onStop(bus.onHint(feedAliveSubject, (data) => reader.hearAlive(data)));
  service.onStop(() => reader.close());
  reader.open();
  const mismatches = new Gauge({ name: 'fairline_bet_mismatches', help: 'Bets that do not agree with wallet', registers: [service.metrics.registry] });
  return service.start({ routes: routesOf(room), jobs: jobsOf(room, reader, (count) => mismatches.set(count)) });
}

const crowd = 64;
const crowdPauseMs = 100;

if (import.meta.main) await run(start);
