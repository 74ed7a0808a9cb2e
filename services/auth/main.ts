/**
 * auth: players, operators, sessions and all mail. It owns players, operators, sessions, passkeys, one-time links,
 * notices and mail.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { authPublishes } from '@fairline/proto/auth/publishes';
import { authConfig, keptDaysOf } from './config.ts';
import { consumers } from './consumers.ts';
import { seedDemo } from './demo.ts';
import { jobs } from './jobs.ts';
import { SmtpDelivery } from './mail/delivery.ts';
import { requests } from './requests.ts';
import { routes } from './routes.ts';
import { openKeys } from './sessions/token.ts';
import type { StaffContext } from './staff/context.ts';
import { Passwords } from './users/credential.ts';
import { createCounters } from './users/metrics.ts';
import { RedisThrottle } from './users/throttle.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('auth', env, authConfig, import.meta.url, clock);
  const { config, log, db, bus } = service;
  const demo = config.FAIRLINE_DEMO;
  const delivery = await SmtpDelivery.open({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: config.MAIL_DIR,
    demo,
    log,
  });
  service.onStop(() => delivery.close());
  const ctx: StaffContext = {
    db,
    bus,
    clock,
    log,
    demo,
    publicUrl: config.PUBLIC_URL.replace(/\/$/, ''),
    jurisdiction: config.JURISDICTION,
    welcomeBonusMinor: config.WELCOME_BONUS_MINOR,
    eraseAfterYears: config.ERASE_AFTER_YEARS,
    keptDays: keptDaysOf(config),
    keys: await openKeys(config.SESSION_PRIVATE_KEY),
    passwords: await Passwords.open(randomBytes(32)),
    throttle: new RedisThrottle(service.redis, demo),
    count: createCounters(service.metrics.registry),
    delivery,
  };
  if (demo) await seedDemo(ctx);
  return service.start({
    publishes: authPublishes,
    routes: routes(ctx),
    requests: requests(ctx),
    consumers: consumers(ctx),
    jobs: jobs(ctx),
  });
}

if (import.meta.main) await run(start);
