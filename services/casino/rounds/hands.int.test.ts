/** Open hands through the routes: one action at a time, hidden cards stay hidden, every refusal, and hands that players abandon. */
import { randomUUID } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { blackjack } from '@fairline/games/blackjack';
import { seededDraws } from '@fairline/games/draws';
import { Round, type RoundOf } from '@fairline/proto/casino/rounds';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals, Stage } from '../testing.ts';

type HandRound = RoundOf<'professional-blackjack'>;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage?.close();
});

const codeOf = (reply: { status: number; body: unknown }) => [reply.status, problemOf(reply).code];

/** Plays rounds until an open hand allows this action. */
async function openHand(may: HandAction = 'hit', as: Player = asPlayer()): Promise<{ as: Player; round: HandRound }> {
  for (;;) {
    const round = (await stage.round('professional-blackjack', { as })) as HandRound;
    if (round.status === 'open' && round.outcome.actions.includes(may)) return { as, round };
    await standThrough(as, round);
  }
}

/** Stands until the round is settled. */
async function standThrough(as: Player, round: HandRound): Promise<HandRound> {
  let now = round;
  while (now.status === 'open') now = roundIn(await stage.act(as, now.id, 'stand'));
  return now;
}

function roundIn(reply: { status: number; body: unknown }): HandRound {
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
  return Round.parse(reply.body) as HandRound;
}

const rotate = (as: Player) => stage.call('POST', '/api/casino/fairness/rotate', { as, body: {} });

describe('a hand', () => {
  it('is played to its end, and its round is that of its seeds and actions', async () => {
    const { as, round } = await openHand();
    expect(round).toMatchObject({ status: 'open', payoutMinor: 0, wagerMinor: 1_000, actions: [] });
    const after = roundIn(await stage.act(as, round.id, 'hit', { after: 0 }));
    expect(after.actions).toEqual(['hit']);
    const settled = await standThrough(as, after);
    const { previous } = (await rotate(as)).body as { previous: { serverSeed: string } };
    const draws = seededDraws({
      serverSeed: previous.serverSeed,
      clientSeed: settled.clientSeed,
      nonce: settled.nonce,
    });
    const replay = blackjack.play({}, { amountMinor: 1_000 }, draws, settled.actions);
    expect([replay.isOpen, replay.payoutMinor, replay.outcome]).toEqual([false, settled.payoutMinor, settled.outcome]);
    const steps = stage.wallet.stepsOf(as.id).filter(({ roundId }) => roundId === round.id);
    expect(steps.map(({ step, stakeMinor, closes }) => [step, stakeMinor, closes])).toEqual([
      [0, 1_000, false],
      [1, 0, true],
    ]);
    expect((await stage.events(round.id)).map(({ type }) => type)).toEqual(['RoundSettled']);
  });

  it("shows neither the dealer's second card nor the shoe while it is open", async () => {
    const { as, round } = await openHand();
    expect(round.outcome.dealer).toHaveLength(1);
    const read = (await stage.get(`/rounds/${round.id}`, as)).body as HandRound;
    expect([read.outcome, read.serverSeed]).toEqual([round.outcome, undefined]);
    const { rows } = await stage.world.db.query('select outcome from rounds where id = $1', [round.id]);
    expect(rows).toEqual([{ outcome: null }]);
    expect(await stage.events(round.id)).toEqual([]);
  });

  it('keeps the seed from rotating until it is over, and is the only one of its game', async () => {
    const { as, round } = await openHand();
    for (const reply of [await rotate(as), await stage.play('professional-blackjack', { as })]) {
      expect([...codeOf(reply), problemOf(reply).params]).toEqual([409, 'round_open', { roundId: round.id }]);
    }
    expect((await stage.round('premium-roulette', { as })).status).toBe('settled');
    await standThrough(as, round);
    expect((await rotate(as)).status).toBe(200);
  });

  it('is refused to others, once it is settled, and where it has moved on', async () => {
    const { as, round } = await openHand();
    expect(codeOf(await stage.act(asPlayer(), round.id, 'hit'))).toEqual([404, 'not_found']);
    expect(codeOf(await stage.act(as, randomUUID(), 'hit'))).toEqual([404, 'not_found']);
    expect(codeOf(await stage.act(as, round.id, 'hit', { after: 1 }))).toEqual([409, 'not_your_turn']);
    if (!round.outcome.actions.includes('split'))
      expect(codeOf(await stage.act(as, round.id, 'split'))).toEqual([409, 'not_your_turn']);
    expect((await stage.act(as, round.id, 'surrender')).status).toBe(400);
    await standThrough(as, round);
    expect(codeOf(await stage.act(as, round.id, 'stand'))).toEqual([409, 'not_your_turn']);
    const spin = await stage.round('premium-roulette', { as });
    expect(codeOf(await stage.act(as, spin.id, 'hit'))).toEqual([409, 'not_your_turn']);
  });

  it('takes one of the actions that two tabs send at once', async () => {
    const { as, round } = await openHand();
    const replies = await Promise.all(
      [0, 1].map((at) => stage.act(as, round.id, 'stand', { after: 0, url: stage.urls[at] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(((await stage.get(`/rounds/${round.id}`, as)).body as HandRound).actions).toEqual(['stand']);
  });

  it('takes an action once under its key, also as many calls at once', async () => {
    const { as, round } = await openHand('double');
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => stage.act(as, round.id, 'double', { key, url: stage.urls[at % 2] })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(roundIn(await stage.act(as, round.id, 'double', { key }))).toMatchObject({
      actions: ['double'],
      wagerMinor: 2_000,
      status: 'settled',
    });
    expect(stage.wallet.stepsOf(as.id).filter(({ roundId, step }) => roundId === round.id && step === 1)).toHaveLength(
      1,
    );
    expect(codeOf(await stage.act(as, round.id, 'stand', { key }))).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('a double', () => {
  it.each([
    ['insufficient_balance', refusals.poor],
    ['bonus_max_stake', refusals.capped],
    ['excluded', refusals.excluded],
  ])('refused as %s leaves the hand as it was; it is played on without a stake', async (code, refusal) => {
    const { as, round } = await openHand('double');
    stage.wallet.meet(as.id, refusal);
    const key = randomUUID();
    expect(codeOf(await stage.act(as, round.id, 'double', { key }))).toEqual([422, code]);
    expect(codeOf(await stage.act(as, round.id, 'double', { key, url: stage.urls[1] }))).toEqual([422, code]);
    const same = (await stage.get(`/rounds/${round.id}`, as)).body as HandRound;
    expect([same.actions, same.wagerMinor, same.outcome]).toEqual([[], 1_000, round.outcome]);
    expect(await standThrough(as, same)).toMatchObject({ status: 'settled', wagerMinor: 1_000, actions: ['stand'] });
    expect(stage.wallet.rounds.get(round.id)).toMatchObject({ status: 'closed', step: 2, stakedMinor: 1_000 });
  });

  it('that wallet is too busy for may be tried again under its key', async () => {
    const { as, round } = await openHand('double');
    stage.wallet.meet(as.id, refusals.stopped);
    const key = randomUUID();
    expect(codeOf(await stage.act(as, round.id, 'double', { key }))).toEqual([503, 'stopped']);
    stage.wallet.meet(as.id, 'takes');
    expect(roundIn(await stage.act(as, round.id, 'double', { key })).actions).toEqual(['double']);
  });

  it('without an answer shows nothing and holds the hand until the sweep knows', async () => {
    const { as, round } = await openHand('double');
    stage.wallet.meet(as.id, 'takes without an answer');
    const key = randomUUID();
    expect(codeOf(await stage.act(as, round.id, 'double', { key }))).toEqual([503, 'busy']);
    expect(codeOf(await stage.act(as, round.id, 'stand'))).toEqual([409, 'not_your_turn']);
    expect(((await stage.get(`/rounds/${round.id}`, as)).body as HandRound).outcome.hands).toEqual(round.outcome.hands);
    stage.wallet.meet(as.id, 'takes');
    stage.clock.push(3_000);
    const settled = await eventually(
      () => stage.act(as, round.id, 'double', { key }),
      ({ status }) => status === 200,
    );
    expect(roundIn(settled)).toMatchObject({ status: 'settled', wagerMinor: 2_000, actions: ['double'] });
  });
});

describe('an action', () => {
  it('without a stake stands where wallet is too busy to end it, as its cards were shown', async () => {
    const { as, round } = await openHand();
    stage.wallet.meet(as.id, refusals.stopped);
    const key = randomUUID();
    expect(codeOf(await stage.act(as, round.id, 'stand', { key }))).toEqual([503, 'stopped']);
    expect(codeOf(await stage.act(as, round.id, 'hit'))).toEqual([409, 'not_your_turn']);
    stage.wallet.meet(as.id, 'takes');
    stage.clock.push(3_000);
    const settled = await eventually(
      () => stage.act(as, round.id, 'stand', { key }),
      ({ status }) => status === 200,
    );
    expect(roundIn(settled)).toMatchObject({ status: 'settled', actions: ['stand'] });
  });

  it('that wallet refuses again and again leaves a step for the end of the round', async () => {
    const { as, round } = await openHand('double');
    stage.wallet.meet(as.id, refusals.poor);
    for (let step = 1; step <= 50; step++)
      expect(codeOf(await stage.act(as, round.id, 'double'))).toEqual([422, 'insufficient_balance']);
    expect(codeOf(await stage.act(as, round.id, 'double'))).toEqual([409, 'not_your_turn']);
    expect(await standThrough(as, round)).toMatchObject({ status: 'settled', wagerMinor: 1_000 });
    expect(stage.wallet.rounds.get(round.id)).toMatchObject({ status: 'closed', step: 51 });
  });
});

describe('a hand that', () => {
  it('was split is paid for both hands', async () => {
    const { as, round } = await openHand('split');
    const split = roundIn(await stage.act(as, round.id, 'split'));
    expect([split.wagerMinor, split.outcome.hands.length]).toEqual([2_000, 2]);
    const settled = await standThrough(as, split);
    const paid = settled.outcome.hands.reduce((sum, { payoutMinor = 0 }) => sum + payoutMinor, 0);
    expect(stage.wallet.rounds.get(round.id)).toMatchObject({
      status: 'closed',
      stakedMinor: settled.wagerMinor,
      paidMinor: paid,
    });
  });

  it('of a paused game or a withdrawn version is finished by its own version', async () => {
    const { as, round } = await openHand();
    const { db } = stage.world;
    const id = 'professional-blackjack';
    await db.query(
      `insert into versions (game_id, version, rules, rtp, par_sheet, published_at) values ($1, 2, '{}', 99.4, '', now())`,
      [id],
    );
    await db.query(
      `update games set version = 2, active = false, paused_by = 'operator', paused_reason = 'x' where id = $1`,
      [id],
    );
    expect(await standThrough(as, round)).toMatchObject({ status: 'settled', gameVersion: 1 });
    expect(codeOf(await stage.play(id, { as }))).toEqual([409, 'game_inactive']);
    await db.query(`update games set version = 1, active = true, paused_by = null where id = $1`, [id]);
  });

  it('nobody played on for 24 hours stands by itself and is paid', async () => {
    const { as, round } = await openHand();
    const { db } = stage.world;
    await db.query(`update rounds set act_at = act_at - interval '24 hours' where id = $1`, [round.id]);
    const settled = await eventually(
      async () => (await stage.get(`/rounds/${round.id}`, as)).body as HandRound,
      ({ status }) => status === 'settled',
      90_000,
    );
    expect(settled.actions).toEqual(['stand']);
    expect(stage.wallet.rounds.get(round.id)?.status).toBe('closed');
  });
});
