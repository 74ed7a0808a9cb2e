/** The player's actions on the slip while a placement waits for its response, and the effects of its outcome. */
import type { PlaceBet } from '@fairline/proto/betting/bets';
import { beforeEach, describe, expect, it } from 'vitest';
import { playerSession } from '../../../client/session/session.ts';
import { emptySlip, maxItems, type Pick } from './slip.ts';
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
const body: PlaceBet = {
  type: 'single',
  stakeMinor: 500,
  currency: 'USD',
  pricePolicy: 'none',
  legs: [{ selectionId: 's1', oddsMilli: 2_000 }],
};
const attempt = { key: 'k1', body, playerId: 'ann', sentAt: new Date().toISOString() };
const onSlip = () => slipStore.get().items.map(({ selectionId }) => selectionId);

beforeEach(() => {
  slipStore.set(emptySlip);
  for (const id of ['s1', 's2', 's3']) slipActions.pick(pickOf(id), { stake: '5.00', lineStake: '1.00' });
});

describe('a slip that waits for the response to its one bet', () => {
  beforeEach(() => {
    slipActions.mode('accumulator', { stake: '5.00', lineStake: '1.00' });
    slipActions.wholeAttempt(attempt);
  });

  it('is not cleared, so the same bet is retried under the same key', () => {
    slipActions.clear();
    expect(slipStore.get()).toMatchObject({ attempt, mode: 'accumulator' });
    expect(onSlip()).toEqual(['s1', 's2', 's3']);
  });

  it("is empty once that bet is placed, and keeps the player's mode", () => {
    slipActions.wholePlaced('k1');
    expect(slipStore.get()).toEqual({ ...emptySlip, mode: 'accumulator' });
  });

  it('can be cleared again once the bet was refused', () => {
    slipActions.wholeDecided('k1');
    slipActions.clear();
    expect(onSlip()).toEqual([]);
  });

  it('is kept for its player after sign-out, hidden', () => {
    const { aside: _, ...left } = slipStore.get();
    slipActions.forget();
    expect(slipStore.get()).toEqual({ ...emptySlip, mode: 'accumulator', aside: [{ ...left, playerId: 'ann' }] });
  });
});

it('keeps later picks when a placement ends after sign-out', () => {
  slipActions.wholeAttempt(attempt);
  slipActions.forget();
  slipActions.pick(pickOf('s9'), { stake: '5.00', lineStake: '1.00' });
  expect(slipStore.get().aside).toMatchObject([{ playerId: 'ann', attempt: { key: 'k1' } }]);
  slipActions.wholePlaced('k1');
  expect(slipStore.get()).toEqual({
    ...emptySlip,
    items: [{ ...pickOf('s9'), stake: '5.00' }],
    stake: '5.00',
    lineStake: '1.00',
  });
});

it('keeps a waiting single for its player at sign-out, and removes the rest', () => {
  slipActions.attempt('s1', attempt);
  slipActions.forget();
  expect(onSlip()).toEqual([]);
  playerSession.adopt({ user: { id: 'ann' }, accessToken: 'ann', expiresAt: '2999-01-01T00:00:00.000Z' });
  expect(slipStore.get().items).toMatchObject([{ selectionId: 's1', attempt: { key: 'k1' } }]);
});

describe('a single that waits for its response', () => {
  beforeEach(() => slipActions.attempt('s1', attempt));

  it('stays, and all others with it, when the slip is cleared', () => {
    slipActions.clear();
    expect(onSlip()).toEqual(['s1', 's2', 's3']);
  });

  it('cannot be removed; the others can', () => {
    slipActions.remove('s1');
    slipActions.remove('s2');
    expect(onSlip()).toEqual(['s1', 's3']);
  });

  it('leaves the slip once it is placed', () => {
    slipActions.placed('k1');
    expect(onSlip()).toEqual(['s2', 's3']);
  });

  it('can be removed once it was refused', () => {
    slipActions.decided('k1');
    slipActions.remove('s1');
    expect(onSlip()).toEqual(['s2', 's3']);
  });
});

describe('a bet that waits for its response belongs to its player', () => {
  const signIn = (id: string) =>
    playerSession.adopt({ user: { id }, accessToken: id, expiresAt: '2999-01-01T00:00:00.000Z' });
  beforeEach(() => void signIn('ann'));

  it('hides a waiting slip from another player and restores it for its owner', () => {
    slipActions.mode('accumulator', { stake: '5.00', lineStake: '1.00' });
    slipActions.wholeAttempt(attempt);
    const left = slipStore.get();
    signIn('bob');
    expect(slipStore.get()).toMatchObject({ items: [], stake: '' });
    expect(slipStore.get().attempt).toBeUndefined();
    slipActions.pick(pickOf('s9'), { stake: '5.00', lineStake: '1.00' });
    slipActions.clear();
    slipActions.pick(pickOf('s8'), { stake: '5.00', lineStake: '1.00' });
    signIn('ann');
    expect(slipStore.get()).toEqual(left);
  });

  it("keeps another player's selections, whose placement ignores the first response", () => {
    slipActions.attempt('s1', attempt);
    signIn('bob');
    expect(onSlip()).toEqual(['s2', 's3']);
    slipActions.pick(pickOf('s1'), { stake: '7.00', lineStake: '1.00' });
    slipActions.attempt('s1', { ...attempt, key: 'k2', playerId: 'bob' });
    slipActions.decided('k1');
    expect(slipStore.get().items.map((item) => [item.selectionId, item.attempt?.key])).toEqual([
      ['s2', undefined],
      ['s3', undefined],
      ['s1', 'k2'],
    ]);
    signIn('ann');
    expect(onSlip()).toEqual(['s2', 's3']);
    signIn('bob');
    expect(slipStore.get().items.map((item) => [item.selectionId, item.attempt?.key])).toEqual([
      ['s1', 'k2'],
      ['s2', undefined],
      ['s3', undefined],
    ]);
  });

  it("sets another player's placement in another tab aside once, without a loop", () => {
    signIn('bob');
    let writes = 0;
    const stop = slipStore.subscribe(() => writes++);
    slipActions.attempt('s1', attempt);
    slipStore.reread();
    stop();
    expect(onSlip()).toEqual(['s2', 's3']);
    expect(slipStore.get().aside).toMatchObject([
      { playerId: 'ann', items: [{ selectionId: 's1', attempt: { key: 'k1' } }] },
    ]);
    expect(writes).toBe(2);
    slipActions.attempt('s2', { ...attempt, key: 'k2', playerId: 'bob' });
    expect(onSlip()).toEqual(['s2', 's3']);
  });

  it('restores one of two placements on a selection, and keeps the other aside', () => {
    slipActions.attempt('s1', attempt);
    signIn('bob');
    slipActions.pick(pickOf('s1'), { stake: '5.00', lineStake: '1.00' });
    slipActions.attempt('s1', { ...attempt, key: 'k2' });
    signIn('ann');
    const { items, aside } = slipStore.get();
    expect(items.map((item) => [item.selectionId, item.attempt?.key])).toEqual([
      ['s1', 'k1'],
      ['s2', undefined],
      ['s3', undefined],
    ]);
    expect(aside).toMatchObject([{ playerId: 'ann', items: [{ attempt: { key: 'k2' } }] }]);
  });

  it('displaces selections of a full slip for restored ones, but none that waits', () => {
    slipActions.attempt('s1', attempt);
    signIn('bob');
    slipActions.clear();
    for (let index = 0; index < maxItems; index++)
      slipActions.pick(pickOf(`b${index}`), { stake: '5.00', lineStake: '1.00' });
    slipActions.attempt(`b${maxItems - 1}`, { ...attempt, key: 'k2' });
    signIn('ann');
    expect(onSlip()).toHaveLength(maxItems);
    expect(slipStore.get().items.flatMap((item) => item.attempt?.key ?? [])).toEqual(['k1', 'k2']);
  });

  it('drops a bet that was placed while another player was here', () => {
    slipActions.attempt('s1', attempt);
    slipActions.attempt('s2', { ...attempt, key: 'k2' });
    signIn('bob');
    slipActions.placed('k1');
    slipActions.forget();
    expect(onSlip()).toEqual([]);
    signIn('ann');
    expect(slipStore.get().items.map((item) => [item.selectionId, item.attempt?.key])).toEqual([['s2', 'k2']]);
  });
});
