/** Voids of rounds: stakes and payouts are reversed, also if wallet replies late. */
import type { Operator } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import type { Round } from '@fairline/proto/casino/rounds';
import type { GameSession } from '@fairline/proto/casino/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage?.close();
});

const games = (): Operator => ({ ...asOperator('games'), provenAt: stage.clock.now().toISOString() });
const voidRound = (id: string, url?: string) =>
  stage.call('POST', `/api/admin/casino/rounds/${id}/void`, {
    as: games(),
    url,
    body: { reason: 'the feed of the wheel was wrong' },
  });

async function openHand(as = asPlayer()): Promise<Round> {
  for (;;) {
    const round = await stage.round('professional-blackjack', { as });
    if (round.status === 'open') return round;
  }
}

/** The results of a game so far: the tallies, and the sums into which a job adds them. */
async function resultsOf(game: string): Promise<Record<string, number>> {
  const columns = `rounds, stake_minor, payout_minor, jackpot_minor, returned, expected, variance, weighed_rounds, first_stake_minor, returned_minor, expected_minor,
    variance_minor`;
  const { rows } = await stage.world.db.query(
    `select sum(rounds)::int as rounds, sum(stake_minor)::int as staked, sum(payout_minor)::int as paid, round(sum(returned)::numeric, 6)::float as returned,
       round(sum(expected)::numeric, 6)::float as expected, round(sum(variance)::numeric, 6)::float as variance,
       sum(weighed_rounds)::int as "weighedRounds", sum(first_stake_minor)::int as "firstStakeMinor", sum(returned_minor)::int as "returnedMinor",
       round(sum(expected_minor)::numeric, 4)::float as "expectedMinor", round(sum(variance_minor)::numeric, 2)::float as "varianceMinor"
     from (select ${columns} from tallies where game_id = $1 union all select ${columns} from sums where game_id = $1) t`,
    [game],
  );
  return rows[0];
}

describe('a void', () => {
  it('takes a settled round out of its session and of the results of its game, and is published', async () => {
    const as = asPlayer();
    const first = await stage.round('premium-roulette', { as });
    const before = await resultsOf('premium-roulette');
    const round = await stage.round('premium-roulette', { as });
    expect(await resultsOf('premium-roulette')).toMatchObject({
      rounds: (before.rounds ?? 0) + 1,
      weighedRounds: (before.weighedRounds ?? 0) + 1,
      firstStakeMinor: (before.firstStakeMinor ?? 0) + 1_000,
      returnedMinor: (before.returnedMinor ?? 0) + round.payoutMinor,
      expectedMinor: expect.closeTo((before.expectedMinor ?? 0) + (1_000 * 36) / 37, 3),
    });
    expect((await voidRound(round.id)).status).toBe(200);
    expect(await resultsOf('premium-roulette')).toEqual(before);
    const { session } = (await stage.get('/games/premium-roulette/session', as)).body as { session: GameSession };
    expect(session).toMatchObject({ rounds: 1, wageredMinor: 1_000, wonMinor: first.payoutMinor });
    const events = await stage.events(round.id);
    expect(events.map(({ type, version, data }) => [type, version, data.status, data.payoutMinor])).toEqual([
      ['RoundSettled', 1, 'settled', round.payoutMinor],
      ['RoundSettled', 2, 'void', 1_000],
      ['OperatorActed', 3, undefined, undefined],
    ]);
    expect(stage.wallet.voided).toContain(round.id);
  });

  it('of a round that the weighted results do not count leaves them as they are', async () => {
    const round = await stage.round('premium-roulette');
    const before = await resultsOf('premium-roulette');
    // As if an earlier release had recorded it.
    await stage.world.db.query('update rounds set is_weighed = false where id = $1', [round.id]);
    expect((await voidRound(round.id)).status).toBe(200);
    const { weighedRounds, firstStakeMinor, returnedMinor, expectedMinor, varianceMinor } = before;
    expect(await resultsOf('premium-roulette')).toMatchObject({
      rounds: (before.rounds ?? 0) - 1,
      weighedRounds,
      firstStakeMinor,
      returnedMinor,
      expectedMinor,
      varianceMinor,
    });
  });

  it('ends an open hand: seen cards stay, nothing more is played, and the seed may rotate', async () => {
    const as = asPlayer();
    const hand = await openHand(as);
    expect((await voidRound(hand.id)).status).toBe(200);
    const read = (await stage.get(`/rounds/${hand.id}`, as)).body as Round;
    expect(read).toMatchObject({ status: 'void', payoutMinor: 1_000, outcome: { ...hand.outcome, actions: [] } });
    const action = await stage.act(as, hand.id, 'stand');
    expect([action.status, problemOf(action).code]).toEqual([409, 'not_your_turn']);
    expect((await stage.call('POST', '/api/casino/fairness/rotate', { as, body: {} })).status).toBe(200);
    expect((await stage.round('premium-roulette', { as })).status).toBe('settled');
  });

  it('happens once where two operators void at once', async () => {
    const round = await stage.round();
    const replies = await Promise.all(stage.urls.map((url) => voidRound(round.id, url)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is asked of wallet again until it answers', async () => {
    const as = asPlayer();
    const round = await stage.round('premium-roulette', { as });
    stage.wallet.meet(as.id, 'does not answer');
    expect((await voidRound(round.id)).status).toBe(200);
    expect(stage.wallet.voided).not.toContain(round.id);
    stage.wallet.meet(as.id, 'takes');
    stage.clock.push(3_000);
    await eventually(() => stage.wallet.voided.includes(round.id));
  });

  it('waits while wallet is asked about a step', async () => {
    const as = asPlayer();
    stage.wallet.meet(as.id, 'takes without an answer');
    await stage.play('premium-roulette', { as });
    const roundId = stage.wallet.stepsOf(as.id)[0]?.roundId ?? '';
    const reply = await voidRound(roundId);
    expect([reply.status, problemOf(reply).code]).toEqual([503, 'busy']);
    stage.wallet.meet(as.id, 'takes');
    stage.clock.push(3_000);
    await eventually(
      () => voidRound(roundId),
      ({ status }) => status === 200,
    );
  });
});
