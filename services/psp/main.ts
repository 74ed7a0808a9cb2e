/** A simulated payment provider: no bank is involved and no money moves. In demo mode it also plays a provider of screenings. */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { hourMs } from '@fairline/proto/time';
import { forgetWebhooks, returnPayouts, sendWebhooks } from './commands.ts';
import { type Psp, pspConfig } from './config.ts';
import { routesOf } from './routes.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('psp', env, pspConfig, import.meta.url, clock);
  const { config } = service;
  if (!config.FAIRLINE_DEMO && config.PSP_STAND_IN !== '1')
    throw new Error('The stand-in provider runs in demo mode, or with PSP_STAND_IN=1: it moves no money.');
  const psp: Psp = {
    db: service.db,
    clock: service.clock,
    log: service.log,
    apiKey: config.PSP_API_KEY,
    webhookSecret: config.PSP_WEBHOOK_SECRET,
    webhookUrl: config.PSP_WEBHOOK_URL,
    webhooksKeptDays: config.PSP_WEBHOOKS_DAYS,
    publicUrl: config.PSP_PUBLIC_URL.replace(/\/$/, ''),
    isDemo: config.FAIRLINE_DEMO,
  };
  return service.start({
    publishes: {},
    routes: routesOf(psp),
    jobs: [
      { name: 'webhooks', everyMs: 200, where: 'everywhere', run: () => sendWebhooks(psp) },
      { name: 'returns', everyMs: 1_000, where: 'everywhere', run: () => returnPayouts(psp) },
      { name: 'forget', everyMs: hourMs, where: 'leased', run: () => forgetWebhooks(psp) },
    ],
  });
}

if (import.meta.main) await run(start);
