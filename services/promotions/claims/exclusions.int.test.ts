/** Claims of players who are excluded from play, or at risk by their harm score. */

import { randomUUID } from 'node:crypto';
import { asPlayer } from '@fairline/chassis/testing';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { harmEvents } from '@fairline/proto/risk/harm';
import { dayMs } from '@fairline/proto/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('an exclusion', () => {
  const exclude = (
    playerId: string,
    { at = stage.clock.now(), id = randomUUID() as string, endsAt }: { at?: Date; id?: string; endsAt?: Date } = {},
  ) => {
    const exclusionId = randomUUID();
    const data = {
      exclusionId,
      playerId,
      kind: 'self_exclusion',
      permanent: endsAt === undefined,
      ...(endsAt && { endsAt: endsAt.toISOString() }),
    };
    return stage.publishAt(exclusionEvents.playerExcluded.subject, exclusionId, 1, data, { id, at });
  };

  it('cancels what waits and what was opted into, once, and keeps a bonus that was given', async () => {
    const as = asPlayer();
    const given = await stage.wagering({}, as);
    const freeBet = await stage.claimed(await stage.freeBet(), as);
    await stage.becomes(freeBet, 'active');
    const optIn = await stage.claimed(
      await stage.promotion({ type: 'cashback', reward: { value: 10, wageringFactor: 1 } }),
      as,
    );
    const other = await stage.claimed(await stage.promotion());
    const waiting = await stage.claimed(await stage.promotion());
    stage.clock.advance(1_000);
    const id = randomUUID();
    for (let repeat = 0; repeat < 3; repeat++) await exclude(as.id, { id });
    await exclude(waiting.as.id);
    await exclude(waiting.as.id);
    await stage.becomes(waiting, 'cancelled');
    await stage.becomes(optIn, 'cancelled');
    await stage.settled();
    expect((await stage.published(optIn.id)).filter(([name]) => name === 'ClaimEnded')).toMatchObject([
      ['ClaimEnded', { reason: 'excluded', status: 'cancelled' }],
    ]);
    expect(await stage.read(given)).toMatchObject({ status: 'active' });
    expect(await stage.read(freeBet)).toMatchObject({ status: 'active' });
    expect(await stage.read(other)).toMatchObject({ status: 'claimed' });
    await stage.deposit(waiting.as, 10_000);
    await stage.settled();
    expect(stage.peers.asked.filter(([, id]) => id === waiting.id)).toEqual([]);
  });

  it('whose event comes after its end leaves claims made since then alone', async () => {
    const claim = await stage.claimed(await stage.promotion());
    const now = stage.clock.now().getTime();
    await exclude(claim.as.id, { at: new Date(now - 2 * dayMs), endsAt: new Date(now - dayMs) });
    await stage.settled();
    expect(await stage.read(claim)).toMatchObject({ status: 'claimed' });
    expect((await stage.claim(await stage.freeBet(), { as: claim.as })).status).toBe(201);
  });

  it('refuses claims after its event, and ends those made before its event, whatever wallet says', async () => {
    const [first, later] = [asPlayer(), await stage.claimed(await stage.promotion())];
    await exclude(first.id);
    await exclude(later.as.id, {
      at: new Date(stage.clock.now().getTime() - 1_000),
      endsAt: new Date(stage.clock.now().getTime() + dayMs),
    });
    await stage.becomes(later, 'cancelled');
    await stage.settled();
    // The stand-in for wallet still says that both may play.
    for (const as of [first, later.as]) {
      const refused = await stage.claim(await stage.promotion(), { as });
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { code: 'not_eligible', params: { why: 'excluded' } },
      ]);
    }
    stage.clock.advance(dayMs);
    expect((await stage.claim(await stage.promotion(), { as: later.as })).status).toBe(201);
  });

  it('sent together with a claim leaves no claim open and grants nothing, at either instance', async () => {
    const promotionId = await stage.promotion();
    const players = Array.from({ length: 20 }, () => asPlayer());
    await Promise.all(
      players.flatMap((as, index) => [stage.claim(promotionId, { as, at: index % 2 }), exclude(as.id)]),
    );
    await stage.settled();
    stage.clock.advance(1_000);
    for (const as of players) await stage.deposit(as, 10_000);
    await stage.settled();
    const ids = players.map(({ id }) => id);
    expect(await stage.sql('select id from claims where player_id = any ($1) and ended_at is null', [ids])).toEqual([]);
    expect([...stage.peers.grants.values()].filter(({ playerId }) => ids.includes(playerId))).toEqual([]);
  });
});

describe('a harm score', () => {
  const score = (playerId: string, version: number, isAtRisk: boolean, id = randomUUID() as string) =>
    stage.publishAt(
      harmEvents.harmScoreChanged.subject,
      playerId,
      version,
      { playerId, score: isAtRisk ? 60 : 10, isAtRisk, reasons: [] },
      { id },
    );
  /** As if the score had not arrived when the claim was made. */
  const atRiskSilently = (playerId: string) =>
    stage.sql('insert into harm_scores (player_id, version, is_at_risk) values ($1, 1, true)', [playerId]);
  const reviewed = async () => {
    const [promotionId, key] = [await stage.promotion(), randomUUID()];
    const [first, second] = [asPlayer(), asPlayer()];
    for (const { id } of [first, second]) stage.peers.persons.set(id, { personKeys: [{ kind: 'device', key }] });
    await stage.claimed(promotionId, first);
    return stage.claimed(promotionId, second);
  };
  const approve = (id: string) =>
    stage.call('POST', `/api/admin/promotions/claims/${id}/approve`, { as: stage.operator(), body: {} });

  it('at the threshold cancels waiting claims once, by the newest score; keeps a granted bonus', async () => {
    const as = asPlayer();
    const given = await stage.wagering({}, as);
    const optIn = await stage.claimed(
      await stage.promotion({ type: 'cashback', reward: { value: 10, wageringFactor: 1 } }),
      as,
    );
    const [waiting, safe, held] = [
      await stage.claimed(await stage.promotion()),
      await stage.claimed(await stage.promotion()),
      await reviewed(),
    ];
    const id = randomUUID();
    await score(as.id, 3, true, id);
    await score(as.id, 3, true, id);
    await stage.settled();
    await score(as.id, 2, false);
    await score(waiting.as.id, 1, true);
    await score(held.as.id, 1, true);
    await score(safe.as.id, 2, false);
    await stage.settled();
    await score(safe.as.id, 1, true);
    for (const claim of [optIn, waiting, held])
      await stage.becomes({ ...claim, as: 'as' in claim ? claim.as : as }, 'cancelled');
    await stage.settled();
    expect((await stage.published(optIn.id)).filter(([name]) => name === 'ClaimEnded')).toMatchObject([
      ['ClaimEnded', { reason: 'no_bonus', status: 'cancelled' }],
    ]);
    expect(await stage.read(given)).toMatchObject({ status: 'active' });
    expect(await stage.read(safe)).toMatchObject({ status: 'claimed' });
    expect(await approve(held.id)).toMatchObject({ status: 409, body: { code: 'claim_ended' } });
    stage.clock.advance(1_000);
    await stage.deposit(waiting.as, 10_000);
    await stage.settled();
    expect(stage.peers.asked.filter(([, claimId]) => claimId === waiting.id)).toEqual([]);
  });

  it('that was not known at the claim keeps a deposit from granting anything', async () => {
    const claim = await stage.claimed(await stage.promotion());
    await atRiskSilently(claim.as.id);
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 10_000);
    expect(await stage.becomes(claim, 'cancelled')).toMatchObject({ bonusMinor: 0 });
    expect(stage.peers.asked.filter(([, claimId]) => claimId === claim.id)).toEqual([]);
  });

  it('that was not known at the claim keeps an operator from approving it', async () => {
    const claim = await reviewed();
    await atRiskSilently(claim.as.id);
    expect(await approve(claim.id)).toMatchObject({
      status: 403,
      body: { code: 'not_eligible', params: { why: 'no_bonus' } },
    });
    expect(await stage.read(claim)).toMatchObject({ status: 'claimed', waitingFor: 'operator' });
  });
});
