/** Altered prices of many markets raise a bounded number of alerts, in any order and batching of the events. */
import { randomUUID } from 'node:crypto';
import { eventually } from '@fairline/chassis/testing';
import { offerEvents } from '@fairline/proto/betting/offer';
import type { Infer } from '@fairline/proto/contract';
import type { alertRoutes } from '@fairline/proto/risk/alerts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from '../testing.ts';
import { tamperedMarketsMost } from './tampering.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const list = async () =>
  (
    await stage.as<Infer<typeof alertRoutes.alerts.reply>>(
      'auditor',
      'GET',
      '/api/admin/risk/alerts?type=prices_tampered',
    )
  ).body.items;
const eventsOf = async (id: string) =>
  (await stage.as<Infer<typeof alertRoutes.alertEvents.reply>>('auditor', 'GET', `/api/admin/risk/alerts/${id}/events`))
    .body.items;

it('raises ten alerts of single markets in an hour, and one of all others with their events', async () => {
  const at = new Date(stage.clock.now().setMinutes(0));
  const markets = Array.from({ length: 130 }, () => randomUUID());
  const again = new Date(at.getTime() + 60_000);
  for (const [some, time] of [
    [markets.slice(0, 4), at],
    [markets.slice(0, 25), at],
    [markets.slice(0, 25).toReversed(), again],
  ] as const) {
    await stage.publishMany(
      offerEvents.pricesTampered,
      some.map((marketId) => ({ id: randomUUID(), data: { marketId }, at: time })),
    );
    await eventually(() => stage.isDrained(offerEvents.pricesTampered));
  }
  const alerts = await list();
  const many = alerts.filter(({ about }) => !about);
  expect([alerts.length, many.length]).toEqual([tamperedMarketsMost + 1, 1]);
  const single = new Set(alerts.flatMap(({ about }) => about?.id ?? []));
  const listed = (await eventsOf(many[0]?.id ?? '')).map(({ aggregate }) => aggregate);
  expect([...single, ...listed].sort()).toEqual(markets.slice(0, 25).sort());

  await stage.publishMany(
    offerEvents.pricesTampered,
    markets.map((marketId) => ({ id: randomUUID(), data: { marketId }, at: again })),
  );
  await eventually(() => stage.isDrained(offerEvents.pricesTampered));
  expect(await list()).toHaveLength(alerts.length);
  expect(await eventsOf(many[0]?.id ?? '')).toHaveLength(100);
});
