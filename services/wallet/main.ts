/**
 * wallet: the ledger of all players' money, and the permit that restricts it. It owns players' accounts,
 * transfers, entries, holds, permits, stakes, rounds, jackpots, payments, saved methods and destinations,
 * adjustments, grants, welcome bonuses with the keys that identify one person, rates, quotes, PINs.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { Blobs } from '@fairline/chassis/storage/blob';
import { walletPublishes } from '@fairline/proto/wallet/publishes';
import { type Wallet, walletConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { prepareRates } from './exchange/rates.ts';
import { jobsOf, reporterOf } from './jobs.ts';
import { HttpProvider } from './payments/peers.ts';
import { requestsOf } from './requests.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('wallet', env, walletConfig, import.meta.url, clock);
  const { config } = service;
  const wallet: Wallet = {
    db: service.db,
    databaseUrl: config.DATABASE_URL ?? '',
    clock: service.clock,
    blobs: new Blobs(config.BLOB_DIR, config.BLOB_KEY),
    sealKey: config.BLOB_KEY,
    demo: config.FAIRLINE_DEMO,
    welcomeBonusMinor: config.WELCOME_BONUS_MINOR,
    twoOperatorsMinor: config.TWO_OPERATORS_MINOR,
    maxAdjustmentMinor: config.MAX_ADJUSTMENT_MINOR,
    stepUpMinor: config.STEP_UP_MINOR,
    provider: config.PSP_URL && config.PSP_API_KEY ? new HttpProvider(config.PSP_URL, config.PSP_API_KEY) : undefined,
    webhookSecret: config.PSP_WEBHOOK_SECRET,
    eventsKeptDays: config.PROVIDER_EVENTS_DAYS,
    publicUrl: config.PUBLIC_URL.replace(/\/$/, ''),
    log: service.log,
    deadLetters: service.metrics.deadLetters,
    spreadBp: config.SPREAD_BP,
    rateMaxAgeHours: config.RATE_MAX_AGE_HOURS,
  };
  await prepareRates(wallet);
  const { requests, waiting } = requestsOf(wallet);
  // Under heavy stake load the outbox relay pauses, for at most `longestLagMs`, because other players' mails and balances wait for it.
  service.relayPauseMs = (lagMs) => (waiting() > heavyLoad && lagMs < longestLagMs ? heavyLoadPauseMs : 0);
  const entryPoints = {
    routes: routesOf(wallet),
    requests,
    consumers: consumersOf(wallet),
    jobs: jobsOf(wallet, reporterOf(service)),
  };
  return service.start({ publishes: walletPublishes, ...entryPoints });
}

const heavyLoad = 64;
const heavyLoadPauseMs = 500;
const longestLagMs = 10_000;
if (import.meta.main) await run(start);
