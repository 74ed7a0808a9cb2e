/** Exclusions through the routes of two instances, with a wallet that may be down. */

import { randomUUID } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import { dayMs } from '@fairline/proto/time';
import { openEnd } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlayStage, player, startedAt } from '../testing-play.ts';

let stage: PlayStage;
beforeAll(async () => {
  stage = await PlayStage.open();
});
beforeEach(() => {
  stage.clock.set(startedAt);
  stage.wallet.unanswered = undefined;
});
afterAll(() => stage.close());

const reason = 'I need a break';
const read = async (as: ReturnType<typeof player>) =>
  (await stage.call<{ current?: Exclusion; items: Exclusion[] }>('GET', '/api/risk/self-exclusion', { as })).body;
const after = (days: number) => new Date(startedAt.getTime() + days * dayMs).toISOString();
const untilOf = (as: ReturnType<typeof player>) => stage.wallet.permits.get(as.id)?.excludedUntil;

describe('an exclusion', () => {
  it('is in force at wallet before the reply, and is published', async () => {
    const as = player();
    const { status, body } = await stage.exclude(as, { days: 7, reason });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'timed',
      kind: 'time_out',
      reason,
      startsAt: startedAt.toISOString(),
      endsAt: after(7),
      status: 'active',
    });
    expect(untilOf(as)).toBe(after(7));
    expect((await read(as)).current).toEqual(body);
    expect(await stage.sees(as, 'PlayerExcluded')).toMatchObject([
      { kind: 'time_out', permanent: false, endsAt: after(7) },
    ]);
  });

  it('that is permanent never ends', async () => {
    const as = player();
    const { body } = await stage.exclude(as, { permanent: true, reason });
    expect(body).toMatchObject({ type: 'permanent', kind: 'self_exclusion', status: 'active' });
    expect(body).not.toHaveProperty('endsAt');
    expect(untilOf(as)).toBe('9999-12-31T00:00:00.000Z');
    for (const again of [
      { days: 365, reason },
      { permanent: true, reason },
    ]) {
      expect(problemOf(await stage.exclude(as, again)).code).toBe('exclusion_in_force');
    }
  });

  it.each<[string, unknown, string]>([
    ['without a reason', { days: 7 }, 'Please provide a reason for self-exclusion'],
    ['with a blank reason', { days: 7, reason: '  \n ' }, 'Please provide a reason for self-exclusion'],
    ['with a reason that is no text', { permanent: true, reason: 5 }, 'Please provide a reason for self-exclusion'],
    ['of two days', { days: 2, reason }, 'Please choose 1, 7, 30, 90, 180 or 365 days'],
    ['of half a day', { days: 0.5, reason }, 'Please choose 1, 7, 30, 90, 180 or 365 days'],
    ['of days as a text', { days: '7', reason }, 'Please choose 1, 7, 30, 90, 180 or 365 days'],
    ['of neither days nor ever', { reason }, 'Please choose either days or permanent'],
    ['of both', { days: 7, permanent: true, reason }, 'Please choose either days or permanent'],
  ])('%s is refused', async (_name, body, detail) => {
    const as = player();
    expect(problemOf(await stage.exclude(as, body as object))).toMatchObject({ status: 400, detail });
    expect(await read(as)).toEqual({ items: [] });
  });

  it('keeps no card number in its reason', async () => {
    expect(problemOf(await stage.exclude(player(), { days: 1, reason: 'my card 4242 4242 4242 4242' })).code).toBe(
      'card_number',
    );
  });

  it('is extended by a longer one and never shortened; both are kept', async () => {
    const as = player();
    await stage.exclude(as, { days: 30, reason });
    expect(problemOf(await stage.exclude(as, { days: 7, reason }))).toMatchObject({
      status: 409,
      code: 'exclusion_in_force',
      params: { endsAt: after(30) },
    });
    stage.clock.advance(25 * dayMs);
    expect(problemOf(await stage.exclude(as, { days: 1, reason })).code).toBe('exclusion_in_force');
    expect((await stage.exclude(as, { days: 7, reason: 'longer' })).status).toBe(201);
    expect(untilOf(as)).toBe(after(32));
    const { current, items } = await read(as);
    expect([current?.reason, items.map((one) => one.reason)]).toEqual(['longer', [reason]]);
    expect(await stage.sees(as, 'PlayerExcluded', 2)).toHaveLength(2);
  });

  it('of many at once is the longest, and each key has one', async () => {
    const as = player();
    const key = randomUUID();
    const days = [1, 7, 30, 90, 365];
    const calls = [
      ...days.map((count) => [count, randomUUID() as string] as const),
      ...[1, 2, 3, 4].map(() => [180, key] as const),
    ];
    const replies = await Promise.all(
      calls.map(([count, under]) => stage.insist(() => stage.exclude(as, { days: count, reason }, under))),
    );
    for (const { status } of replies) expect([201, 409]).toContain(status);
    expect(new Set(replies.slice(days.length).map(({ status }) => status)).size).toBe(1);
    const { current, items } = await read(as);
    expect(current?.endsAt).toBe(after(365));
    expect(items.filter(({ endsAt }) => endsAt === after(180)).length).toBeLessThanOrEqual(1);
    expect(untilOf(as)).toBe(after(365));
  });

  it('ends at its instant, is published once by two instances, and is kept as an earlier one', async () => {
    const as = player();
    await stage.exclude(as, { days: 1, reason });
    await stage.exclude(as, { days: 7, reason });
    stage.clock.set(new Date(startedAt.getTime() + 7 * dayMs - 1));
    expect((await read(as)).current?.endsAt).toBe(after(7));
    stage.clock.advance(1);
    const [ended] = await stage.sees(as, 'ExclusionEnded');
    const { current, items } = await read(as);
    expect(current).toBeUndefined();
    expect(items).toMatchObject([{ id: ended?.exclusionId, status: 'ended' }, { status: 'ended' }]);
    expect((await stage.exclude(as, { days: 1, reason })).status).toBe(201);
    expect(await stage.sees(as, 'ExclusionEnded')).toHaveLength(1);
  });

  it('under gb outlasts its end until the player asks to return, and ends a day later', async () => {
    const as = { ...player(), jurisdiction: 'gb' } as const;
    const ask = () => stage.call<Exclusion>('POST', '/api/risk/self-exclusion/return', { as });
    const { body } = (await stage.exclude(as, { days: 180, reason })) as { body: Exclusion };
    expect(body).toMatchObject({ kind: 'self_exclusion', returnsOnRequest: true, status: 'active' });
    expect(untilOf(as)).toBe(openEnd);
    expect(await stage.sees(as, 'PlayerExcluded')).toMatchObject([{ returnsOnRequest: true, endsAt: body.endsAt }]);
    expect(problemOf(await ask())).toMatchObject({ status: 409, code: 'exclusion_not_over' });
    stage.clock.set(new Date(body.endsAt ?? ''));
    expect((await read(as)).current).toMatchObject({ id: body.id, status: 'active' });
    const [one, again] = [await ask(), await ask()];
    const returnsAt = new Date(stage.clock.now().getTime() + dayMs).toISOString();
    expect([one.body, again.body]).toEqual(Array(2).fill({ ...body, returnsAt }));
    expect(stage.wallet.permits.get(as.id)).toMatchObject({ excludedUntil: returnsAt, returnsAt });
    stage.clock.advance(dayMs - 1);
    expect((await read(as)).current).toMatchObject({ status: 'active' });
    stage.clock.advance(1);
    expect(await stage.sees(as, 'ExclusionEnded')).toMatchObject([{ exclusionId: body.id }]);
    expect(await read(as)).toMatchObject({ items: [{ status: 'ended' }] });
    expect(problemOf(await ask()).code).toBe('exclusion_not_over');
  });

  it.each(['a later time-out', 'its own end'])(
    'under gb ends at wallet too if wallet was away when the player asked to return, until %s',
    async (until) => {
      const as = { ...player(), jurisdiction: 'gb' } as const;
      const { body } = (await stage.exclude(as, { days: 180, reason })) as { body: Exclusion };
      stage.clock.set(new Date(body.endsAt ?? ''));
      stage.wallet.unanswered = 'before';
      expect((await stage.call('POST', '/api/risk/self-exclusion/return', { as })).status).toBe(503);
      const returnsAt = new Date(stage.clock.now().getTime() + dayMs).toISOString();
      let excludedUntil = returnsAt;
      if (until === 'its own end') {
        stage.clock.advance(dayMs);
        expect(await stage.sees(as, 'ExclusionEnded')).toHaveLength(1);
      }
      stage.wallet.unanswered = undefined;
      if (until === 'a later time-out') {
        const later = (await stage.exclude(as, { days: 7, reason })) as { status: number; body: Exclusion };
        expect(later.status).toBe(201);
        excludedUntil = later.body.endsAt ?? '';
      }
      stage.clock.advance(60_000);
      await eventually(
        () =>
          stage.world.db.query('select from players where player_id = $1 and confirmed_version = permit_version', [
            as.id,
          ]),
        ({ rowCount }) => rowCount === 1,
      );
      expect(untilOf(as)).toBe(excludedUntil);
      // A confirmed return is not sent again.
      await stage.exclude(as, { days: 30, reason });
      expect(stage.wallet.permits.get(as.id)).not.toHaveProperty('returnsAt');
    },
  );

  it('is refused while wallet is away, published all the same, and the same under its key', async () => {
    const as = player();
    stage.wallet.unanswered = 'before';
    const key = randomUUID();
    expect(problemOf(await stage.exclude(as, { days: 7, reason }, key))).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    expect(await stage.sees(as, 'PlayerExcluded')).toHaveLength(1);
    stage.clock.advance(5_000);
    stage.wallet.unanswered = undefined;
    const { status, body } = await stage.exclude(as, { days: 7, reason }, key);
    expect([status, body]).toMatchObject([201, { startsAt: startedAt.toISOString(), endsAt: after(7) }]);
    expect(untilOf(as)).toBe(after(7));
    expect(await stage.sees(as, 'PlayerExcluded')).toHaveLength(1);
  });

  it('reaches wallet by the job, with its limits', async () => {
    const as = player();
    await stage.limited(as);
    stage.wallet.unanswered = 'after';
    await stage.exclude(as, { permanent: true, reason });
    stage.wallet.unanswered = undefined;
    stage.clock.advance(60_000);
    expect(await stage.confirmed(as)).toMatchObject({
      excludedUntil: '9999-12-31T00:00:00.000Z',
      limits: { depositDayMinor: 10_000 },
    });
  });
});
