/**
 * How fast risk appends operator actions to the hash-chained audit log: a backlog of two services, packed into messages as the relay does,
 * measured from the first record to the last. The chain is verified afterwards.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';
import type { Envelope, EventType } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { verifyAuditLog } from '../../local/platform/run-as.ts';
import { openVoice } from '../../local/platform/voice.ts';
import type { Bench, Row } from '../row.ts';

const records = 40_000;
const perMessage = 32;
const messagesAtOnce = 50;
const giveUpMs = 120_000;

export const auditAppends: Bench = {
  title: 'audit records appended',
  async run(log) {
    const platform = await startPlatform({ temporary: true, demo: true, processes: ['risk'], logLevel: 'warn', log });
    try {
      return await measure(platform, log);
    } finally {
      await platform.stop();
    }
  },
};

async function measure(platform: Platform, log: (line: string) => void): Promise<Row[]> {
  const db = new pg.Client({ connectionString: platform.databaseOf('risk') });
  await db.connect();
  try {
    await platform.hold('risk');
    await Promise.all([
      publish(platform, 'wallet', walletAuditEvents.operatorActed),
      publish(platform, 'betting', bettingAuditEvents.operatorActed),
    ]);
    log(`${records.toLocaleString('en-US')} operator actions of two services wait`);
    await platform.release('risk');
    const count = async () =>
      Number((await db.query<{ sequence: string }>('select sequence from audit_head')).rows[0]?.sequence ?? 0);
    const first = await until(count, (appended) => appended > 0);
    const last = await until(count, (appended) => appended === records);
    const perSecond = (records - first.appended) / ((last.at - first.at) / 1_000);
    log(`appended ${perSecond.toFixed(0)} a second; load ${loadavg()[0]?.toFixed(1)}`);
    if ((await verifyAuditLog(platform)) !== 0) throw new Error('the chain does not hold');
    return [
      {
        name: 'audit records appended',
        value: perSecond,
        unit: 'a second',
        yardstick: '1,000 a second wanted',
        ratio: perSecond / 1_000,
      },
    ];
  } finally {
    await db.end();
  }
}

async function until(
  count: () => Promise<number>,
  holds: (appended: number) => boolean,
): Promise<{ appended: number; at: number }> {
  for (const deadline = Date.now() + giveUpMs; Date.now() < deadline; await pause(20)) {
    const appended = await count();
    if (holds(appended)) return { appended, at: Date.now() };
  }
  throw new Error('risk did not append the backlog in time');
}

/** Publishes half of the records, as the service in which the operators acted. */
async function publish(platform: Platform, service: 'wallet' | 'betting', event: EventType): Promise<void> {
  const voice = await openVoice(platform, service);
  try {
    const messages = Array.from({ length: records / 2 / perMessage }, () =>
      Array.from({ length: perMessage }, () => operatorAction(event)),
    );
    for (let at = 0; at < messages.length; at += messagesAtOnce)
      await Promise.all(
        messages
          .slice(at, at + messagesAtOnce)
          .map((message) => voice.publish(event.subject, message, message[0]?.id ?? '')),
      );
  } finally {
    await voice.close();
  }
}

function operatorAction(event: EventType): Envelope {
  const id = randomUUID();
  const data = {
    operatorId: randomUUID(),
    action: 'payment.approve',
    resourceType: 'payment',
    resourceId: id,
    reason: 'Checked against the statement of the bank',
    before: { status: 'pending', approvedBy: [] },
    after: { status: 'approved', approvedBy: [randomUUID()], amountMinor: 125_000, currency: 'USD' },
    address: '203.0.113.7',
    agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  };
  const time = new Date().toISOString();
  return {
    specversion: '1.0',
    id,
    source: `/fairline/${event.service}`,
    type: event.subject,
    subject: randomUUID(),
    time,
    datacontenttype: 'application/json',
    version: 1,
    data,
  };
}
