/** Safe play in the ledger, at two instances: reality checks, remaining limits, exclusion during a hand, and limits under concurrent stakes. */
import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '@fairline/proto/contract';
import { ledgerRequests, type PlayStep } from '@fairline/proto/wallet/ledger';
import { openEnd, type PlayLimits, playerRequests, type RealityChecks } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { publishBet } from '../testing.ts';
import { deposit, noon, stake, usePlayerServers, world } from './testing-players.ts';

usePlayerServers();

const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const restrict = (
  playerId: string,
  version: number,
  part: {
    limits?: PlayLimits;
    realityChecks?: RealityChecks | null;
    excludedUntil?: string | null;
    returnsAt?: string;
  },
) => world.ask(playerRequests.restrict, { playerId, part: 'play', version, excludedUntil: null, ...part });
const stateOf = (playerId: string) => world.ask(playerRequests.playState, { playerId });
const step = (playerId: string, changes: Partial<z.input<typeof PlayStep>> = {}) => ({
  roundId: randomUUIDv7(),
  step: 0,
  playerId,
  gameId: 'professional-blackjack' as const,
  stakeMinor: 100,
  payoutMinor: 0,
  closes: false,
  ...changes,
});
const play = (ask: ReturnType<typeof step>) =>
  world.ask(ledgerRequests.play, ask).then(
    () => ({ code: 'played', params: undefined }),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, params: error.params };
    },
  );

describe('a reality check', () => {
  it('stops bets and rounds when it is due, names the time, and lets a hand be finished', async () => {
    const playerId = await world.player();
    await restrict(playerId, 1, { realityChecks: { minutes: 20, acknowledgedAt: null } });
    const deal = step(playerId);
    expect((await play(deal)).code).toBe('played');
    expect(await stateOf(playerId)).toMatchObject({
      checkDueAt: later(20).toISOString(),
      session: { startedAt: noon.toISOString(), stakedMinor: 100 },
    });
    world.clock.set(later(20));
    expect(await stake(playerId, 100)).toMatchObject({
      code: 'reality_check',
      params: { dueAt: later(20).toISOString() },
    });
    expect(await play({ ...deal, step: 1 })).toMatchObject({
      code: 'reality_check',
      params: { dueAt: later(20).toISOString() },
    });
    expect((await play(step(playerId))).code).toBe('reality_check');
    expect((await play({ ...deal, step: 2, stakeMinor: 0 })).code).toBe('played');
    expect((await play({ ...deal, step: 3, stakeMinor: 0, payoutMinor: 200, closes: true })).code).toBe('played');
    await restrict(playerId, 2, { realityChecks: { minutes: 20, acknowledgedAt: later(20).toISOString() } });
    expect((await stake(playerId, 100)).code).toBe('taken');
    expect((await stateOf(playerId)).checkDueAt).toBe(later(40).toISOString());
  });

  it('stays as it is where a permit does not name it, and ends where it names none', async () => {
    const playerId = await world.player();
    await restrict(playerId, 1, { realityChecks: { minutes: 10, acknowledgedAt: null } });
    await restrict(playerId, 2, { limits: {} });
    await stake(playerId, 100);
    world.clock.set(later(10));
    expect((await stake(playerId, 100)).code).toBe('reality_check');
    await restrict(playerId, 3, { realityChecks: null });
    expect((await stake(playerId, 100)).code).toBe('taken');
    expect(await stateOf(playerId)).not.toHaveProperty('checkDueAt');
  });

  it('has no time outside a session, and nothing is known of a player without accounts', async () => {
    const playerId = await world.player();
    await restrict(playerId, 1, { realityChecks: { minutes: 10, acknowledgedAt: null } });
    await stake(playerId, 100);
    world.clock.set(later(30));
    const state = await stateOf(playerId);
    expect(state).not.toHaveProperty('checkDueAt');
    expect(state).not.toHaveProperty('session');
    await expect(stateOf(randomUUIDv7())).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      world.ask(playerRequests.activity, { playerId: randomUUIDv7(), month: '2026-11' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('counts losses net of returns, and requested deposits', async () => {
  const playerId = await world.player();
  const { ask } = await stake(playerId, 3_000);
  expect((await deposit(playerId, 12_000)).status).toBe(201);
  await publishBet(world, 'betSettled', ask, { dueMinor: 1_000, version: 1 });
  await world.settled();
  const used = {
    depositDayMinor: 12_000,
    depositWeekMinor: 12_000,
    depositMonthMinor: 12_000,
    lossDayMinor: 2_000,
    lossWeekMinor: 2_000,
    lossMonthMinor: 2_000,
  };
  expect(await stateOf(playerId)).toMatchObject({
    used,
    dayResetsAt: '2026-11-21T00:00:00.000Z',
    weekResetsAt: '2026-11-23T00:00:00.000Z',
    monthResetsAt: '2026-12-01T00:00:00.000Z',
  });
  world.clock.set(new Date('2026-11-21T00:00:00Z'));
  expect((await stateOf(playerId)).used).toEqual({ ...used, depositDayMinor: 0, lossDayMinor: 0 });
});

describe('an exclusion in the middle of a hand', () => {
  it('refuses to double and to deal, plays what needs no stake, and pays the end', async () => {
    const playerId = await world.player();
    const deal = step(playerId);
    await play(deal);
    await restrict(playerId, 1, { excludedUntil: '9999-12-31T00:00:00.000Z' });
    expect((await play({ ...deal, step: 1 })).code).toBe('excluded');
    expect((await play({ ...deal, step: 2, stakeMinor: 0 })).code).toBe('played');
    expect((await play(step(playerId))).code).toBe('excluded');
    expect((await play({ ...deal, step: 3, stakeMinor: 0, payoutMinor: 250, closes: true })).code).toBe('played');
    expect(await world.account(playerId)).toMatchObject({ cash: 10_150 });
  });
});

describe('an exclusion that the player asked to return from', () => {
  it.each([
    ['ends at that time if it lasts until they ask', openEnd, 'played'],
    ['stays if it is permanent', '9999-12-31T00:00:00.000Z', 'excluded'],
  ])('%s', async (_, excludedUntil, code) => {
    const playerId = await world.player();
    await restrict(playerId, 1, { excludedUntil });
    const returnsAt = world.clock.now().toISOString();
    await restrict(playerId, 2, { excludedUntil: returnsAt, returnsAt });
    expect((await play(step(playerId))).code).toBe(code);
    await restrict(playerId, 3, {});
    expect((await play(step(playerId))).code).toBe(code);
  });
});

describe('two hundred at once', () => {
  const runMany = <T>(work: (place: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 200 }, (_, place) => work(place)));

  it('of stakes and rounds never lose more than the limit of the day, not by a cent', async () => {
    const playerId = await world.player();
    await restrict(playerId, 1, { limits: { lossDayMinor: 2_000 } });
    const codes = await runMany(async (place) =>
      place % 2 === 0
        ? (await stake(playerId, 37)).code
        : (await play(step(playerId, { stakeMinor: 41, closes: true }))).code,
    );
    expect(new Set(codes)).toEqual(new Set(['taken', 'played', 'limit_exceeded']));
    const { used } = await stateOf(playerId);
    expect(used.lossDayMinor).toBeLessThanOrEqual(2_000);
    expect(used.lossDayMinor).toBeGreaterThan(2_000 - 37);
    expect((await world.account(playerId)).cash).toBe(10_000 - used.lossDayMinor);
  });

  it('of deposits never bring in more than the limit of the day', async () => {
    const playerId = await world.player();
    await restrict(playerId, 1, { limits: { depositDayMinor: 25_000 } });
    const statuses = await runMany(async () => (await deposit(playerId, 10_000)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect((await stateOf(playerId)).used.depositDayMinor).toBe(20_000);
  });

  it('of bets are each within the largest bet', async () => {
    const playerId = await world.player();
    await restrict(playerId, 1, { limits: { betMinor: 150 } });
    const codes = await runMany(async (place) => (await stake(playerId, place % 2 === 0 ? 150 : 151)).code);
    expect(codes.filter((_, place) => place % 2 === 1)).toEqual(Array.from({ length: 100 }, () => 'limit_exceeded'));
    expect(new Set(codes.filter((_, place) => place % 2 === 0))).toEqual(new Set(['taken', 'insufficient_balance']));
  });
});
