/**
 * No audit record is lost in a crash: risk, PostgreSQL and NATS are killed while actions and adjustments of other services arrive.
 * In the end every action is in the audit log once, every large adjustment raised one alert, and the chain holds.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '@fairline/proto/contract';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { expect, test } from '@playwright/test';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { verifyAuditLog } from '../../local/platform/run-as.ts';
import { openVoice, type Voice } from '../../local/platform/voice.ts';
import { eventually } from '../client.ts';
import { connectDatabase } from '../databases.ts';

const strikes = ['risk', 'risk', 'postgres', 'risk', 'nats', 'risk', 'postgres', 'risk'] as const;
const betweenMs = 2_000;
const everyMs = 40;
const perMessage = 16;

interface Sent {
  actions: string[];
  adjustments: string[];
}

test('records every operator action and raises every alert once while services are killed', async () => {
  test.setTimeout(420_000);
  const platform = await startPlatform({ temporary: true, demo: true, processes: ['risk'] });
  const wallet = await openVoice(platform, 'wallet');
  try {
    const stop = new AbortController();
    const sending = send(wallet, stop.signal);
    for (const [round, name] of strikes.entries()) {
      await pause(betweenMs + ((round * 397) % betweenMs));
      await platform.kill(name);
      await platform.ready('risk', 60_000);
    }
    await pause(betweenMs);
    stop.abort();
    await check(platform, await sending);
  } finally {
    await wallet.close();
    await platform.stop();
  }
});

/** Publishes until stopped. Each message is repeated until NATS has stored it, and some are sent again later, as by a relay after a crash. */
async function send(wallet: Voice, stop: AbortSignal): Promise<Sent> {
  const sent: Sent = { actions: [], adjustments: [] };
  for (let turn = 0; !stop.aborted; turn++) {
    const actions = Array.from({ length: perMessage }, () => envelope(walletAuditEvents.operatorActed, action()));
    await publishUntilStored(wallet, walletAuditEvents.operatorActed, actions);
    sent.actions.push(...actions.map(({ id }) => id));
    const adjustmentId = randomUUID();
    const adjusted = envelope(adjustmentEvents.balanceAdjusted, {
      adjustmentId,
      playerId: randomUUID(),
      amountMinor: 500_000,
      currency: 'USD',
      book: 'real',
      reason: 'Goodwill',
    });
    await publishUntilStored(wallet, adjustmentEvents.balanceAdjusted, [adjusted]);
    sent.adjustments.push(adjustmentId);
    if (turn % 5 === 0) await publishUntilStored(wallet, walletAuditEvents.operatorActed, actions.toReversed());
    if (turn % 7 === 0) await publishUntilStored(wallet, adjustmentEvents.balanceAdjusted, [adjusted]);
    await pause(everyMs);
  }
  return sent;
}

const action = () => ({
  operatorId: randomUUID(),
  action: 'payment.approve',
  resourceType: 'payment',
  resourceId: randomUUID(),
  after: { status: 'approved' },
});

function envelope(event: EventType, data: object) {
  const time = new Date().toISOString();
  return {
    specversion: '1.0',
    id: randomUUID() as string,
    source: '/fairline/wallet',
    type: event.subject,
    subject: randomUUID() as string,
    time,
    datacontenttype: 'application/json',
    version: 1,
    data,
  };
}

async function publishUntilStored(wallet: Voice, event: EventType, events: readonly object[]): Promise<void> {
  for (const id = randomUUID(); ; await pause(200)) {
    const isStored = await wallet.publish(event.subject, events, id).then(
      () => true,
      () => false,
    );
    if (isStored) return;
  }
}

async function check(platform: Platform, { actions, adjustments }: Sent): Promise<void> {
  expect(actions.length).toBeGreaterThan(1_000);
  const db = await connectDatabase(platform, 'risk');
  try {
    const column = async (statement: string) =>
      (await db.query<{ value: string }>(statement)).rows.map(({ value }) => value);
    const recorded = await eventually(
      () => column('select id as value from audit_log order by sequence'),
      ({ length }) => length >= actions.length,
      60_000,
    );
    expect(recorded.toSorted()).toEqual(actions.toSorted());
    const about = await eventually(
      () => column(`select about_id as value from alerts where type = 'large_adjustment'`),
      ({ length }) => length >= adjustments.length,
      60_000,
    );
    expect(about.toSorted()).toEqual(adjustments.toSorted());
    const raised = await column(`select subject as value from outbox where type = 'evt.risk.AlertRaised.v1'`);
    expect(raised).toHaveLength(adjustments.length);
    expect(await column('select id::text as value from dead_letters')).toEqual([]);
  } finally {
    await db.end();
  }
  expect(await verifyAuditLog(platform)).toBe(0);
}
