/**
 * support: tickets, live chat and the help pages. It owns tickets with their files, canned answers, chats, agents
 * and their presence, articles and votes.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { Blobs } from '@fairline/chassis/storage/blob';
import { supportPublishes } from '@fairline/proto/support/publishes';
import { supportConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import type { SupportContext } from './context.ts';
import { jobsOf } from './jobs.ts';
import { routesOf } from './routes.ts';
import { indexSubjects } from './tickets/commands.ts';
import { Turns } from './turns.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('support', env, supportConfig, import.meta.url, clock);
  const { config } = service;
  const context: SupportContext = {
    mongo: service.mongo,
    bus: service.bus,
    clock: service.clock,
    log: service.log,
    blobs: new Blobs(config.BLOB_DIR, config.BLOB_KEY),
    turns: new Turns(),
    limitFactor: config.FAIRLINE_DEMO ? demoFactor : 1,
    contact: {
      ...(config.SUPPORT_PHONE && { phone: config.SUPPORT_PHONE }),
      ...emailOf(config),
    },
  };
  await indexSubjects(context);
  return service.start({
    publishes: supportPublishes,
    routes: routesOf(context),
    consumers: consumersOf(context),
    jobs: jobsOf(context),
  });
}

/** In demo mode the limits of players are multiplied by this, so that nobody is stopped while they try the product. */
const demoFactor = 100;

/** Shown in demo mode only. The domain is reserved for examples, so no mail is delivered. */
const demoEmail = 'support@fairline.example';

function emailOf({ SUPPORT_EMAIL, FAIRLINE_DEMO }: { SUPPORT_EMAIL?: string | undefined; FAIRLINE_DEMO: boolean }): {
  email?: string;
} {
  const email = SUPPORT_EMAIL ?? (FAIRLINE_DEMO ? demoEmail : undefined);
  return email ? { email } : {};
}

if (import.meta.main) await run(start);
