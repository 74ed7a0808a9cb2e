/** Outcomes of claims: granted by deposits, given at once, expired, cancelled, forfeited, reviewed. Also with a wallet that does not reply and with repeated events. */

import { randomUUID } from 'node:crypto';
import { asPlayer, eventually, lockWaits } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { dayResetsAt } from '@fairline/proto/periods';
import { promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { dayMs } from '@fairline/proto/time';
import { grantEvents, grantRefusals } from '@fairline/proto/wallet/grants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const askedOf = (claimId: string) => stage.peers.asked.filter(([, id]) => id === claimId).map(([verb]) => verb);
const endOf = async (claimId: string) => (await stage.published(claimId)).at(-1);

describe('a deposit', () => {
  it('grants the bonus once at the first deposit of the minimum; a smaller one changes nothing', async () => {
    const claim = await stage.claimed(await stage.promotion({ eligibility: { minDepositMinor: 2_000 } }));
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 1_999);
    await stage.settled();
    expect(await stage.read(claim)).toMatchObject({ status: 'claimed', waitingFor: 'deposit' });
    const id = randomUUID();
    for (let repeat = 0; repeat < 3; repeat++) await stage.deposit(claim.as, 2_500, { id });
    await stage.deposit(claim.as, 9_000);
    expect(await stage.becomes(claim, 'active')).toMatchObject({
      bonusMinor: 2_500,
      wageringRequiredMinor: 12_500,
      wageringCompletedMinor: 0,
    });
    await stage.settled();
    expect(stage.peers.grants.get(claim.id)).toEqual({
      claimId: claim.id,
      playerId: claim.as.id,
      kind: 'bonus',
      currency: 'USD',
      amountMinor: 2_500,
      expiresAt: claim.expiresAt,
      products: ['sports', 'slots', 'table', 'lottery'],
      maxStakeMinor: 500,
    });
    expect((await stage.published(claim.id)).map(([name]) => name)).toEqual(['PromotionClaimed', 'ClaimChanged']);
  });

  it('from before the claim, of play money or in another currency grants nothing', async () => {
    const claim = await stage.claimed(await stage.promotion());
    await stage.deposit(claim.as, 5_000, { at: new Date(stage.clock.now().getTime() - 1) });
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000, { book: 'play' });
    await stage.deposit(claim.as, 5_000, { currency: 'EUR' });
    await stage.settled();
    expect(await stage.read(claim)).toMatchObject({ status: 'claimed', waitingFor: 'deposit' });
    await stage.deposit(claim.as, 6_000);
    expect(await stage.becomes(claim, 'active')).toMatchObject({ bonusMinor: 6_000 });
  });

  it('grants although wallet does not reply, and once although its reply is lost', async () => {
    for (const lost of ['before', 'after'] as const) {
      const claim = await stage.claimed(await stage.promotion());
      stage.peers.unanswered.set('grant', lost);
      stage.clock.advance(1_000);
      await stage.deposit(claim.as, 5_000);
      await stage.settled();
      if (lost === 'after') await eventually(() => askedOf(claim.id).length > 0);
      expect(await stage.read(claim)).toMatchObject({ status: 'claimed', bonusMinor: 5_000 });
      stage.peers.unanswered.delete('grant');
      await eventually(async () => {
        stage.clock.advance(5_000);
        return (await stage.read(claim)).status === 'active';
      });
      expect(stage.peers.grants.get(claim.id)).toMatchObject({ amountMinor: 5_000 });
    }
  });

  it('is granted by another instance where the one that claimed was stopped', async () => {
    const claim = await stage.claimed(await stage.promotion());
    await Promise.all(stage.instances.splice(0).map((instance) => instance.stop()));
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000);
    stage.instances.push(await stage.start(), await stage.start());
    expect(await stage.becomes(claim, 'active')).toMatchObject({ bonusMinor: 5_000 });
  });

  it('of a player who may not play any more ends the claim', async () => {
    const claim = await stage.claimed(await stage.promotion());
    stage.peers.refusals.set(claim.as.id, new Refusal(grantRefusals.notPlaying));
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000);
    await stage.becomes(claim, 'forfeited');
    await eventually(async () => (await endOf(claim.id))?.[0] === 'ClaimEnded');
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { reason: 'excluded', forfeitedMinor: 0 }]);
    expect(askedOf(claim.id)).toEqual(['grant', 'forfeit']);
  });

  it('above what a player is granted in a day is requested again on the next day, not before', async () => {
    const [claim, other] = [await stage.claimed(await stage.promotion()), await stage.claimed(await stage.promotion())];
    stage.peers.refusals.set(
      claim.as.id,
      new Refusal(grantRefusals.grantLimit, { limit: 'day', limitMinor: 2_000_000, maximum: '20,000.00 USD' }),
    );
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000);
    await eventually(() => askedOf(claim.id).length > 0);
    await eventually(
      () =>
        stage.world.db.query('select from claims where id = $1 and step_due_at > $2', [
          claim.id,
          new Date(stage.clock.now().getTime() + 5_000),
        ]),
      ({ rowCount }) => rowCount === 1,
    );
    const untilNextDayMs = () => dayResetsAt(stage.clock.now()).getTime() - stage.clock.now().getTime();
    stage.clock.advance(untilNextDayMs() - 2_000);
    // The steps that are due by then have run once this one has.
    await stage.deposit(other.as, 5_000);
    await stage.becomes(other, 'active');
    expect(askedOf(claim.id)).toEqual(['grant']);
    stage.peers.refusals.delete(claim.as.id);
    stage.clock.advance(untilNextDayMs() + 60_000);
    await stage.becomes(claim, 'active');
    expect(askedOf(claim.id)).toEqual(['grant', 'grant']);
  });

  it('above what one claim may grant ends the claim', async () => {
    const claim = await stage.claimed(await stage.promotion());
    stage.peers.refusals.set(
      claim.as.id,
      new Refusal(grantRefusals.grantLimit, { limit: 'claim', limitMinor: 1_000_000, maximum: '10,000.00 USD' }),
    );
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000);
    await stage.becomes(claim, 'forfeited');
    await eventually(async () => (await endOf(claim.id))?.[0] === 'ClaimEnded');
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { reason: 'operator', forfeitedMinor: 0 }]);
    expect(askedOf(claim.id)).toEqual(['grant', 'forfeit']);
  });

  it('whose repeated grant is refused gives nothing when the first request arrives late', async () => {
    const claim = await stage.claimed(await stage.promotion());
    stage.peers.unanswered.set('grant', 'before');
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000);
    const late = await eventually(
      async () => stage.peers.lostGrant(claim.id),
      (grant) => grant !== undefined,
    );
    stage.peers.refusals.set(claim.as.id, new Refusal(grantRefusals.notPlaying));
    stage.peers.unanswered.delete('grant');
    await eventually(async () => {
      stage.clock.advance(5_000);
      return stage.peers.forfeited.has(claim.id);
    });
    stage.peers.refusals.delete(claim.as.id);
    expect(() => late && stage.peers.give(late)).toThrow(grantRefusals.bonusForfeited.message);
    expect(await stage.read(claim)).toMatchObject({ status: 'forfeited' });
  });
});

describe('other types', () => {
  it('a free bet is given at once and completes with its settled bet; a void returns it', async () => {
    const claim = await stage.claimed(await stage.freeBet());
    expect(claim).toMatchObject({ status: 'active', bonusMinor: 2_500, wageringRequiredMinor: 0 });
    expect(stage.peers.grants.get(claim.id)).toMatchObject({
      kind: 'free_bet',
      amountMinor: 2_500,
      products: ['sports'],
      minOddsMilli: 1_500,
    });
    const changes = { freeBetClaimId: claim.id, stakeMinor: 2_500 };
    const voided = await stage.bet(claim.as, { ...changes, status: 'void', version: 3 }, 'betVoided');
    await stage.settled();
    expect(await stage.read(claim)).toMatchObject({ status: 'active' });
    const betId = await stage.bet(claim.as, { ...changes, status: 'won', dueMinor: 4_000, version: 3 });
    expect(await stage.becomes(claim, 'completed')).toHaveProperty('completedAt');
    await stage.bet(claim.as, { ...changes, betId, status: 'void', version: 4 }, 'betVoided');
    await stage.becomes(claim, 'active');
    await stage.bet(claim.as, { ...changes, betId, status: 'won', dueMinor: 4_000, version: 3 });
    await stage.bet(claim.as, { ...changes, betId: voided, status: 'void', version: 3 }, 'betVoided');
    await stage.settled();
    expect(await stage.read(claim)).toMatchObject({ status: 'active' });
  });

  it('cashback and points on stakes are opt-ins that are complete at their end', async () => {
    const endsAt = new Date(stage.clock.now().getTime() + dayMs).toISOString();
    for (const type of ['cashback', 'loyalty_points'] as const) {
      const claim = await stage.claimed(
        await stage.promotion({ type, endsAt, reward: { value: 10, maxAmountMinor: undefined } }),
      );
      expect(claim).toMatchObject({ status: 'active', expiresAt: endsAt, bonusMinor: 0 });
      expect(askedOf(claim.id)).toEqual([]);
    }
    const claim = await stage.claimed(await stage.promotion({ type: 'cashback', endsAt, reward: { value: 10 } }));
    stage.clock.advance(dayMs);
    await stage.becomes(claim, 'completed');
    expect((await stage.published(claim.id)).map(([name]) => name)).toEqual([
      'PromotionClaimed',
      'ClaimChanged',
      'ClaimChanged',
    ]);
  });

  it('a fixed number of points is given with the claim, once', async () => {
    const claim = await stage.claimed(
      await stage.promotion({
        type: 'loyalty_points',
        reward: { type: 'fixed_amount', value: 250, maxAmountMinor: undefined },
      }),
    );
    expect(claim).toMatchObject({ status: 'completed' });
    const { body } = await stage.call('GET', '/api/promotions/points', { as: claim.as });
    expect(body).toMatchObject({ balance: 250, entries: [{ kind: 'bonus', points: 250 }] });
  });
});

describe('an end', () => {
  it('after 30 days forfeits the bonus once', async () => {
    const claim = await stage.wagering();
    stage.clock.advance(30 * dayMs);
    await stage.becomes(claim, 'expired');
    await eventually(async () => (await endOf(claim.id))?.[0] === 'ClaimEnded');
    expect(await endOf(claim.id)).toMatchObject([
      'ClaimEnded',
      { status: 'expired', reason: 'expired', forfeitedMinor: 10_000 },
    ]);
    expect(askedOf(claim.id)).toEqual(['grant', 'forfeit']);
  });

  it('of a claim that waits for its deposit forfeits nothing, and a later deposit grants nothing', async () => {
    const claim = await stage.claimed(await stage.promotion());
    stage.clock.advance(30 * dayMs);
    await stage.becomes(claim, 'expired');
    await stage.deposit(claim.as, 5_000);
    await stage.settled();
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { forfeitedMinor: 0 }]);
    expect(askedOf(claim.id)).toEqual([]);
  });

  it('by the player forfeits the bonus; the same key returns the same, another is refused', async () => {
    const claim = await stage.wagering();
    const key = randomUUID();
    const [first, again] = [await stage.cancel(claim, { key }), await stage.cancel(claim, { key, at: 1 })];
    expect([first.status, first.body]).toEqual([200, again.body]);
    expect(first.body).toMatchObject({ status: 'cancelled' });
    expect(codeOf(await stage.cancel(claim))).toBe('claim_ended');
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { reason: 'player', forfeitedMinor: 10_000 }]);
  });

  it('before wallet replied to the grant takes back what it may have given', async () => {
    const claim = await stage.claimed(await stage.promotion());
    stage.peers.unanswered.set('grant', 'before');
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 5_000);
    await stage.settled();
    await stage.cancel(claim);
    stage.peers.unanswered.delete('grant');
    await eventually(async () => (await endOf(claim.id))?.[0] === 'ClaimEnded');
    expect(stage.peers.grants.has(claim.id) && !stage.peers.forfeited.has(claim.id)).toBe(false);
    expect(await stage.read(claim)).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    ['expired', 'expired', 'expired'],
    ['closed', 'forfeited', 'closed'],
    ['requested', 'forfeited', 'operator'],
  ] as const)('reported by wallet as %s', async (reason, status, expected) => {
    const claim = await stage.wagering();
    const data = {
      claimId: claim.id,
      playerId: claim.as.id,
      kind: 'bonus',
      currency: 'USD',
      amountMinor: 700,
      book: 'real',
      reason,
    };
    const id = randomUUID();
    for (let repeat = 0; repeat < 2; repeat++)
      await stage.world.publish(grantEvents.bonusForfeited.subject, claim.id, 2, data, id);
    await stage.becomes(claim, status);
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { reason: expected, forfeitedMinor: 700 }]);
  });

  it('comes when the bonus is spent', async () => {
    const claim = await stage.wagering();
    await stage.world.publish(grantEvents.bonusSpent.subject, claim.id, 2, {
      claimId: claim.id,
      playerId: claim.as.id,
      currency: 'USD',
      book: 'real',
    });
    await stage.becomes(claim, 'forfeited');
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { reason: 'spent', forfeitedMinor: 0 }]);
  });

  it('comes with the closing of the account; an older status changes nothing', async () => {
    const claim = await stage.wagering();
    const data = {
      playerId: claim.as.id,
      level: 'unverified',
      jurisdiction: 'open',
      at: stage.clock.now().toISOString(),
    };
    await stage.world.publish(userEvents.userStatusChanged.subject, claim.as.id, 5, { ...data, status: 'closed' });
    await stage.becomes(claim, 'forfeited');
    await stage.world.publish(userEvents.userStatusChanged.subject, claim.as.id, 4, { ...data, status: 'active' });
    await stage.settled();
    expect(await stage.sql('select status from players where player_id = $1', [claim.as.id])).toEqual([
      { status: 'closed' },
    ]);
    await eventually(async () => (await endOf(claim.id))?.[0] === 'ClaimEnded');
    expect(await endOf(claim.id)).toMatchObject(['ClaimEnded', { reason: 'closed', forfeitedMinor: 10_000 }]);
  });
});

describe('operators', () => {
  const path = (id: string, verb: string) => `/api/admin/promotions/claims/${id}/${verb}`;
  const household = async (promotionId: string) => {
    const key = randomUUID();
    const accounts = [asPlayer(), asPlayer()];
    for (const { id } of accounts) stage.peers.persons.set(id, { personKeys: [{ kind: 'device', key }] });
    const [first, second] = accounts;
    if (!first || !second) throw new Error('two accounts');
    return [await stage.claimed(promotionId, first), await stage.claimed(promotionId, second)] as const;
  };

  it('approve a claim that waits, once, with a record; its deposit of meanwhile counts', async () => {
    const [first, second] = await household(await stage.promotion());
    expect(second.waitingFor).toBe('operator');
    stage.clock.advance(1_000);
    await stage.deposit(second.as, 4_000);
    await stage.settled();
    expect(await stage.read(second)).toMatchObject({ status: 'claimed', waitingFor: 'operator' });
    const as = stage.operator();
    const listed = await stage.call('GET', '/api/admin/promotions/claims?waiting=operator', { as });
    expect((listed.body as { items: object[] }).items).toEqual([
      expect.objectContaining({ id: second.id, playerId: second.as.id, linkedPlayerIds: [first.as.id] }),
    ]);
    const replies = [
      await stage.call('POST', path(second.id, 'approve'), { as }),
      await stage.call('POST', path(second.id, 'approve'), { as: stage.operator(), at: 1 }),
    ];
    expect(replies.map(({ status, body }) => [status, (body as { status: string }).status])).toEqual([
      [200, 'active'],
      [200, 'active'],
    ]);
    expect(await stage.read(second)).toMatchObject({ bonusMinor: 4_000 });
    expect(
      await stage.sql(
        `select data ->> 'action' as action, data ->> 'operatorId' as by from outbox where data ->> 'resourceId' = $1`,
        [second.id],
      ),
    ).toEqual([{ action: 'claim.approve', by: as.id }]);
    expect(codeOf(await stage.call('POST', path(first.id, 'approve'), { as }))).toBe('already_decided');
  });

  it('reject a claim that waits: its place is free again; and end one that is wagered', async () => {
    const promotionId = await stage.promotion({ maxClaims: 2 });
    const [, second] = await household(promotionId);
    const as = stage.operator();
    const { status, body } = await stage.call('POST', path(second.id, 'reject'), {
      as,
      body: { reason: 'One household' },
    });
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'forfeited', endReason: 'operator' })]);
    expect((await stage.claim(promotionId)).status).toBe(201);
    expect(codeOf(await stage.call('POST', path(second.id, 'approve'), { as }))).toBe('claim_ended');
    expect(codeOf(await stage.call('POST', path(second.id, 'reject'), { as, body: { reason: 'Again' } }))).toBe(
      'claim_ended',
    );
    const wagered = await stage.wagering();
    await stage.call('POST', path(wagered.id, 'reject'), { as, body: { reason: 'Bets on both sides' } });
    await eventually(() => stage.peers.forfeited.has(wagered.id));
  });

  it('end a promotion: opt-ins complete, claims without a deposit expire, bonuses go on', async () => {
    const end = (id: string) =>
      stage.call('PATCH', `/api/admin/promotions/${id}`, { as: stage.operator(), body: { status: 'expired' } });
    const cashback = await stage.claimed(await stage.promotion({ type: 'cashback', reward: { value: 10 } }));
    const boost = await stage.claimed(
      await stage.promotion({ type: 'loyalty_points', reward: { value: 100, maxAmountMinor: undefined } }),
    );
    const freeBet = await stage.claimed(await stage.freeBet());
    const [waiting, playing] = [await stage.claimed(await stage.promotion()), await stage.wagering()];
    const [, kept] = await household(await stage.promotion());
    stage.clock.advance(1_000);
    await stage.deposit(kept.as, 4_000);
    await stage.bet(boost.as, { stakeMinor: 1_000 });
    await stage.settled();
    const endsAt = stage.clock.now().toISOString();
    for (const { promotionId } of [cashback, boost, freeBet, waiting, playing, kept])
      expect((await end(promotionId)).status).toBe(200);
    stage.clock.advance(1_000);
    await stage.bet(boost.as, { stakeMinor: 1_000 });
    await stage.deposit(waiting.as, 5_000);
    await stage.settled();
    for (const claim of [cashback, boost])
      expect(await stage.becomes(claim, 'completed')).toMatchObject({ expiresAt: endsAt, completedAt: endsAt });
    await stage.becomes(waiting, 'expired');
    expect(await endOf(waiting.id)).toMatchObject(['ClaimEnded', { reason: 'expired', forfeitedMinor: 0 }]);
    expect(askedOf(waiting.id)).toEqual([]);
    const { body } = await stage.call('GET', '/api/promotions/points', { as: boost.as });
    expect(body).toMatchObject({ balance: 3 });
    for (const claim of [freeBet, playing])
      expect(await stage.read(claim)).toMatchObject({ status: 'active', expiresAt: claim.expiresAt });
    expect(await stage.read(kept)).toMatchObject({ status: 'claimed', waitingFor: 'operator' });
  });

  it.each([
    ['opt-ins', { type: 'cashback', reward: { value: 10 } }],
    ['claims that wait for a deposit', {}],
  ] as const)('end a promotion in the order in which others lock its %s', async (_, changes) => {
    const promotionId = await stage.promotion(changes);
    const ids = [(await stage.claimed(promotionId)).id, (await stage.claimed(promotionId)).id].sort();
    const { db } = stage.world;
    // Its row moves behind the other one.
    await db.query('update claims set currency = currency where id = $1', [ids[0]]);
    await db.query('begin');
    await db.query('select from claims where id = $1 for update', [ids[0]]);
    const ending = stage.call('PATCH', `/api/admin/promotions/${promotionId}`, {
      as: stage.operator(),
      body: { status: 'expired' },
    });
    await eventually(async () => (await lockWaits(db, 'claims')).length > 0);
    await db.query('select from claims where id = $1 for update nowait', [ids[1]]);
    await db.query('commit');
    expect((await ending).status).toBe(200);
  });

  it('move the end of a promotion, and that of its opt-ins with it', async () => {
    const promotionId = await stage.promotion({
      type: 'cashback',
      maxClaims: 5,
      reward: { value: 10, maxAmountMinor: 100, wageringFactor: 1 },
    });
    const claim = await stage.claimed(promotionId);
    const endsAt = new Date(stage.clock.now().getTime() + dayMs).toISOString();
    expect(
      (await stage.call('PATCH', `/api/admin/promotions/${promotionId}`, { as: stage.operator(), body: { endsAt } }))
        .status,
    ).toBe(200);
    expect((await stage.read(claim)).expiresAt).toBe(endsAt);
    stage.clock.advance(dayMs);
    expect(await stage.becomes(claim, 'completed')).toMatchObject({ completedAt: endsAt });
  });

  it('need the permission, a fresh proof, a reason, and write no card numbers', async () => {
    const claim = await stage.claimed(await stage.promotion());
    const { provenAt: _, ...stale } = stage.operator();
    const reject = (as: Parameters<Stage['call']>[2], reason: unknown) =>
      stage.call('POST', path(claim.id, 'reject'), { ...as, body: { reason } });
    expect((await reject({ as: stage.operator('trader') }, 'No')).status).toBe(403);
    expect(codeOf(await reject({ as: stale as ReturnType<Stage['operator']> }, 'No'))).toBe('step_up_required');
    expect((await reject({ as: stage.operator() }, ' ')).status).toBe(400);
    expect(codeOf(await reject({ as: stage.operator() }, 'Paid by 4242424242424242'))).toBe('card_number');
    expect(codeOf(await stage.call('POST', path(randomUUID(), 'approve'), { as: stage.operator() }))).toBe('not_found');
    expect(
      (await stage.call('GET', promotionDeskRoutes.operatorClaims.path, { as: stage.operator('auditor') })).status,
    ).toBe(200);
    expect(await stage.read(claim)).toMatchObject({ status: 'claimed' });
  });
});

it('no event became a dead letter', async () => {
  expect(await stage.deadLetters()).toEqual([]);
});
