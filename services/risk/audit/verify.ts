/**
 * `npm run audit:verify`: recomputes the chain of the audit log and compares it with every head in the file and in the stream AUDIT, and with the actions that the services count.
 * Prints the result. Exits 0 if all agree, else 1 with the first fault. Reads only.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Bus } from '@fairline/chassis/messaging/bus';
import { DeliveryMonitor } from '@fairline/chassis/messaging/deliveries';
import { rowStore } from '@fairline/chassis/messaging/row-store';
import { readStream } from '@fairline/chassis/messaging/streams';
import { type Env, readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { Database } from '@fairline/chassis/storage/postgres';
import { auditStream } from '@fairline/proto/risk/audit';
import { actionDaysKept } from '@fairline/proto/risk/deliveries';
import { z } from 'zod';
import type { Head } from './chain.ts';
import { type Comparison, compareActions, differenceText, settledMs } from './comparison.ts';
import { verifyChain } from './verification.ts';

/** The pause before a difference is looked at again: an event may have been on its way. */
const againMs = 2_000;
const Heads = z.array(z.object({ sequence: z.int(), hash: z.string() }));

/** What the administrator of NATS reads; undefined without their password. */
async function headsInStream({ NATS_URL: url, NATS_ADMIN_PASSWORD: password }: Env): Promise<Head[] | undefined> {
  if (!url || !password) return undefined;
  return Heads.parse((await readStream({ url, user: 'admin', password }, auditStream)) ?? []);
}

async function compare(db: Database, env: Env): Promise<Comparison> {
  const log = createLog('audit', 'silent');
  const bus = await Bus.open('risk', readConfig('risk', env, {}), log, createMetrics('risk'));
  const store = rowStore(db);
  const deliveries = new DeliveryMonitor({ name: 'risk', store: store.deliveries, inbox: store.inbox });
  const look = () => {
    const until = new Date(Date.now() - settledMs);
    return compareActions(
      { db, bus, deliveries },
      new Date(until.getTime() - actionDaysKept * 24 * 60 * 60_000),
      until,
    );
  };
  try {
    const first = await look();
    if (first.differences.length === 0) return first;
    await pause(againMs);
    return await look();
  } finally {
    await bus.close();
  }
}

/** Returns the line to print and whether all agree. */
async function verify(env: Env): Promise<{ ok: boolean; line: string }> {
  const { DATABASE_URL: url, AUDIT_HEAD_FILE: file } = env;
  if (!url || !file) throw new Error('DATABASE_URL and AUDIT_HEAD_FILE are not set: run `npm run audit:verify`');
  const db = new Database(url, createLog('audit', 'silent'), 2);
  try {
    const inStream = await headsInStream(env);
    const { records, heads, fault } = await verifyChain(db, file, new Date(), inStream);
    if (fault) return { ok: false, line: `✗ ${fault.text}` };
    const { differences, uncompared } = await compare(db, env);
    if (differences.length > 0) return { ok: false, line: `✗ ${differences.map(differenceText).join('; ')}` };
    const stream = inStream ? `${inStream.length} heads in the stream` : 'no stream (NATS_ADMIN_PASSWORD is not set)';
    const services =
      uncompared.length > 0
        ? `; not compared, because they do not answer or have actions on their way: ${uncompared.join(', ')}`
        : '';
    return {
      ok: true,
      line: `✓ ${records} records verified against ${heads} heads in the file, ${stream} and the services' own counts${services}`,
    };
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  try {
    const { ok, line } = await verify(process.env);
    process.stdout.write(`${line}\n`);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
