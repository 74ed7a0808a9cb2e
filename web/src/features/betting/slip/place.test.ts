/** A selection is placed once, however often the button is pressed and in however many tabs, and only for its own player. */
import type { PlaceBet } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playerSession } from '../../../client/session/session.ts';
import { placedStore } from '../placed/placed.ts';
import { place, placeWhole } from './place.ts';
import { emptySlip, type Pick } from './slip.ts';
import { slipActions, slipStore } from './store.ts';

const pickOf = (id: string): Pick => ({
  selectionId: id,
  marketId: `m-${id}`,
  fixtureId: `f-${id}`,
  fixture: 'Arsenal vs Leeds',
  market: 'Match result',
  selection: 'Arsenal',
  oddsMilli: 2_000,
});
const stakeMinor = betRules.minStakeMinor;
const bodyOf = (...ids: string[]): PlaceBet => ({
  type: ids.length > 1 ? 'accumulator' : 'single',
  stakeMinor,
  currency: 'USD',
  pricePolicy: 'none',
  legs: ids.map((selectionId) => ({ selectionId, oddsMilli: 2_000 })),
});
const press = () => place(slipStore.get().items.map((item) => ({ item, body: bodyOf(item.selectionId) })));
const signIn = (id: string) =>
  playerSession.adopt({ user: { id }, accessToken: id, expiresAt: '2999-01-01T00:00:00.000Z' });

/** Every bet that was requested: its selections, its key and its player. */
let asked: { legs: string[]; key: string; token: string }[] = [];
const placed = () => new Response('{"id":"b1"}', { status: 201 });
let answer: () => Response | Promise<Response> = placed;

beforeEach(() => {
  asked = [];
  answer = placed;
  vi.stubGlobal('fetch', async (_url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const { legs } = JSON.parse(body) as PlaceBet;
    asked.push({
      legs: legs.map(({ selectionId }) => selectionId),
      key: headers['idempotency-key'] ?? '',
      token: headers.authorization?.slice(7) ?? '',
    });
    return answer();
  });
  signIn('ann');
  slipStore.set(emptySlip);
  placedStore.set([]);
  for (const id of ['s1', 's2', 's3']) slipActions.pick(pickOf(id), { stake: '5.00', lineStake: '1.00' });
});
afterEach(() => vi.unstubAllGlobals());

const unanswered = () => new Response('', { status: 503 });

describe('singles', () => {
  it('are placed once each if pressed twice', async () => {
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.length, second.length]).toEqual([3, 0]);
    expect(asked.map(({ legs }) => legs)).toEqual([['s1'], ['s2'], ['s3']]);
    expect(slipStore.get().items).toEqual([]);
  });

  it('stay visible as bets once placed, with their requests', async () => {
    let bets = 0;
    answer = () => (bets++ === 1 ? unanswered() : new Response(`{"id":"b${bets}"}`, { status: 201 }));
    await press();
    expect(placedStore.get().map(({ betId, body, playerId }) => [betId, body.legs[0]?.selectionId, playerId])).toEqual([
      ['b1', 's1', 'ann'],
      ['b3', 's3', 'ann'],
    ]);
    expect(slipStore.get().items.map(({ selectionId }) => selectionId)).toEqual(['s2']);
  });

  it('are retried under the key they were sent with, also by an earlier press', async () => {
    const before = slipStore.get().items;
    answer = unanswered;
    await press();
    answer = placed;
    await place(before.map((item) => ({ item, body: { ...bodyOf(item.selectionId), stakeMinor: 9_900 } })));
    expect(asked.slice(3).map(({ key }) => key)).toEqual(asked.slice(0, 3).map(({ key }) => key));
    expect(slipStore.get().items).toEqual([]);
  });

  it('are not sent by another player, nor while the one bet waits', async () => {
    const before = slipStore.get().items.map((item) => ({ item, body: bodyOf(item.selectionId) }));
    answer = unanswered;
    await press();
    signIn('bob');
    expect(await place(before)).toEqual([]);
    signIn('ann');
    slipStore.set({ ...emptySlip, items: before.map(({ item }) => item), mode: 'accumulator' });
    await placeWhole(bodyOf('s1', 's2', 's3'));
    expect(await place(before)).toEqual([]);
    expect(asked.map(({ legs, token }) => [legs.length, token])).toEqual([
      [1, 'ann'],
      [1, 'ann'],
      [1, 'ann'],
      [3, 'ann'],
    ]);
  });
});

describe('the one bet of all selections', () => {
  beforeEach(() => slipActions.mode('accumulator', { stake: '5.00', lineStake: '1.00' }));
  const body = bodyOf('s1', 's2', 's3');

  it('is placed once if pressed twice', async () => {
    const outcomes = await Promise.all([placeWhole(body), placeWhole(body)]);
    expect(outcomes).toEqual([{ bet: { id: 'b1' } }, null]);
    expect(asked).toHaveLength(1);
  });

  it('is retried under its key only by its player', async () => {
    answer = unanswered;
    await placeWhole(body);
    signIn('bob');
    expect(await placeWhole(body)).toBeNull();
    signIn('ann');
    await placeWhole(body);
    expect(asked.map(({ token }) => token)).toEqual(['ann', 'ann']);
    expect(asked[1]?.key).toBe(asked[0]?.key);
  });

  it('is not placed while one of its selections waits as a single', async () => {
    slipActions.attempt('s1', { key: 'k1', body: bodyOf('s1'), playerId: 'ann', sentAt: new Date().toISOString() });
    expect(await placeWhole(body)).toBeNull();
    expect(asked).toEqual([]);
  });
});
