/** A player's own limits, and the notice of a low balance. */
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { ledgerEvents, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { type PlayLimits, playerRequests } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { operator, publishBet } from '../testing.ts';
import { deposit, noon, sql, stake, usePlayerServers, withdraw, world } from './testing-players.ts';

usePlayerServers();

const minute = 60_000;
const hour = 60 * minute;
const bind = (playerId: string, limits: PlayLimits | undefined, version = 1, excludedUntil: string | null = null) =>
  world.ask(playerRequests.restrict, { playerId, part: 'play', version, excludedUntil, ...(limits && { limits }) });
const limited = async (limits: PlayLimits) => {
  const playerId = await world.player();
  await bind(playerId, limits);
  return playerId;
};

describe("a player's own limit", () => {
  it.each<[keyof PlayLimits, string, string]>([
    ['lossDayMinor', 'lossDay', '2026-11-21T00:00:00.000Z'],
    ['lossWeekMinor', 'lossWeek', '2026-11-23T00:00:00.000Z'],
    ['lossMonthMinor', 'lossMonth', '2026-12-01T00:00:00.000Z'],
  ])('%s takes stakes up to it and not a cent more, until its period ends', async (field, limit, resetsAt) => {
    const playerId = await limited({ [field]: 3_000 });
    expect((await stake(playerId, 1_000)).code).toBe('taken');
    expect(await stake(playerId, 2_001)).toMatchObject({
      code: 'limit_exceeded',
      params: { limit, limitMinor: 3_000, remainingMinor: 2_000, resetsAt },
    });
    expect((await stake(playerId, 2_000)).code).toBe('taken');
    const refused = await stake(playerId, 1);
    expect(refused).toMatchObject({ code: 'limit_exceeded', params: { limit, remainingMinor: 0 } });
    world.clock.set(new Date(Date.parse(resetsAt) - 1));
    expect((await stake(playerId, 1)).code).toBe('limit_exceeded');
    world.clock.set(new Date(resetsAt));
    expect((await stake(playerId, 3_000)).code).toBe('taken');
    await expect(world.ask(ledgerRequests.stake, refused.ask)).rejects.toMatchObject({ code: 'limit_exceeded' });
  });

  it('of losses is net: what bets pay back may be staked again, whenever they were placed', async () => {
    const playerId = await limited({ lossDayMinor: 3_000 });
    const { ask } = await stake(playerId, 3_000);
    expect((await stake(playerId, 1)).code).toBe('limit_exceeded');
    await publishBet(world, 'betSettled', ask, { dueMinor: 1_200, version: 1 });
    await world.settled();
    expect(await stake(playerId, 1_201)).toMatchObject({ code: 'limit_exceeded', params: { remainingMinor: 1_200 } });
    const second = await stake(playerId, 1_200);
    expect(second.code).toBe('taken');
    world.clock.set(new Date('2026-11-21T00:00:00Z'));
    await publishBet(world, 'betVoided', second.ask, { dueMinor: 1_200, version: 1 });
    await world.settled();
    expect(await stake(playerId, 4_201)).toMatchObject({
      code: 'limit_exceeded',
      params: { limit: 'lossDay', remainingMinor: 4_200 },
    });
    expect((await stake(playerId, 4_200)).code).toBe('taken');
  });

  it('of losses grows by what a corrected result takes back', async () => {
    const playerId = await limited({ lossDayMinor: 3_000 });
    const { ask } = await stake(playerId, 2_000);
    await publishBet(world, 'betSettled', ask, { dueMinor: 5_000, version: 1 });
    await publishBet(world, 'betResettled', ask, { dueMinor: 0, version: 2, status: 'lost' });
    await world.settled();
    expect((await stake(playerId, 1_001)).params).toMatchObject({ remainingMinor: 1_000 });
    expect((await stake(playerId, 1_000)).code).toBe('taken');
  });

  it('of losses holds for many stakes at once', async () => {
    const playerId = await limited({ lossDayMinor: 1_000 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => stake(playerId, 100)));
    expect(answers.filter(({ code }) => code === 'taken')).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'limit_exceeded')).toHaveLength(20);
  });

  it('of one bet is below that of their level, never above', async () => {
    const playerId = await limited({ betMinor: 500 });
    expect((await stake(playerId, 500)).code).toBe('taken');
    expect(await stake(playerId, 501)).toMatchObject({
      code: 'limit_exceeded',
      params: { limit: 'bet', limitMinor: 500 },
    });
    await bind(playerId, { betMinor: 9_000_000 }, 2);
    expect(await stake(playerId, 1_000_001)).toMatchObject({
      code: 'limit_exceeded',
      params: { limit: 'bet', limitMinor: 1_000_000 },
    });
  });

  it('of time ends a session, which begins again 30 minutes after its last stake', async () => {
    const playerId = await limited({ sessionMinutes: 60 });
    for (const elapsed of [0, 29, 58]) {
      world.clock.set(new Date(noon.getTime() + elapsed * minute));
      expect((await stake(playerId, 100)).code).toBe('taken');
    }
    world.clock.set(new Date(noon.getTime() + hour - 1));
    expect((await stake(playerId, 100)).code).toBe('taken');
    world.clock.set(new Date(noon.getTime() + hour));
    expect(await stake(playerId, 100)).toMatchObject({
      code: 'limit_exceeded',
      params: { limit: 'session', limitMinutes: 60, resetsAt: '2026-11-20T13:29:59.999Z' },
    });
    world.clock.set(new Date('2026-11-20T13:29:59.998Z'));
    expect((await stake(playerId, 100)).code).toBe('limit_exceeded');
    world.clock.set(new Date('2026-11-20T13:29:59.999Z'));
    expect((await stake(playerId, 100)).code).toBe('taken');
  });

  it.each<[keyof PlayLimits, string, string]>([
    ['depositDayMinor', 'depositDay', '2026-11-21T00:00:00.000Z'],
    ['depositWeekMinor', 'depositWeek', '2026-11-23T00:00:00.000Z'],
    ['depositMonthMinor', 'depositMonth', '2026-12-01T00:00:00.000Z'],
  ])('%s counts what was asked for, not what was rejected, until its period ends', async (field, limit, resetsAt) => {
    const playerId = await limited({ [field]: 20_000 });
    const first = await deposit(playerId, 12_000);
    expect(first.status).toBe(201);
    expect(problemOf(await deposit(playerId, 8_001))).toMatchObject({
      code: 'limit_exceeded',
      params: { limit, limitMinor: 20_000, remainingMinor: 8_000, resetsAt },
    });
    expect((await deposit(playerId, 8_000)).status).toBe(201);
    expect(problemOf(await deposit(playerId, 5_000)).params).toMatchObject({ remainingMinor: 0 });
    await world.http('POST', pathOf(approvalRoutes.reject, { id: first.body.id }), {
      as: operator('finance'),
      body: { reason: 'Not found at the bank' },
    });
    expect((await deposit(playerId, 12_000)).status).toBe(201);
    world.clock.set(new Date(resetsAt));
    expect((await deposit(playerId, 20_000)).status).toBe(201);
  });

  it('follows its newest version in any order: an older one is ignored, an empty one lifts it', async () => {
    const playerId = await world.player();
    await bind(playerId, { betMinor: 100 }, 3);
    expect(await bind(playerId, { betMinor: 5_000 }, 2)).toEqual({ playerId, version: 3 });
    expect((await stake(playerId, 101)).code).toBe('limit_exceeded');
    await bind(playerId, undefined, 4);
    expect((await stake(playerId, 101)).code).toBe('limit_exceeded');
    await bind(playerId, {}, 5);
    expect((await stake(playerId, 101)).code).toBe('taken');
  });

  it('is in force once wallet has answered', async () => {
    const playerId = await world.player();
    const before = Array.from({ length: 20 }, () => stake(playerId, 100));
    await bind(playerId, { betMinor: 99 });
    expect((await stake(playerId, 100)).code).toBe('limit_exceeded');
    await Promise.all(before);
  });

  it('keeps the currency in which it is an amount, until it is lifted', async () => {
    const playerId = await world.player();
    const change = () => world.ask(playerRequests.playCurrency, { playerId, currency: 'GBP' });
    await bind(playerId, { depositDayMinor: 10_000 });
    await expect(change()).rejects.toMatchObject({ code: 'currency_fixed' });
    await bind(playerId, {}, 2);
    expect(await change()).toEqual({ playerId, currency: 'GBP' });
  });

  it('of exclusion refuses deposits and stakes, and lets them withdraw', async () => {
    const playerId = await world.player();
    await bind(playerId, undefined, 1, '2026-12-20T00:00:00.000Z');
    expect(problemOf(await deposit(playerId, 10_000)).code).toBe('excluded');
    expect((await stake(playerId, 100)).code).toBe('excluded');
    expect((await withdraw(playerId)).status).toBe(201);
  });

  it('of exclusion is never shortened, whatever version follows, and ends by its time', async () => {
    const playerId = await world.player();
    await bind(playerId, undefined, 1, '2026-12-20T00:00:00.000Z');
    await bind(playerId, { betMinor: 100 }, 2, null);
    expect((await stake(playerId, 100)).code).toBe('excluded');
    await bind(playerId, undefined, 3, '2026-11-21T00:00:00.000Z');
    world.clock.set(new Date('2026-12-19T23:59:59.000Z'));
    expect(problemOf(await deposit(playerId, 10_000)).code).toBe('excluded');
    world.clock.set(new Date('2026-12-20T00:00:00.000Z'));
    expect((await stake(playerId, 100)).code).toBe('taken');
  });
});

describe('a low balance', () => {
  const lowBalancesOf = (playerId: string) =>
    sql(
      `select (data ->> 'playableMinor')::int8 as playable from outbox where type = $1 and data ->> 'playerId' = $2 order by version`,
      [ledgerEvents.balanceLow.subject, playerId],
    );

  it('is published once on the way down from 50.00, and again only after it has been above', async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 5_000);
    expect(await lowBalancesOf(playerId)).toEqual([]);
    await stake(playerId, 1);
    await stake(playerId, 1_000);
    expect(await lowBalancesOf(playerId)).toEqual([{ playable: 4_999 }]);
    await publishBet(world, 'betSettled', ask, { dueMinor: 3_001, version: 1 });
    await world.settled();
    await stake(playerId, 2_001);
    expect(await lowBalancesOf(playerId)).toEqual([{ playable: 4_999 }, { playable: 4_999 }]);
  });

  it('is published for a withdrawal too, the moment its amount is held', async () => {
    const playerId = await world.player();
    expect((await withdraw(playerId, undefined, { amountMinor: 5_000 })).status).toBe(201);
    expect(await lowBalancesOf(playerId)).toEqual([]);
    expect((await withdraw(playerId, undefined, { amountMinor: 2_000 })).status).toBe(201);
    expect(await lowBalancesOf(playerId)).toEqual([{ playable: 3_000 }]);
  });
});
