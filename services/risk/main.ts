/**
 * risk: safe play and the audit log. It owns players' limits, exclusions, play settings, reality checks and harm
 * scores; alerts, rules, risk levels and interactions; the audit log; a copy of all services' events for 7 days.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { riskPublishes } from '@fairline/proto/risk/publishes';
import { HeadWriter } from './audit/commands.ts';
import { type Risk, riskConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { jobsOf } from './jobs.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('risk', env, riskConfig, import.meta.url, clock);
  const { db, bus, log, config } = service;
  const risk: Risk = {
    db,
    bus,
    log,
    clock: service.clock,
    auditHeadFile: config.AUDIT_HEAD_FILE,
    deliveries: service.deliveries,
  };
  const heads = new HeadWriter(risk);
  return service.start({
    publishes: riskPublishes,
    routes: routesOf(risk),
    consumers: consumersOf(risk, heads),
    jobs: jobsOf(risk, heads),
  });
}

if (import.meta.main) await run(start);
