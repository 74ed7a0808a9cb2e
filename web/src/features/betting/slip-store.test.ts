/** What the player may do to his slip while the answer to a placement is awaited, and what the placement itself does. */
import type { PlaceBet } from '@fairline/proto/betting';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptySlip, type Pick } from './slip.ts';
import { slipActions, slipStore } from './slip-store.ts';

const pickOf = (id: string): Pick => ({
  selectionId: id,
  marketId: `m-${id}`,
  fixtureId: `f-${id}`,
  fixture: 'Arsenal vs Leeds',
  market: 'Match result',
  selection: 'Arsenal',
  oddsMilli: 2_000,
});
const body: PlaceBet = { type: 'single', stakeMinor: 500, currency: 'USD', pricePolicy: 'none', legs: [{ selectionId: 's1', oddsMilli: 2_000 }] };
const attempt = { key: 'k1', body };
const onSlip = () => slipStore.get().items.map(({ selectionId }) => selectionId);

beforeEach(() => {
  slipStore.set(emptySlip);
  for (const id of ['s1', 's2', 's3']) slipActions.pick(pickOf(id), '5.00');
});

describe('a slip that waits for the answer to one bet', () => {
  beforeEach(() => {
    slipActions.mode('accumulator', '5.00');
    slipActions.wholeAttempt(attempt);
  });

  it('is not cleared, so the same bet is asked for under the same key', () => {
    slipActions.clear();
    expect(slipStore.get()).toMatchObject({ attempt, mode: 'accumulator' });
    expect(onSlip()).toEqual(['s1', 's2', 's3']);
  });

  it('is empty once that bet is placed, and keeps how the player likes to bet', () => {
    slipActions.wholePlaced('k1');
    expect(slipStore.get()).toEqual({ ...emptySlip, mode: 'accumulator' });
  });

  it('can be cleared again once the bet was refused', () => {
    slipActions.wholeDecided();
    slipActions.clear();
    expect(onSlip()).toEqual([]);
  });

  it('goes with the player who leaves', () => {
    slipActions.forget();
    expect(slipStore.get()).toEqual({ ...emptySlip, mode: 'accumulator' });
  });
});

it('a placement that ends late leaves what was picked since', () => {
  slipActions.wholeAttempt(attempt);
  slipActions.forget();
  slipActions.pick(pickOf('s9'), '5.00');
  slipActions.wholePlaced('k1');
  expect(onSlip()).toEqual(['s9']);
});

describe('a single that waits for its answer', () => {
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
    slipActions.placed('s1', 'k1');
    expect(onSlip()).toEqual(['s2', 's3']);
  });

  it('can be removed once it was refused', () => {
    slipActions.decided('s1');
    slipActions.remove('s1');
    expect(onSlip()).toEqual(['s2', 's3']);
  });
});
