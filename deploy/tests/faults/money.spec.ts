/**
 * A crash in the middle of a bet costs no player money. The first test kills wallet, betting, NATS and PostgreSQL 20 times while bets
 * are placed and settled by chance. The second kills every service between a goal and its payouts, while two instances of betting settle from results.
 * In the end every bet is decided, every balance follows from its bets, and the integrity check passes.
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bet } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import type { Page } from '@fairline/proto/contract';
import { expect, test } from '@playwright/test';
import { root } from '../../local/installation/profile.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import {
  type Answer,
  Client,
  eventually,
  expectedTotalMinor,
  isDecided,
  openMarkets,
  single,
  type TestPlayer,
} from '../client.ts';

const players = 10;
const stakeMinor = 100;
const welcomeMinor = 10_000;
/** The pause between two kills: long enough for most processes to restart, short enough to hit sweeps and relays while they work. */
const betweenMs = 2_000;

interface Storm {
  environment: Record<string, string>;
  /** The query that selects the fixtures to bet on. */
  query: string;
  /** The interval of bets. */
  everyMs: number;
  strikes: readonly ((platform: Platform) => Promise<void>)[];
  instances: 1 | 2;
}

interface Sent {
  player: TestPlayer;
  key: string;
  body: Record<string, unknown>;
  answer?: Answer<Bet>;
}

const kill = (name: Parameters<Platform['kill']>[0]) => (platform: Platform) => platform.kill(name);

/** Stops PostgreSQL for longer than a lease lasts. */
async function databaseAway(platform: Platform): Promise<void> {
  await platform.hold('postgres', 'SIGKILL');
  await pause(6_000);
  await platform.release('postgres');
}

test('twenty kills under load lose nothing and pay nothing twice', async () => {
  const names = ['wallet', 'betting', 'nats', 'postgres'] as const;
  const strikes = Array.from({ length: 20 }, (_, round) => kill(names[round % names.length] as (typeof names)[number]));
  await runStorm({ environment: { BETTING_SETTLEMENT: 'instant' }, query: '', everyMs: 40, strikes, instances: 1 });
});

test('settles bets by their results while services are killed between goal and payout', async () => {
  const strikes = [
    kill('betting'),
    kill('feed'),
    kill('wallet'),
    databaseAway,
    kill('betting'),
    kill('nats'),
    kill('redis'),
    kill('wallet'),
  ];
  await runStorm({
    environment: { FEED_SPEED: '8', FEED_PACE: '3' },
    query: '?live=true',
    everyMs: 150,
    strikes,
    instances: 2,
  });
});

async function runStorm({ environment, query, everyMs, strikes, instances }: Storm): Promise<void> {
  test.setTimeout(600_000);
  const platform = await startPlatform({ temporary: true, demo: true, environment });
  const second = instances === 2 ? anotherBetting(platform) : undefined;
  try {
    const client = new Client(platform.url);
    const bettors = await Promise.all(Array.from({ length: players }, () => client.register()));
    await Promise.all(bettors.map(({ token }) => totalBecomes(client, token, welcomeMinor)));
    const stop = new AbortController();
    const loading = load(client, bettors, { query, everyMs, stop: stop.signal });
    for (const [round, strike] of strikes.entries()) {
      await pause(betweenMs + ((round * 397) % betweenMs));
      await strike(platform);
    }
    await pause(2 * betweenMs);
    stop.abort();
    await check(client, platform, bettors, await loading);
  } finally {
    second?.kill('SIGKILL');
    await platform.stop();
  }
}

/** One more instance of betting, as an operator would start it on another machine. */
function anotherBetting(platform: Platform) {
  const env = { ...platform.environmentOf('betting'), HTTP_PORT: '0', INTERNAL_PORT: '0' };
  return spawn(process.execPath, [join(root, 'services/betting/main.ts')], { env, cwd: root, stdio: 'ignore' });
}

/** Places bets until stopped. The outcome of a call without an answer is checked at the end. */
async function load(
  client: Client,
  bettors: readonly TestPlayer[],
  { query, everyMs, stop }: { query: string; everyMs: number; stop: AbortSignal },
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const underway: Promise<unknown>[] = [];
  let selections = openMarkets((await client.fixtures(query)).items);
  for (let turn = 1; !stop.aborted; turn++) {
    const player = bettors[turn % bettors.length] as TestPlayer;
    if (turn % Math.ceil(2_000 / everyMs) === 0) {
      const fresh = await client.ask<Page<Fixture>>('GET', `/api/betting/fixtures${query}`).catch(() => undefined);
      if (fresh?.status === 200) selections = openMarkets(fresh.body.items);
    }
    const selection = selections[turn % Math.max(selections.length, 1)];
    if (selection) {
      const bet: Sent = { player, key: randomUUID(), body: single(selection, stakeMinor) };
      sent.push(bet);
      const answered = (answer: Answer<Bet>) => {
        bet.answer = answer;
      };
      underway.push(
        client
          .ask<Bet>('POST', '/api/betting/bets', { token: player.token, key: bet.key, body: bet.body })
          .then(answered, () => undefined),
      );
    }
    await pause(everyMs);
  }
  await Promise.all(underway);
  return sent;
}

async function check(
  client: Client,
  platform: Platform,
  bettors: readonly TestPlayer[],
  sent: readonly Sent[],
): Promise<void> {
  expect(sent.filter(({ answer }) => answer?.status === 201).length, 'most of the time bets are taken').toBeGreaterThan(
    sent.length / 5,
  );
  // Every call is repeated under its key: it must return the same bet or the same refusal.
  for (const bet of sent) {
    const again = await client.insist<Bet>('POST', '/api/betting/bets', {
      token: bet.player.token,
      key: bet.key,
      body: bet.body,
    });
    if (bet.answer?.status === 201) expect(again.body.id, 'a key answers the bet it made').toBe(bet.answer.body.id);
  }
  for (const player of bettors) {
    const bets = await eventually(
      () => client.bets(player.token),
      (all) => all.every(isDecided),
      240_000,
    );
    expect(bets.length, 'one bet per key at most').toBeLessThanOrEqual(
      sent.filter((bet) => bet.player === player).length,
    );
    await totalBecomes(client, player.token, expectedTotalMinor(welcomeMinor, bets));
  }
  const proof = await promisify(execFile)(process.execPath, [join(root, 'services/wallet/books/integrity.ts')], {
    env: platform.environmentOf('wallet'),
  });
  expect(proof.stdout.trim().split('\n').length, 'an invariant per line').toBeGreaterThan(3);
}

const totalBecomes = (client: Client, token: string, minor: number) =>
  eventually(
    () => client.balance(token),
    ({ totalMinor }) => totalMinor === minor,
    30_000,
  );
