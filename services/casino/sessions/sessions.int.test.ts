/** Game sessions through the routes: a round or a reset begins one; the route, a reset or inactivity ends it. */
import { randomUUID } from 'node:crypto';
import { asPlayer, eventually } from '@fairline/chassis/testing';
import type { GameSession } from '@fairline/proto/casino/sessions';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals, Stage } from '../testing.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage?.close();
});

const path = (route = '') => `/api/casino/games/premium-roulette/session${route}`;
const session = async (as = asPlayer(), url?: string) =>
  ((await stage.call('GET', path(), { as, url })).body as { session?: GameSession }).session;
const reset = async (as = asPlayer()) =>
  ((await stage.call('POST', path('/reset'), { as })).body as { session: GameSession }).session;

it('begins with the first round and adds up its rounds', async () => {
  const as = asPlayer();
  expect(await session(as)).toBeUndefined();
  const rounds = [
    await stage.round('premium-roulette', { as }),
    await stage.round('premium-roulette', { as, url: stage.urls[1] }),
  ];
  await stage.round('elite-baccarat', { as });
  expect(await session(as)).toEqual({
    id: expect.any(String),
    gameId: 'premium-roulette',
    startedAt: expect.any(String),
    rounds: 2,
    wageredMinor: 2_000,
    wonMinor: rounds.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0),
    currency: 'USD',
  });
});

it('ends by a reset, which begins another, and by the route', async () => {
  const as = asPlayer();
  await stage.round('premium-roulette', { as });
  const first = await session(as);
  const second = await reset(as);
  expect(second).toMatchObject({ rounds: 0, wageredMinor: 0, wonMinor: 0 });
  expect(second.id).not.toBe(first?.id);
  await stage.round('premium-roulette', { as });
  expect(await session(as)).toMatchObject({ id: second.id, rounds: 1 });
  expect((await stage.call('POST', path('/end'), { as })).status).toBe(204);
  expect((await stage.call('POST', path('/end'), { as })).status).toBe(204);
  expect(await session(as)).toBeUndefined();
  const { rows } = await stage.world.db.query(
    'select rounds, ended_at is not null as ended from sessions where player_id = $1 order by id',
    [as.id],
  );
  expect(rows).toEqual(Array(2).fill({ rounds: 1, ended: true }));
});

it('is reset by many calls at once beside rounds, and one is open', async () => {
  const as = asPlayer();
  await Promise.all([
    ...Array.from({ length: 6 }, (_, at) => stage.call('POST', path('/reset'), { as, url: stage.urls[at % 2] })),
    ...Array.from({ length: 6 }, (_, at) => stage.round('premium-roulette', { as, url: stage.urls[at % 2] })),
  ]);
  const { rows } = await stage.world.db.query(
    'select sum(rounds)::int as rounds, count(*) filter (where ended_at is null)::int as open from sessions where player_id = $1',
    [as.id],
  );
  expect(rows).toEqual([{ rounds: 6, open: 1 }]);
});

describe('an exclusion', () => {
  const exclude = (playerId: string, id: string = randomUUID()) => {
    const exclusionId = randomUUID();
    return stage.world.publish(
      exclusionEvents.playerExcluded.subject,
      exclusionId,
      1,
      { exclusionId, playerId, kind: 'time_out', permanent: false },
      id,
    );
  };

  it('ends the sessions of all games, once, and leaves an open hand to be finished', async () => {
    const as = asPlayer();
    const other = asPlayer();
    for (const gameId of ['premium-roulette', 'elite-baccarat'] as const) await stage.round(gameId, { as });
    await stage.round('premium-roulette', { as: other });
    let hand = await stage.round('professional-blackjack', { as });
    while (hand.status !== 'open') hand = await stage.round('professional-blackjack', { as });
    const id = randomUUID();
    stage.wallet.meet(as.id, refusals.excluded);
    for (let repeat = 0; repeat < 3; repeat++) await exclude(as.id, id);
    await exclude(randomUUID());
    const open = () =>
      stage.world.db.query('select 1 from sessions where player_id = $1 and ended_at is null', [as.id]);
    await eventually(
      async () => (await open()).rows.length,
      (count) => count === 0,
    );
    expect(await session(other)).toMatchObject({ rounds: 1 });
    const act = (action: string) =>
      stage.call('POST', `/api/casino/rounds/${hand.id}/actions`, { as, key: randomUUID(), body: { action } });
    expect(((await act('double')).body as { code?: string }).code).toBe('excluded');
    expect(await act('stand')).toMatchObject({ status: 200, body: { status: 'settled' } });
  });

  it('of which the event comes late leaves a later session alone', async () => {
    const as = asPlayer();
    await stage.round('premium-roulette', { as });
    await stage.world.db.query(
      `update sessions set started_at = now() + interval '1 hour', last_round_at = now() + interval '1 hour' where player_id = $1`,
      [as.id],
    );
    const watched = asPlayer();
    await stage.round('premium-roulette', { as: watched });
    await exclude(as.id);
    await exclude(watched.id);
    await eventually(
      () => session(watched),
      (found) => found === undefined,
    );
    const { rows } = await stage.world.db.query('select ended_at from sessions where player_id = $1', [as.id]);
    expect(rows).toEqual([{ ended_at: null }]);
  });
});

it('ends with its last round after 30 minutes without one', async () => {
  const as = asPlayer();
  await stage.round('premium-roulette', { as });
  const first = await session(as);
  stage.clock.push(31 * 60_000);
  expect(await session(as)).toBeUndefined();
  await stage.round('premium-roulette', { as });
  const second = await session(as);
  expect([second?.id === first?.id, second?.rounds]).toEqual([false, 1]);
  stage.clock.push(31 * 60_000);
  const ended = () =>
    stage.world.db.query('select ended_at = last_round_at as ended from sessions where player_id = $1', [as.id]);
  await eventually(
    async () => (await ended()).rows,
    (rows) => rows.length === 2 && rows.every((row) => row.ended),
    90_000,
  );
});
