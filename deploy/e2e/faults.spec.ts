/**
 * What dies in the middle of a bet must cost nobody anything: wallet, betting, NATS and PostgreSQL are killed 20 times
 * under load, then every bet is decided, every balance is what its bets say, and the books prove it.
 */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bet } from '@fairline/proto/betting';
import { expect, test } from '@playwright/test';
import { type Platform, startPlatform } from '../local/platform.ts';
import { root } from '../local/profile.ts';
import { type Answer, Client, decided, eventually, expectedTotalMinor, open, single, type TestPlayer } from './client.ts';

const kills = ['wallet', 'betting', 'nats', 'postgres'] as const;
const rounds = 20;
const players = 10;
const stakeMinor = 100;
/** Between two kills: long enough for everything to be back, short enough that sweeps and relays are caught in their work. */
const betweenKillsMs = 4_000;
const welcomeMinor = 10_000;

let platform: Platform;
let client: Client;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  platform = await startPlatform({ temporary: true, demo: true, environment: { BETTING_SETTLEMENT: 'instant' } });
  client = new Client(platform.url);
});

test.afterAll(async () => {
  await platform?.stop();
});

interface Sent {
  player: TestPlayer;
  key: string;
  body: Record<string, unknown>;
  answer?: Answer<Bet>;
}

/** Places a bet every 40 ms until told to stop; an answer that never came is kept as a question. */
async function load(bettors: readonly TestPlayer[], stop: AbortSignal): Promise<Sent[]> {
  const sent: Sent[] = [];
  const underway: Promise<unknown>[] = [];
  let selections = open((await client.fixtures()).items);
  for (let turn = 0; !stop.aborted; turn++) {
    const player = bettors[turn % bettors.length] as TestPlayer;
    if (turn % 50 === 49) {
      const fresh = await client.ask<Awaited<ReturnType<typeof client.fixtures>>>('GET', '/api/betting/fixtures').catch(() => undefined);
      if (fresh?.status === 200) selections = open(fresh.body.items);
    }
    const selection = selections[turn % selections.length];
    if (selection) {
      const bet: Sent = { player, key: randomUUID(), body: single(selection, stakeMinor) };
      sent.push(bet);
      const asked = client.ask<Bet>('POST', '/api/betting/bets', { token: player.token, key: bet.key, body: bet.body }).then(
        (answer) => {
          bet.answer = answer;
        },
        () => undefined,
      );
      underway.push(asked);
    }
    await pause(40);
  }
  await Promise.all(underway);
  return sent;
}

test('twenty kills under load lose nothing and pay nothing twice', async () => {
  test.setTimeout(600_000);
  const bettors = await Promise.all(Array.from({ length: players }, () => client.register()));
  for (const { token } of bettors)
    await eventually(
      () => client.balance(token),
      ({ totalMinor }) => totalMinor === welcomeMinor,
      10_000,
    );

  const stop = new AbortController();
  const loading = load(bettors, stop.signal);
  for (let round = 0; round < rounds; round++) {
    await pause(betweenKillsMs / 2 + ((round * 397) % (betweenKillsMs / 2)));
    await platform.kill(kills[round % kills.length] as (typeof kills)[number]);
  }
  await pause(betweenKillsMs);
  stop.abort();
  const sent = await loading;
  expect(sent.filter(({ answer }) => answer?.status === 201).length).toBeGreaterThan(sent.length / 4);

  // Every question gets its answer now, under the key it was asked with: asked again it is the same bet or the same refusal.
  for (const bet of sent) {
    const again = await client.insist<Bet>('POST', '/api/betting/bets', { token: bet.player.token, key: bet.key, body: bet.body });
    if (bet.answer?.status === 201) expect(again.body.id, 'a key answers the bet it made').toBe(bet.answer.body.id);
  }

  for (const player of bettors) {
    const bets = await eventually(
      () => client.bets(player.token),
      (all) => all.every(decided),
      60_000,
    );
    const mine = sent.filter((bet) => bet.player === player);
    expect(bets.length, 'one bet per key at most').toBeLessThanOrEqual(mine.length);
    const expected = expectedTotalMinor(welcomeMinor, bets);
    await eventually(
      () => client.balance(player.token),
      ({ totalMinor }) => totalMinor === expected,
      30_000,
    );
  }

  const proof = await promisify(execFile)(process.execPath, [join(root, 'services/wallet/integrity.ts')], { env: platform.environmentOf('wallet') });
  expect(proof.stdout.trim().split('\n').length, 'an invariant per line').toBeGreaterThan(3);
});
