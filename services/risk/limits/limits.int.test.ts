/** Limits through the routes of two instances, with a wallet that may be down. */

import { randomUUID } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { dayMs, hourMs } from '@fairline/proto/time';
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

const read = async (as: ReturnType<typeof player>) =>
  (await stage.call<{ items: PlayLimit[] }>('GET', '/api/risk/limits', { as })).body.items;
const act = (as: ReturnType<typeof player>, id: string, what: 'confirm' | 'cancel') =>
  stage.call<PlayLimit>('POST', `/api/risk/limits/${id}/${what}`, { as });
const remove = (as: ReturnType<typeof player>, id: string) =>
  stage.call<PlayLimit>('DELETE', `/api/risk/limits/${id}`, { as });
const permitOf = (as: ReturnType<typeof player>) => stage.wallet.permits.get(as.id)?.limits;
const changesOf = async (as: ReturnType<typeof player>) =>
  (await stage.published(as)).filter(([type]) => type === 'LimitSet').map(([, { change }]) => change);

describe('the question for a deposit limit', () => {
  const answered = async (as: ReturnType<typeof player>) =>
    (await stage.call<{ depositLimitAnswered: boolean }>('GET', '/api/risk/limits', { as })).body.depositLimitAnswered;

  it('is answered by declining, once and for good', async () => {
    const as = player();
    expect(await answered(as)).toBe(false);
    for (const _ of [1, 2])
      expect((await stage.call('POST', '/api/risk/deposit-limit/decline', { as })).status).toBe(204);
    expect([await answered(as), await answered(player())]).toEqual([true, false]);
    expect(await read(as)).toEqual([]);
  });

  it('is answered by a limit of deposits, also once it was removed, and by no other limit', async () => {
    const as = player();
    await stage.setLimit(as, { limitType: 'loss_daily', amountMinor: 5_000 });
    expect(await answered(as)).toBe(false);
    const { id } = (await stage.setLimit(as, { limitType: 'deposit_weekly', amountMinor: 5_000 })).body;
    await remove(as, id);
    stage.clock.set(new Date(startedAt.getTime() + dayMs));
    expect((await act(as, id, 'confirm')).status).toBe(200);
    expect((await read(as)).map(({ limitType }) => limitType)).toEqual(['loss_daily']);
    expect(await answered(as)).toBe(true);
  });
});

describe('a limit', () => {
  it('is in force at wallet before the reply, and shows what is left of it', async () => {
    const as = player();
    stage.wallet.used.set(as.id, { depositDayMinor: 2_500 });
    const { status, body } = await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 10_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      limitType: 'deposit_daily',
      amountMinor: 10_000,
      remainingMinor: 7_500,
      active: true,
      effectiveFrom: startedAt.toISOString(),
    });
    expect(permitOf(as)).toEqual({ depositDayMinor: 10_000 });
    expect(await stage.setLimit(as, { limitType: 'session_time', minutes: 90 })).toMatchObject({
      body: { minutes: 90, remainingMinutes: 90 },
    });
    expect(permitOf(as)).toEqual({ depositDayMinor: 10_000, sessionMinutes: 90 });
    expect(await read(as)).toMatchObject([
      { limitType: 'deposit_daily', resetsAt: '2026-11-21T00:00:00.000Z' },
      { limitType: 'session_time' },
    ]);
  });

  it.each<[string, unknown]>([
    ['of zero', { limitType: 'deposit_daily', amountMinor: 0 }],
    ['below zero', { limitType: 'deposit_daily', amountMinor: -5 }],
    ['with a fraction', { limitType: 'deposit_daily', amountMinor: 0.5 }],
    ['as a text', { limitType: 'deposit_daily', amountMinor: '500' }],
    ['as null', { limitType: 'deposit_daily', amountMinor: null }],
    ['as a huge number', { limitType: 'deposit_daily', amountMinor: 1e300 }],
    ['of minutes', { limitType: 'deposit_daily', minutes: 60 }],
    ['of an amount for a session', { limitType: 'session_time', amountMinor: 60 }],
    ['without a value', { limitType: 'bet_amount' }],
  ])('%s is refused', async (_name, body) => {
    const as = player();
    expect(problemOf(await stage.setLimit(as, body as object))).toMatchObject({
      code: 'invalid_limit',
      detail: 'Please enter a valid limit amount',
    });
    expect(await read(as)).toEqual([]);
  });

  it('with an unknown type or an extra field is an invalid request', async () => {
    expect(problemOf(await stage.setLimit(player(), { limitType: 'constructor', amountMinor: 5 })).code).toBe(
      'invalid_request',
    );
    expect(
      problemOf(await stage.setLimit(player(), { limitType: 'bet_amount', amountMinor: 5, active: false })).code,
    ).toBe('invalid_request');
  });

  it('that is lowered acts at once; one that is raised waits 24 hours and is confirmed', async () => {
    const as = player();
    const { id } = await stage.limited(as);
    expect((await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 4_000 })).body).toMatchObject({
      id,
      amountMinor: 4_000,
    });
    expect(permitOf(as)).toEqual({ depositDayMinor: 4_000 });
    const raised = await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 9_000 });
    const confirmableAt = new Date(startedAt.getTime() + dayMs).toISOString();
    expect(raised.body).toMatchObject({ amountMinor: 4_000, pending: { amountMinor: 9_000, confirmableAt } });
    stage.clock.set(new Date(startedAt.getTime() + dayMs - 1));
    expect(problemOf(await act(as, id, 'confirm'))).toMatchObject({
      code: 'limit_too_early',
      params: { confirmableAt },
    });
    expect(permitOf(as)).toEqual({ depositDayMinor: 4_000 });
    stage.clock.set(new Date(startedAt.getTime() + dayMs));
    expect((await act(as, id, 'confirm')).body).toMatchObject({ amountMinor: 9_000, effectiveFrom: confirmableAt });
    expect(permitOf(as)).toEqual({ depositDayMinor: 9_000 });
    expect(problemOf(await act(as, id, 'confirm')).code).toBe('nothing_pending');
    expect(await changesOf(as)).toEqual(['set', 'lowered', 'raise_requested', 'raised']);
  });

  it('that is removed waits as well, is gone once confirmed, and may be set again', async () => {
    const as = player();
    const { id } = await stage.limited(as);
    expect((await remove(as, id)).body).toMatchObject({
      amountMinor: 10_000,
      active: true,
      pending: { confirmableAt: expect.any(String) },
    });
    expect((await remove(as, id)).status).toBe(200);
    stage.clock.advance(dayMs);
    expect((await act(as, id, 'confirm')).body).toMatchObject({ active: false });
    expect([await read(as), permitOf(as)]).toEqual([[], {}]);
    expect(problemOf(await remove(as, id)).code).toBe('not_found');
    expect((await stage.limited(as, 700)).id).toBe(id);
    expect(await changesOf(as)).toEqual(['set', 'removal_requested', 'removed', 'set']);
  });

  it('keeps its value where a raise is taken back, or lapses after 7 days', async () => {
    const as = player();
    const { id } = await stage.limited(as);
    await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 20_000 });
    expect((await act(as, id, 'cancel')).body).not.toHaveProperty('pending');
    expect(problemOf(await act(as, id, 'cancel')).code).toBe('nothing_pending');
    await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 20_000 });
    stage.clock.advance(7 * dayMs);
    expect(problemOf(await act(as, id, 'confirm')).code).toBe('nothing_pending');
    await eventually(
      () => changesOf(as),
      (changes) => changes.includes('lapsed'),
      20_000,
    );
    expect(await changesOf(as)).toEqual(['set', 'raise_requested', 'taken_back', 'raise_requested', 'lapsed']);
  });

  it('of another player is not found', async () => {
    const { id } = await stage.limited(player());
    for (const reply of [
      await remove(player(), id),
      await act(player(), id, 'confirm'),
      await act(player(), id, 'cancel'),
    ]) {
      expect(problemOf(reply).code).toBe('not_found');
    }
  });

  it('set many times at once is one limit, with the last value at wallet', async () => {
    const as = player();
    const set = (amountMinor: number, key = randomUUID() as string) =>
      stage.insist(() => stage.setLimit(as, { limitType: 'loss_weekly', amountMinor }, key));
    const replies = await Promise.all(Array.from({ length: 12 }, (_, place) => set(5_000 - place)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const [limit, ...others] = await read(as);
    expect(others).toEqual([]);
    expect(permitOf(as)).toEqual({ lossWeekMinor: limit?.amountMinor });
  });

  it('is not raised while the harm score is at its threshold, and is lowered all the same', async () => {
    const as = player();
    const { id } = await stage.limited(as);
    const markers = [{ marker: 'chasing', points: 60, since: startedAt.toISOString(), inputs: {} }];
    await stage.sql(
      'insert into harm_scores (player_id, score, markers, version, computed_at) values ($1, 60, $2, 1, $3)',
      [as.id, JSON.stringify(markers), startedAt],
    );
    for (const reply of [
      await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 20_000 }),
      await remove(as, id),
    ]) {
      expect(problemOf(reply)).toMatchObject({ code: 'limit_raise_refused', params: { reasons: ['chasing'] } });
    }
    expect((await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 5_000 })).status).toBe(200);
    expect(await stage.sql('select kind, score from interventions where player_id = $1', [as.id])).toEqual([
      { kind: 'raise_refused', score: 60 },
    ]);
    stage.clock.advance(dayMs);
    expect(problemOf(await remove(as, id)).code).toBe('limit_raise_refused');
    expect(await stage.sql('select 1 from interventions where player_id = $1', [as.id])).toHaveLength(2);
  });
});

describe('while wallet is away', () => {
  it.each(['before', 'after'] as const)(
    '(no reply %s it acts) a limit is refused, kept, and in force once wallet is back',
    async (unanswered) => {
      const as = player();
      stage.wallet.unanswered = unanswered;
      const key = randomUUID();
      const body = { limitType: 'loss_daily', amountMinor: 1_000 };
      expect(problemOf(await stage.setLimit(as, body, key)).code).toBe('unavailable');
      expect(problemOf(await stage.setLimit(as, body, key)).code).toBe('unavailable');
      expect((await stage.call('GET', '/api/risk/limits', { as })).status).toBe(503);
      stage.wallet.unanswered = undefined;
      const repeated = await stage.setLimit(as, body, key);
      expect(repeated).toMatchObject({ status: 200, body: { amountMinor: 1_000 } });
      expect(permitOf(as)).toEqual({ lossDayMinor: 1_000 });
      expect(await changesOf(as)).toEqual(['set']);
      expect(problemOf(await stage.setLimit(as, { ...body, amountMinor: 2_000 }, key)).code).toBe(
        'idempotency_key_reused',
      );
    },
  );

  it('the job sends the permit to wallet, also after a crash before the request', async () => {
    const as = player();
    stage.wallet.unanswered = 'before';
    const call = stage.setLimit(as, { limitType: 'loss_daily', amountMinor: 1_000 }).catch(() => undefined);
    await eventually(
      () => stage.sql('select 1 from limits where player_id = $1', [as.id]),
      (rows) => rows.length === 1,
    );
    const [first] = stage.instances.splice(0, 1);
    await first?.stop();
    await call;
    stage.wallet.unanswered = undefined;
    stage.instances.push(await stage.start());
    stage.clock.advance(hourMs);
    expect((await stage.confirmed(as)).limits).toEqual({ lossDayMinor: 1_000 });
  });

  it('a raise that wallet has not confirmed yet is confirmed by a repeat', async () => {
    const as = player();
    const { id } = await stage.limited(as);
    await remove(as, id);
    stage.clock.advance(dayMs);
    stage.wallet.unanswered = 'before';
    expect(problemOf(await act(as, id, 'confirm')).code).toBe('unavailable');
    stage.wallet.unanswered = undefined;
    expect((await act(as, id, 'confirm')).body).toMatchObject({ active: false });
    expect(permitOf(as)).toEqual({});
    expect(await changesOf(as)).toEqual(['set', 'removal_requested', 'removed']);
  });

  it('continues the permit above a newer version, as after a restore, and ends no exclusion', async () => {
    const as = player();
    await stage.limited(as);
    const kept = stage.wallet.permits.get(as.id);
    const excludedUntil = '9999-12-31T00:00:00.000Z';
    if (kept) stage.wallet.permits.set(as.id, { ...kept, version: 90, limits: {}, excludedUntil });
    await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 500 });
    expect(stage.wallet.permits.get(as.id)).toMatchObject({
      version: 91,
      limits: { depositDayMinor: 500 },
      excludedUntil,
    });
  });
});
