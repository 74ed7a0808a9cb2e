/** Seeds through the routes: shown before, the client seed chosen, revealed by rotation, never mixed up by rounds at the same time; and the key that they derive from. */
import { randomBytes } from 'node:crypto';
import { asPlayer, problemOf } from '@fairline/chassis/testing';
import { seedHash } from '@fairline/games/draws';
import type { NextSeed, PastSeed } from '@fairline/proto/casino/fairness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { Stage } from '../testing.ts';

type Next = z.infer<typeof NextSeed>;
type Past = z.infer<typeof PastSeed>;
type Rotated = { previous: Past; current: Next };

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage?.close();
});

const next = async (as = asPlayer()) => (await stage.get('/fairness', as)).body as Next;
const rotate = (as = asPlayer(), body: unknown = {}, url?: string) =>
  stage.call('POST', '/api/casino/fairness/rotate', { as, body, url });

it('gives a player a seed at first sight, also at two requests at once, and stores none of it', async () => {
  const as = asPlayer();
  const [one, other] = await Promise.all(
    stage.urls.map(async (url) => (await stage.get('/fairness', as, url)).body as Next),
  );
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(one).toEqual({
    serverSeedHash: hash,
    clientSeed: expect.stringMatching(/^[A-Za-z0-9_-]{16}$/),
    nonce: 1,
    nextServerSeedHash: hash,
  });
  expect(other).toEqual(one);
  const { rows } = await stage.world.db.query('select server_seed from seeds where player_id = $1', [as.id]);
  expect(rows).toEqual([{ server_seed: null }]);
});

it('reveals the seed that was promised, and begins with the chosen client seed', async () => {
  const as = asPlayer();
  const first = await next(as);
  await stage.round('premium-roulette', { as });
  const { previous, current } = (await rotate(as, { clientSeed: 'my-lucky_seed-7' })).body as Rotated;
  expect(previous).toEqual({
    serverSeed: expect.any(String),
    serverSeedHash: first.serverSeedHash,
    clientSeed: first.clientSeed,
    lastNonce: 1,
  });
  expect(seedHash(previous.serverSeed)).toBe(first.serverSeedHash);
  // The seed was fixed before its client seed was chosen.
  expect(current).toEqual({
    serverSeedHash: first.nextServerSeedHash,
    clientSeed: 'my-lucky_seed-7',
    nonce: 1,
    nextServerSeedHash: expect.any(String),
  });
  expect(current.nextServerSeedHash).not.toBe(current.serverSeedHash);
  expect(await next(as)).toEqual(current);
  expect(current.serverSeedHash).not.toBe(first.serverSeedHash);
  const again = (await rotate(as)).body as Rotated;
  expect([again.previous.lastNonce, again.current.clientSeed]).toEqual([0, 'my-lucky_seed-7']);
  const past = (await stage.get('/fairness/seeds', as)).body as { items: (Past & { id: string })[]; nextCursor: null };
  expect(past.items.map(({ serverSeed }) => serverSeed)).toEqual([again.previous.serverSeed, previous.serverSeed]);
  expect(await stage.events(past.items[1]?.id ?? '')).toEqual([
    { type: 'SeedRotated', version: 1, data: { playerId: as.id, serverSeedHash: first.serverSeedHash, lastNonce: 1 } },
  ]);
  expect((await stage.get('/fairness/seeds', asPlayer())).body).toEqual({ items: [], nextCursor: null });
});

const choose = (clientSeed: unknown, as = asPlayer(), url?: string) =>
  stage.call('POST', '/api/casino/fairness/client-seed', { as, body: { clientSeed }, url });

it('lets the player choose the client seed after the hash was shown, until the first round', async () => {
  const as = asPlayer();
  const first = await next(as);
  expect(await choose('mine-1', as)).toMatchObject({ status: 200, body: { ...first, clientSeed: 'mine-1' } });
  expect((await choose('mine-2', as)).body).toEqual({ ...first, clientSeed: 'mine-2' });
  const round = await stage.round('premium-roulette', { as });
  expect(round).toMatchObject({ serverSeedHash: first.serverSeedHash, clientSeed: 'mine-2', nonce: 1 });
  const late = await choose('mine-3', as);
  expect([late.status, problemOf(late).code]).toEqual([409, 'client_seed_used']);
  expect(await next(as)).toEqual({ ...first, clientSeed: 'mine-2', nonce: 2 });

  const { previous } = (await rotate(as)).body as Rotated;
  expect(previous).toMatchObject({ serverSeedHash: first.serverSeedHash, clientSeed: 'mine-2', lastNonce: 1 });
  expect((await choose('mine-4', as)).body).toMatchObject({
    serverSeedHash: first.nextServerSeedHash,
    clientSeed: 'mine-4',
    nonce: 1,
  });
  expect((await choose('mine-5', asPlayer())).body).toMatchObject({ clientSeed: 'mine-5', nonce: 1 });
});

it('draws a round from the client seed that its player has, however close the choice', async () => {
  const players = Array.from({ length: 12 }, () => asPlayer());
  await Promise.all(players.map((as) => next(as)));
  await Promise.all(
    players.map(async (as, at) => {
      const [chosen, { id, clientSeed }] = await Promise.all([
        choose('in-time', as, stage.urls[at % 2]),
        stage.round('premium-roulette', { as, url: stage.urls[(at + 1) % 2] }),
      ]);
      expect([200, 409]).toContain(chosen.status);
      expect(clientSeed === 'in-time').toBe(chosen.status === 200);
      expect([
        (await next(as)).clientSeed,
        ((await stage.get(`/rounds/${id}`, as)).body as { clientSeed: string }).clientSeed,
      ]).toEqual([clientSeed, clientSeed]);
    }),
  );
});

it.each([
  ['empty', ''],
  ['of 65 characters', 'x'.repeat(65)],
  ['of 10 kB', 'x'.repeat(10_000)],
  ['with a colon, which divides the message of a draw', 'a:b'],
  ['with a control character', 'a\u0007b'],
  ['with NUL', 'a\0b'],
  ['with a letter outside ASCII', 'glück'],
  ['that is no text', 7],
])('refuses a client seed %s', async (_, clientSeed) => {
  for (const reply of [await rotate(asPlayer(), { clientSeed }), await choose(clientSeed)]) {
    expect([reply.status, problemOf(reply).code]).toEqual([400, 'invalid_request']);
  }
});

it('rotates once at a time, and every round beside it is of one seed or the other', async () => {
  const as = asPlayer();
  const rounds: { hash: string; nonce: number }[] = [];
  const reveals: Past[] = [];
  const playing = Array.from({ length: 4 }, async (_, at) => {
    for (let round = 0; round < 10; round++) {
      const { serverSeedHash: hash, nonce } = await stage.round('premium-roulette', { as, url: stage.urls[at % 2] });
      rounds.push({ hash, nonce });
    }
  });
  const rotating = [0, 1].map(async (at) => {
    for (let turn = 0; turn < 8; turn++) {
      const reply = await rotate(as, {}, stage.urls[at]);
      if (reply.status === 200) reveals.push((reply.body as Rotated).previous);
      else expect(problemOf(reply).code).toBe('round_open');
    }
  });
  await Promise.all([...playing, ...rotating]);
  reveals.push(((await rotate(as)).body as Rotated).previous);
  expect(new Set(reveals.map(({ serverSeedHash }) => serverSeedHash)).size).toBe(reveals.length);
  for (const { serverSeedHash, lastNonce } of reveals) {
    const nonces = rounds.filter(({ hash }) => hash === serverSeedHash).map(({ nonce }) => nonce);
    expect(nonces.sort((a, b) => a - b)).toEqual(Array.from({ length: lastNonce }, (_, index) => index + 1));
  }
  expect(reveals.reduce((sum, { lastNonce }) => sum + lastNonce, 0)).toBe(40);
});

it('does not start with a key that does not give the newest seed', async () => {
  await next();
  await expect(stage.start({ SEED_KEY: randomBytes(32).toString('base64url') })).rejects.toThrow(
    'SEED_KEY is not the key',
  );
});
