/** The outcome of a placement for each possible reply of wallet to the stake request, and for none, through the routes of two instances. */
import { randomUUID } from 'node:crypto';
import { asPlayer, problemOf } from '@fairline/chassis/testing';
import { betRules } from '@fairline/proto/betting/rules';
import { describe, expect, it, test } from 'vitest';
import { refusals } from '../testing.ts';
import { stage } from '../testing-stage.ts';
import { bodyOf, daysOf, noDay, place, untilStatus, url, usePlacing } from './testing-placing.ts';

usePlacing();

describe('where wallet', () => {
  test.each([
    ['has not enough money', refusals.poor],
    ['holds the bonus to its largest stake', refusals.capped],
    ['knows of an exclusion', refusals.excluded],
    ['knows that the account is not active', refusals.inactive],
    ['holds the player to their limit', refusals.limited],
    ['holds the free bet to its minimum odds', refusals.lowOdds],
  ])('%s, the call answers its refusal, and so does every repeat; nothing stays taken on', async (_why, refusal) => {
    const fixture = await stage.fixture();
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, refusal);
    const problem = {
      status: refusal.status,
      code: refusal.code,
      detail: refusal.message,
      ...(refusal.params && { params: refusal.params }),
    };
    expect(problemOf(await place({ fixture, as, key }))).toMatchObject(problem);
    stage.wallet.meet(as.id, 'takes');
    expect(problemOf(await place({ fixture, as, key, url: url(1) }))).toMatchObject(problem);
    const [ask] = stage.wallet.asksOf(as.id);
    expect(stage.wallet.asksOf(as.id).length).toBe(1);
    expect(await stage.eventsOf(ask?.betId ?? '')).toMatchObject([
      { type: 'BetRejected', version: 1, data: { dueMinor: 1_000, status: 'rejected', code: refusal.code } },
    ]);
    expect(await daysOf(as)).toEqual(noDay);
    expect(await stage.exposureOn(fixture)).toEqual({ bets: 0, stake_minor: 0, liability_minor: 0 });
  });

  test.each([
    ['is busy', refusals.busy],
    ['checks its books', refusals.stopped],
  ])('%s, the call answers 503 and the key is free for another try', async (_why, refusal) => {
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, refusal);
    expect(problemOf(await place({ as, key }))).toMatchObject({ status: 503, code: refusal.code });
    stage.wallet.meet(as.id, 'takes');
    const reply = await place({ as, key });
    expect(reply.status).toBe(201);
    await untilStatus(as, bodyOf(reply).id, 'accepted');
  });

  it('does not answer: the bet is pending and requested again under the same id until it does', async () => {
    const as = asPlayer();
    stage.wallet.meet(as.id, 'does not answer');
    const reply = await place({ as });
    expect([reply.status, bodyOf(reply).status]).toEqual([201, 'pending']);
    expect(await stage.eventsOf(bodyOf(reply).id)).toEqual([]);
    stage.wallet.meet(as.id, 'takes');
    await untilStatus(as, bodyOf(reply).id, 'accepted');
    expect(new Set(stage.wallet.asksOf(as.id).map(({ betId }) => betId))).toEqual(new Set([bodyOf(reply).id]));
    expect((await stage.eventsOf(bodyOf(reply).id)).map(({ type }) => type)).toEqual(['BetPlaced', 'BetAccepted']);
  });

  it('does not answer and then refuses: the bet is rejected and a repeat answers the refusal', async () => {
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, 'does not answer');
    const bet = bodyOf(await place({ as, key }));
    stage.wallet.meet(as.id, refusals.poor);
    await untilStatus(as, bet.id, 'rejected');
    expect(problemOf(await place({ as, key }))).toMatchObject({ status: 422, code: 'insufficient_balance' });
  });

  it('does not answer for ten seconds: the bet is rejected, and a late yes does not revive it', async () => {
    const as = asPlayer();
    const key = randomUUID();
    stage.wallet.meet(as.id, 'does not answer');
    const bet = bodyOf(await place({ as, key }));
    stage.clock.push(betRules.decisionDeadlineMs);
    expect(await untilStatus(as, bet.id, 'rejected')).toMatchObject({ rejection: { code: 'bet_timed_out' } });
    stage.wallet.meet(as.id, 'takes');
    expect(bodyOf(await place({ as, key }))).toMatchObject({ id: bet.id, status: 'rejected' });
    expect(await stage.eventsOf(bet.id)).toMatchObject([
      { type: 'BetRejected', version: 1, data: { dueMinor: 1_000, code: 'bet_timed_out' } },
    ]);
    expect(await daysOf(as)).toEqual(noDay);
  });
});
