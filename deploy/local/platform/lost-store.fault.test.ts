/** A server restarts without its store: streams and durables, or collections and indexes, are made again, and services continue without a restart. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Mongo } from '@fairline/chassis/documents/mongo';
import { createLog } from '@fairline/chassis/process/log';
import { userEvents } from '@fairline/proto/auth/users';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Wire } from '../servers/nats.ts';
import { type Platform, startPlatform } from './platform.ts';
import { openVoice } from './voice.ts';

let platform: Platform;
let wallet: pg.Client;
beforeAll(async () => {
  platform = await startPlatform({ processes: ['wallet'], demo: true, temporary: true });
  wallet = new pg.Client({ connectionString: platform.environmentOf('wallet').DATABASE_URL });
  await wallet.connect();
});
afterAll(async () => {
  await wallet.end();
  await platform.stop();
});

/** Publishes as auth, repeatedly until the stream exists and stores the event. */
async function register(playerId: string): Promise<void> {
  const auth = await openVoice(platform, 'auth');
  try {
    const data = { playerId, country: 'DE', jurisdiction: 'open', currency: 'USD', level: 'unverified', demo: false };
    const envelope = {
      specversion: '1.0',
      id: randomUUID(),
      source: '/fairline/auth',
      type: userEvents.userRegistered.subject,
      subject: playerId,
    };
    const event = {
      ...envelope,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      version: 1,
      data,
    };
    await expect
      .poll(() => auth.publish(event.type, event, event.id).then(() => 'stored', String), { timeout: 60_000 })
      .toBe('stored');
  } finally {
    await auth.close();
  }
}

const isKnown = async (playerId: string) =>
  (await wallet.query('select from players where player_id = $1', [playerId])).rowCount === 1;

it('goes on with an empty message server, and publishes recent events to it again', async () => {
  const [before, after] = [randomUUID(), randomUUID()];
  await register(before);
  await expect.poll(() => isKnown(before), { timeout: 30_000 }).toBe(true);
  const pid = platform.pidOf('wallet');

  await platform.hold('nats');
  rmSync(join(platform.profile.dataDir, 'nats/jetstream'), { recursive: true });
  await platform.release('nats');

  await register(after);
  await expect.poll(() => isKnown(after), { timeout: 60_000 }).toBe(true);
  expect(platform.pidOf('wallet')).toBe(pid);
  await expect.poll(storedMessages, { timeout: 30_000 }).toBeGreaterThan(1);
});

it('goes on with an empty MongoDB, whose collections and indexes are made again', async () => {
  const indexes = async () => {
    const mongo = await Mongo.open(platform.environmentOf('kyc').MONGO_URL ?? '', createLog('test', 'silent'));
    try {
      return (await mongo.raw('sent').indexes()).map(({ name }) => name);
    } catch (error) {
      return (error as Error).message;
    } finally {
      await mongo.close();
    }
  };
  expect(await indexes()).toContain('seq_1');
  await platform.hold('mongo');
  const data = join(platform.profile.dataDir, 'mongo/data');
  rmSync(data, { recursive: true });
  mkdirSync(data);
  await platform.release('mongo');
  await expect.poll(indexes, { timeout: 60_000 }).toContain('seq_1');
});

/** How many messages the new stream holds: one of auth's, and what wallet published again. */
async function storedMessages(): Promise<number> {
  const { NATS_URL = '', NATS_USER = '', NATS_PASSWORD = '' } = platform.administratorEnvironment;
  const wire = await Wire.open(NATS_URL, NATS_USER, NATS_PASSWORD);
  try {
    const reply = await wire.reply('SUB state 1\r\nPUB $JS.API.STREAM.INFO.EVENTS state 0\r\n\r\n');
    return Number(/"messages":(\d+)/.exec(reply + (await wire.reply('')))?.[1] ?? 0);
  } finally {
    wire.close();
  }
}
