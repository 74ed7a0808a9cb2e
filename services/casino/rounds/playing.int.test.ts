/** Rounds of one step through the routes: how they are drawn, stored, paid and shown, and every refusal. */
import { randomUUID } from 'node:crypto';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { seededDraws, seedHash } from '@fairline/games/draws';
import { roulette } from '@fairline/games/roulette';
import type { Round, RoundOf } from '@fairline/proto/casino/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals, Stage, wagersOf } from '../testing.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage?.close();
});

const outcomeOf = (reply: { status: number; body: unknown }) => [reply.status, problemOf(reply).code];

describe('a round', () => {
  it('is drawn from the seeds that were shown before, paid by wallet, and stored', async () => {
    const as = asPlayer();
    const { nextServerSeedHash: _, ...next } = (await stage.get('/fairness', as)).body as {
      nextServerSeedHash: string;
      serverSeedHash: string;
      clientSeed: string;
      nonce: number;
    };
    const round = (await stage.round('premium-roulette', { as })) as RoundOf<'premium-roulette'>;
    expect(round).toMatchObject({
      ...next,
      status: 'settled',
      gameVersion: 1,
      wagerMinor: 1_000,
      currency: 'USD',
      actions: [],
      jurisdiction: 'open',
      nonce: 1,
    });
    const rotated = (await stage.call('POST', '/api/casino/fairness/rotate', { as, body: {} })).body as {
      previous: { serverSeed: string; lastNonce: number };
    };
    const { serverSeed, lastNonce } = rotated.previous;
    expect([lastNonce, seedHash(serverSeed)]).toEqual([1, round.serverSeedHash]);
    const replay = roulette.play(
      {},
      wagersOf['premium-roulette'] as never,
      seededDraws({ serverSeed, clientSeed: round.clientSeed, nonce: 1 }),
      [],
    );
    expect([replay.outcome, replay.payoutMinor]).toEqual([round.outcome, round.payoutMinor]);
    expect(stage.wallet.stepsOf(as.id)).toEqual([
      {
        roundId: round.id,
        step: 0,
        playerId: as.id,
        gameId: 'premium-roulette',
        stakeMinor: 1_000,
        payoutMinor: round.payoutMinor,
        closes: true,
      },
    ]);
    const read = (await stage.get(`/rounds/${round.id}`, as, stage.urls[1])).body as Round & { rules: unknown };
    expect(read).toEqual({ ...round, settledAt: read.settledAt, serverSeed, rules: {} });
    expect(((await stage.get('/rounds', as)).body as { items: Round[] }).items.map(({ id }) => id)).toEqual([round.id]);
    expect(await stage.events(round.id)).toEqual([
      {
        type: 'RoundSettled',
        version: 1,
        data: {
          roundId: round.id,
          playerId: as.id,
          gameId: 'premium-roulette',
          gameVersion: 1,
          currency: 'USD',
          status: 'settled',
          wagerMinor: 1_000,
          payoutMinor: round.payoutMinor,
          jurisdiction: 'open',
          book: 'real',
          createdAt: round.createdAt,
          atRiskMinor: 1_000,
        },
      },
    ]);
  });

  it('is played once under its key, also by many calls at once on two instances', async () => {
    const as = asPlayer();
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => stage.play('premium-roulette', { as, key, url: stage.urls[at % 2] })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(new Set(replies.map(({ body }) => (body as Round).id)).size).toBe(1);
    expect(stage.wallet.stepsOf(as.id)).toHaveLength(1);
    const other = await stage.play('premium-roulette', {
      as,
      key,
      wager: { bets: [{ type: 'black', amountMinor: 1_000 }] },
    });
    expect(outcomeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it('takes the next nonce for each of many first rounds at once', async () => {
    const as = asPlayer();
    const rounds = await Promise.all(
      Array.from({ length: 10 }, (_, at) => stage.round('premium-roulette', { as, url: stage.urls[at % 2] })),
    );
    expect(rounds.map(({ nonce }) => nonce).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(rounds.map(({ serverSeedHash }) => serverSeedHash)).size).toBe(1);
  });
});

describe('the jackpot', () => {
  it('is shown and published as wallet paid it, apart from the results of the game', async () => {
    const as = asPlayer();
    stage.wallet.winners.add(as.id);
    const round = (await stage.round('mega-fortune-slots', { as })) as RoundOf<'mega-fortune-slots'>;
    const ofLines = round.outcome.lines.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0);
    expect([round.outcome.jackpotMinor, round.payoutMinor]).toEqual([250_000_000, 250_000_000 + ofLines]);
    expect((await stage.get(`/rounds/${round.id}`, as)).body).toMatchObject({
      payoutMinor: round.payoutMinor,
      outcome: round.outcome,
    });
    expect((await stage.events(round.id)).map(({ type, version, data }) => [type, version, data])).toEqual([
      ['RoundSettled', 1, expect.objectContaining({ payoutMinor: round.payoutMinor })],
      [
        'JackpotWon',
        2,
        {
          roundId: round.id,
          playerId: as.id,
          gameId: 'mega-fortune-slots',
          currency: 'USD',
          book: 'real',
          amountMinor: 250_000_000,
        },
      ],
    ]);
    expect(stage.wallet.stepsOf(as.id)[0]).toMatchObject({ stakeMinor: 900, jackpot: { wins: false } });
  });
});

describe('a wager', () => {
  it.each([
    ['not of this game', { lines: 1, betPerLineMinor: 100 }, 400, 'invalid_request'],
    ['without a bet', { bets: [] }, 400, 'invalid_request'],
    [
      'of a bet that is not on the table',
      { bets: [{ type: 'split', value: [1, 36], amountMinor: 100 }] },
      400,
      'invalid_request',
    ],
    ['of half a cent', { bets: [{ type: 'red', amountMinor: 100.5 }] }, 400, 'invalid_request'],
    ['below the limit', { bets: [{ type: 'red', amountMinor: 99 }] }, 422, 'wager_out_of_range'],
    ['above the limit', { bets: [{ type: 'red', amountMinor: 100_001 }] }, 422, 'wager_out_of_range'],
  ])('%s is refused', async (_, wager, status, code) => {
    const as = asPlayer();
    const key = randomUUID();
    expect(outcomeOf(await stage.play('premium-roulette', { as, key, wager }))).toEqual([status, code]);
    expect(outcomeOf(await stage.play('premium-roulette', { as, key, wager }))).toEqual([status, code]);
    expect(stage.wallet.stepsOf(as.id)).toEqual([]);
  });

  it('names the field at fault', async () => {
    const reply = await stage.play('premium-roulette', {
      wager: { bets: [{ type: 'red', amountMinor: -1, colour: 'blue' }] },
    });
    expect(Object.keys(problemOf(reply).errors ?? {}).sort()).toEqual([
      'wager.bets.0.amountMinor',
      'wager.bets.0.colour',
    ]);
    expect(problemOf(await stage.play('premium-roulette', { wager: { bets: [] } })).detail).toBe(
      'Please place at least one bet!',
    );
  });

  it('that could win more than the house pays is refused', async () => {
    const small = await stage.start({ MAX_WIN_MINOR: '35999' });
    const wager = { bets: [{ type: 'straight', value: 7, amountMinor: 1_000 }] };
    const reply = await stage.play('premium-roulette', { url: small.httpUrl, wager });
    expect([...outcomeOf(reply), problemOf(reply).params]).toEqual([
      422,
      'max_payout',
      { maximumMinor: 35_999, variant: 'round' },
    ]);
    await small.stop();
  });
});

describe('a game', () => {
  it('that is inactive takes no round', async () => {
    await stage.world.db.query(
      `update games set active = false, paused_by = 'operator', paused_reason = 'x' where id = 'premium-roulette'`,
    );
    const as = asPlayer();
    await stage.get('/fairness', as);
    const reply = await stage.play('premium-roulette', { as });
    await stage.world.db.query(`update games set active = true, paused_by = null where id = 'premium-roulette'`);
    expect(outcomeOf(reply)).toEqual([409, 'game_inactive']);
    expect((await stage.play('premium-roulette', { as })).status).toBe(201);
  });

  it('is played by the version in force, also where this instance has not read it yet', async () => {
    const { db } = stage.world;
    await db.query(
      `insert into versions (game_id, version, rules, rtp, par_sheet, published_at) values ('premium-roulette', 2, '{}', 97.3, '', now())`,
    );
    await db.query(`update games set version = 2 where id = 'premium-roulette'`);
    expect((await stage.round()).gameVersion).toBe(2);
    await db.query(`update games set version = 1 where id = 'premium-roulette'`);
    expect((await stage.round()).gameVersion).toBe(1);
  });
});

describe('the pace of a jurisdiction', () => {
  it.each([
    ['mega-fortune-slots', 2_500, { lines: 1, betPerLineMinor: 100 }],
    ['premium-roulette', 5_000, wagersOf['premium-roulette']],
    ['prize-lottery', 5_000, wagersOf['prize-lottery']],
  ] as const)('holds from a round of %s for %i ms, and a refused round does not count', async (game, paceMs, wager) => {
    const as = asPlayer(randomUUID(), { jurisdiction: 'gb' });
    stage.wallet.meet(as.id, refusals.poor);
    expect(outcomeOf(await stage.play(game, { as, wager }))).toEqual([422, 'insufficient_balance']);
    stage.wallet.meet(as.id, 'takes');
    expect((await stage.round(game, { as, wager })).jurisdiction).toBe('gb');
    // A minute ahead, so that the pace does not run out on a slow machine.
    const { rows } = await stage.world.db.query(
      `update players set last_round_at = last_round_at + interval '1 minute' where player_id = $1 returning last_round_at as at`,
      [as.id],
    );
    const key = randomUUID();
    const sentMs = stage.clock.now().getTime();
    const early = await stage.play(game, { as, key, wager });
    const answeredMs = stage.clock.now().getTime();
    expect(outcomeOf(early)).toEqual([429, 'too_soon']);
    const waitMs = Number(problemOf(early).params?.retryAfterMs);
    expect(sentMs + waitMs).toBeLessThanOrEqual(rows[0].at.getTime() + paceMs + 1);
    expect(answeredMs + waitMs).toBeGreaterThanOrEqual(rows[0].at.getTime() + paceMs);
    stage.clock.push(60_000 + paceMs);
    expect((await stage.play(game, { as, key, wager })).status).toBe(201);
  });

  it('holds between rounds of several games that are sent at once on two instances', async () => {
    const as = asPlayer(randomUUID(), { jurisdiction: 'gb' });
    const games = ['premium-roulette', 'elite-baccarat', 'prize-lottery'] as const;
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => stage.play(games[at % 3], { as, url: stage.urls[at % 2] })),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((reply) => outcomeOf(reply).join(' ')))).toEqual(new Set(['429 too_soon']));
    const beganMs = replies
      .filter(({ status }) => status === 201)
      .map(({ body }) => Date.parse((body as Round).createdAt));
    expect(beganMs).toHaveLength(stage.wallet.stepsOf(as.id).length);
    for (const [at, ms] of beganMs.sort((a, b) => a - b).entries())
      if (at > 0) expect(ms - (beganMs[at - 1] ?? 0)).toBeGreaterThanOrEqual(5_000);
  });
});

describe('the stakes of a jurisdiction', () => {
  it.each([
    ['of 25', {}, 500],
    ['under 25', { under25Until: '9999-12-31' }, 200],
  ])('end at the largest stake of a spin for a player %s', async (_, age, mostMinor) => {
    const as = asPlayer(randomUUID(), { jurisdiction: 'gb', ...age });
    const wager = { lines: 1, betPerLineMinor: mostMinor };
    const reply = await stage.play('mega-fortune-slots', { as, wager: { ...wager, betPerLineMinor: mostMinor + 1 } });
    expect(outcomeOf(reply)).toEqual([422, 'wager_out_of_range']);
    expect(problemOf(reply).params).toEqual({ minimumMinor: 100, maximumMinor: mostMinor, stakeMinor: mostMinor + 1 });
    expect((await stage.play('mega-fortune-slots', { as, wager })).status).toBe(201);
    expect((await stage.play('premium-roulette', { as: { ...as, jurisdiction: 'open' } })).status).toBe(201);
  });
});

describe('wallet', () => {
  it.each([
    ['insufficient_balance', refusals.poor, 422],
    ['bonus_max_stake', refusals.capped, 422],
    ['excluded', refusals.excluded, 422],
    ['limit_exceeded', refusals.limited, 422],
    ['account_not_active', refusals.inactive, 403],
  ])('refuses %s: the refusal is the outcome, and no round is seen', async (code, refusal, status) => {
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, refusal);
    expect(outcomeOf(await stage.play('premium-roulette', { as, key }))).toEqual([status, code]);
    stage.wallet.meet(as.id, 'takes');
    expect(outcomeOf(await stage.play('premium-roulette', { as, key, url: stage.urls[1] }))).toEqual([status, code]);
    expect(((await stage.get('/rounds', as)).body as { items: Round[] }).items).toEqual([]);
    const { rows } = await stage.world.db.query('select id, status from rounds where player_id = $1', [as.id]);
    expect(rows).toEqual([{ id: expect.any(String), status: 'refused' }]);
    expect((await stage.get(`/rounds/${rows[0].id}`, as)).status).toBe(404);
    expect(await stage.events(rows[0].id)).toEqual([]);
  });

  it('is stopped: the key is free for another try', async () => {
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, refusals.stopped);
    expect(outcomeOf(await stage.play('premium-roulette', { as, key }))).toEqual([503, 'stopped']);
    stage.wallet.meet(as.id, 'takes');
    expect((await stage.play('premium-roulette', { as, key })).status).toBe(201);
  });

  it.each(['does not answer', 'takes without an answer'] as const)(
    '%s: nothing is shown until the sweep knows, then the key has the round',
    async (manner) => {
      const as = asPlayer();
      const key = randomUUID();
      stage.wallet.meet(as.id, manner);
      const reply = await stage.play('premium-roulette', { as, key });
      expect([...outcomeOf(reply), Object.keys(reply.body).includes('outcome')]).toEqual([503, 'busy', false]);
      const asked = stage.wallet.stepsOf(as.id);
      const roundId = asked[0]?.roundId ?? '';
      expect((await stage.get(`/rounds/${roundId}`, as)).status).toBe(404);
      const rotation = await stage.call('POST', '/api/casino/fairness/rotate', { as, body: {} });
      expect([...outcomeOf(rotation), problemOf(rotation).params]).toEqual([409, 'round_open', { roundId }]);
      stage.wallet.meet(as.id, 'takes');
      stage.clock.push(3_000);
      const round = await eventually(
        () => stage.play('premium-roulette', { as, key }),
        ({ status }) => status === 201,
      );
      expect((round.body as Round).id).toBe(roundId);
      const steps = stage.wallet.stepsOf(as.id);
      expect(steps.every((step) => JSON.stringify(step) === JSON.stringify(asked[0]))).toBe(true);
      expect(await stage.events(roundId)).toHaveLength(1);
    },
  );

  it('refuses what the sweep asks again: the key has the refusal', async () => {
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, 'does not answer');
    expect(outcomeOf(await stage.play('premium-roulette', { as, key }))).toEqual([503, 'busy']);
    stage.wallet.meet(as.id, refusals.poor);
    stage.clock.push(3_000);
    await eventually(
      () => stage.play('premium-roulette', { as, key }),
      ({ status }) => status === 422,
    );
    expect((await stage.call('POST', '/api/casino/fairness/rotate', { as, body: {} })).status).toBe(200);
  });
});

describe('access', () => {
  it("hides another player's rounds", async () => {
    const as = asPlayer();
    const { id } = await stage.round('premium-roulette', { as });
    expect((await stage.get(`/rounds/${id}`, asPlayer())).status).toBe(404);
    expect(((await stage.get(`/rounds?q=${id.slice(-8)}`, asPlayer())).body as { items: Round[] }).items).toEqual([]);
    expect(
      ((await stage.get(`/rounds?q=${id.slice(-8).toUpperCase()}`, as)).body as { items: Round[] }).items.map(
        (round) => round.id,
      ),
    ).toEqual([id]);
  });

  it('refuses a game that does not exist, and a call without a key', async () => {
    expect(
      (
        await stage.call('POST', '/api/casino/games/no-such-game/rounds', {
          as: asPlayer(),
          key: randomUUID(),
          body: { wager: {} },
        })
      ).status,
    ).toBe(404);
    expect(
      outcomeOf(
        await stage.call('POST', '/api/casino/games/premium-roulette/rounds', { as: asPlayer(), body: { wager: {} } }),
      ),
    ).toEqual([400, 'idempotency_key_required']);
  });
});

describe('the list of rounds', () => {
  it('is newest first in pages of 50, by game and by status', async () => {
    const as = asPlayer();
    const played: string[] = [];
    for (let at = 0; at < 53; at++)
      played.unshift((await stage.round(at % 10 === 0 ? 'elite-baccarat' : 'premium-roulette', { as })).id);
    const first = (await stage.get('/rounds?status=settled', as)).body as { items: Round[]; nextCursor: string };
    const rest = (await stage.get(`/rounds?status=settled&cursor=${first.nextCursor}`, as)).body as typeof first;
    expect([first.items.length, [...first.items, ...rest.items].map(({ id }) => id), rest.nextCursor]).toEqual([
      50,
      played,
      null,
    ]);
    const some = (await stage.get('/rounds?game=elite-baccarat', as)).body as typeof first;
    expect(some.items.map(({ gameId }) => gameId)).toEqual(Array(6).fill('elite-baccarat'));
    expect((await stage.get('/rounds?status=void', as)).body).toEqual({ items: [], nextCursor: null });
  });
});
