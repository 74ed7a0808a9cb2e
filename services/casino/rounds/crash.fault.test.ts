/**
 * Rounds whose process is killed at random moments: every call is repeated under its key until it is answered, as a browser does.
 * Each round is then settled once, has the outcome of its seeds and actions, and agrees with wallet.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import { asPlayer, eventually, openWorld, ServiceProcess, type World } from '@fairline/chassis/testing';
import { seededDraws } from '@fairline/games/draws';
import { gameOf } from '@fairline/games/registry';
import { Round } from '@fairline/proto/casino/rounds';
import type { GameId } from '@fairline/proto/games/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSeedOf } from '../fairness/seed.ts';
import { StagedWallet, wagersOf } from '../testing.ts';

const rounds = 1_000;
const players = 25;
const kills = 8;
const seedKey = randomBytes(32).toString('base64url');

let world: World;
let wallet: StagedWallet;
let service: ServiceProcess;

beforeAll(async () => {
  world = await openWorld('casino', new URL('../main.ts', import.meta.url).href, { SEED_KEY: seedKey });
  service = new ServiceProcess(world, new URL('../main.ts', import.meta.url));
  wallet = new StagedWallet(world);
});

afterAll(async () => {
  await service?.kill();
  await world?.close();
});

const insist = async (path: string, as: Player, body: unknown) =>
  Round.parse(await service.insist(path, as, body, 60_000));

const games: readonly GameId[] = [
  'mega-fortune-slots',
  'premium-roulette',
  'elite-baccarat',
  'professional-blackjack',
  'prize-lottery',
];

async function playThrough(as: Player, gameId: GameId): Promise<Round> {
  let round = await insist(`/api/casino/games/${gameId}/rounds`, as, { wager: wagersOf[gameId] });
  while (round.status === 'open')
    round = await insist(`/api/casino/rounds/${round.id}/actions`, as, { action: 'stand' });
  return round;
}

it('survives kill -9: 1,000 rounds are settled once each, by their seeds, and wallet agrees', async () => {
  await service.start();
  const played: Round[] = [];
  const playing = Array.from({ length: players }, async () => {
    const as = asPlayer();
    for (let round = 0; round < rounds / players; round++)
      played.push(await playThrough(as, games[round % games.length] as GameId));
  });
  for (let turn = 1; turn <= kills; turn++) {
    const until = Math.floor((turn * rounds) / (kills + 1)) - randomInt(30);
    await eventually(
      () => played.length,
      (count) => count >= until,
      120_000,
    );
    await service.kill();
    await service.start();
  }
  await Promise.all(playing);
  expect(new Set(played.map(({ id }) => id)).size).toBe(rounds);
  await checkAll();
}, 300_000);

async function checkAll(): Promise<void> {
  const { rows } = await world.db.query(
    `select r.id, r.status, r.game_id, r.version, r.wager, r.stake_minor::int, r.payout_minor::int, r.seed_id, s.client_seed, r.nonce, r.actions, r.outcome, v.rules,
       (select count(*)::int from outbox o where o.subject = r.id) as events
     from rounds r join seeds s on s.id = r.seed_id join versions v on v.game_id = r.game_id and v.version = r.version`,
  );
  expect(rows).toHaveLength(rounds);
  for (const row of rows) {
    const draws = seededDraws({
      serverSeed: serverSeedOf(seedKey, row.seed_id),
      clientSeed: row.client_seed,
      nonce: row.nonce,
    });
    const play = gameOf(row.game_id).play(row.rules, row.wager, draws, row.actions);
    expect([row.status, row.events, row.payout_minor, row.outcome], row.id).toEqual([
      'settled',
      1,
      play.payoutMinor,
      play.outcome,
    ]);
    expect(wallet.rounds.get(row.id), row.id).toMatchObject({
      status: 'closed',
      stakedMinor: row.stake_minor,
      paidMinor: play.payoutMinor,
    });
  }
  // A job adds tallies up into sums.
  const sums = await world.db.query(
    `select sum(rounds)::int as rounds, sum(stake_minor)::int as staked, sum(payout_minor)::int as paid
     from (select rounds, stake_minor, payout_minor from tallies union all select rounds, stake_minor, payout_minor from sums) t`,
  );
  const total = (key: string) => rows.reduce((sum, row) => sum + row[key], 0);
  expect(sums.rows).toEqual([{ rounds, staked: total('stake_minor'), paid: total('payout_minor') }]);
  const nonces = await world.db.query(
    'select max(nonce)::int as last, count(*)::int as count from rounds group by seed_id',
  );
  expect(nonces.rows).toEqual(Array(players).fill({ last: rounds / players, count: rounds / players }));
}
