/** The monitor on two instances: tallies are added up once, and a game whose results leave their range is paused once, with its figures. */
import { eventually } from '@fairline/chassis/testing';
import { OperatorGame } from '@fairline/proto/casino/desk';
import type { GameId } from '@fairline/proto/games/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, fresh, openDesk } from '../testing-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const game = async (id: GameId) => {
  const { items } = (await desk.call('GET', '/api/admin/casino/games', { as: fresh(desk) })).body as {
    items: unknown[];
  };
  return OperatorGame.parse(items.find((item) => (item as OperatorGame).id === id));
};
/** Straight bets of 1.00 on roulette that return this share of the stakes. */
const straight = (rounds: number, share: number, gameId: GameId = 'premium-roulette') =>
  desk.addTally({
    gameId,
    rounds,
    stakeMinor: 100 * rounds,
    payoutMinor: Math.round(100 * rounds * share),
    returned: rounds * share,
    expected: (rounds * 36) / 37,
    variance: rounds * 34.08,
  });
const left = async () => (await desk.world.db.query('select count(*)::int as n from tallies')).rows[0].n as number;
const added = () => eventually(left, (count) => count === 0);
const watch = async (gameId: GameId) =>
  (await desk.world.db.query('select * from watches where game_id = $1', [gameId])).rows[0];
const reports = async (gameId: GameId) =>
  (await desk.published('GameOutOfRange')).filter((data) => data.gameId === gameId);

it('leaves a game alone whose results fit its maths, however many tallies there are', async () => {
  for (let n = 0; n < 40; n++) await straight(50_000, n % 2 === 0 ? 0.96 : 0.985);
  await added();
  expect(await game('premium-roulette')).toMatchObject({
    active: true,
    rounds: 2_000_000,
    returns: { rounds: 2_000_000, observed: expect.closeTo(97.25) },
  });
  expect(await reports('premium-roulette')).toEqual([]);
});

it('counts a voided round out', async () => {
  await desk.addTally({
    gameId: 'elite-baccarat',
    rounds: 2,
    stakeMinor: 2_000,
    payoutMinor: 2_000,
    returned: 2,
    expected: 1.98,
    variance: 2,
  });
  await desk.addTally({
    gameId: 'elite-baccarat',
    rounds: -1,
    stakeMinor: -1_000,
    payoutMinor: -2_000,
    returned: -2,
    expected: -0.99,
    variance: -1,
  });
  await added();
  expect(await watch('elite-baccarat')).toMatchObject({
    weighed_rounds: 1,
    first_stake_minor: 1000,
    returned_minor: 0,
    expected_minor: expect.closeTo(990),
    variance_minor: 1e6,
    largest_stake_minor: 1000,
  });
  await desk.addTally({
    gameId: 'elite-baccarat',
    book: 'play',
    rounds: 9,
    stakeMinor: 9_000,
    payoutMinor: 90_000,
    returned: 90,
    expected: 8.9,
    variance: 9,
  });
  await added();
  expect(await watch('elite-baccarat')).toMatchObject({ weighed_rounds: 1, returned_minor: 0 });
});

it('pauses a game that returns 5 points too much, once, with the reason', async () => {
  await straight(2_000_000, 1.0255);
  await eventually(
    () => reports('premium-roulette'),
    (all) => all.length > 0,
  );
  const paused = await eventually(
    () => game('premium-roulette'),
    ({ active }) => !active,
  );
  expect(paused.paused).toMatchObject({
    by: 'monitor',
    reason: expect.stringMatching(
      /^Results are out of range: 4000000 rounds returned 99\.9\d %, expected .* to .* % around the computed 97\.30 %\.$/,
    ),
  });
  await straight(1_000, 1.5);
  await added();
  expect(await reports('premium-roulette')).toEqual([
    expect.objectContaining({ version: 1, rounds: 4_000_000, alpha: 1e-4 }),
  ]);
  expect((await desk.published('GameChanged')).filter(({ gameId }) => gameId === 'premium-roulette')).toEqual([
    { gameId: 'premium-roulette', version: 1, active: false },
  ]);
});

it('begins anew where an operator activates the game again', async () => {
  const reply = await desk.call('PATCH', '/api/admin/casino/games/premium-roulette', {
    as: fresh(desk),
    body: { active: true, reason: 'the wheel was checked' },
  });
  expect(reply.body).toMatchObject({ game: { active: true } });
  expect(await watch('premium-roulette')).toMatchObject({
    rounds: 0,
    returned: 0,
    left_range_at: null,
    since: desk.clock.now(),
  });
  await straight(10_000, 0.97);
  await added();
  expect(await watch('premium-roulette')).toMatchObject({ rounds: 10_000, left_range_at: null });
  expect((await game('premium-roulette')).active).toBe(true);
});

it('takes less than the best play returns for the players’ own doing', async () => {
  const gameId = 'professional-blackjack';
  await desk.addTally({
    gameId,
    rounds: 1_000_000,
    stakeMinor: 500_000_000,
    payoutMinor: 350_000_000,
    returned: 700_000,
    expected: 994_000,
    variance: 1_300_000,
  });
  await added();
  // The reported returns are cached for some seconds.
  desk.clock.advance(5_000);
  expect(await game(gameId)).toMatchObject({ active: true, returns: { low: null, observed: 70 } });
  await desk.addTally({
    gameId,
    rounds: 1_000_000,
    stakeMinor: 500_000_000,
    payoutMinor: 900_000_000,
    returned: 1_400_000,
    expected: 994_000,
    variance: 1_300_000,
  });
  await eventually(
    () => reports(gameId),
    (all) => all.length === 1,
  );
  expect(
    (
      await eventually(
        () => game(gameId),
        ({ active }) => !active,
      )
    ).paused?.reason,
  ).toContain('expected at most');
});
