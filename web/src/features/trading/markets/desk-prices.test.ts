/** How a frame of the stream changes a desk fixture, and when the fixture must be refetched. */
import type { TradingFixtureWhole } from '@fairline/proto/betting/desk';
import type { Prices } from '@fairline/proto/live/stream';
import { describe, expect, it } from 'vitest';
import { fixtureWith, rowWith, wantsReading } from './desk-prices.ts';

const selection = {
  id: 's1',
  name: 'Home',
  oddsMilli: 2_000,
  feedOddsMilli: 2_100,
  chance: 0.45,
  active: true,
  result: null,
  bets: 3,
  stakeMinor: 10,
  liabilityMinor: 20,
};
const market = {
  id: 'm1',
  status: 'active',
  marginBp: 500,
  own: { marginBp: null, prices: true },
  selections: [selection],
};
const fixture = { id: 'f1', status: 'live', markets: [market] } as unknown as TradingFixtureWhole;
const frame = (changes: Partial<Prices> = {}): Prices => ({
  fixtureId: 'f1',
  sequence: 1,
  status: 'live',
  markets: [],
  ...changes,
});
const priced = (oddsMilli: number, status: 'active' | 'suspended' = 'active') =>
  frame({ markets: [{ id: 'm1', status, selections: [{ id: 's1', oddsMilli, status }] }] });

describe('a frame', () => {
  it('moves the offered price and keeps what the frame does not contain', () => {
    expect(fixtureWith(fixture, priced(2_200)).markets[0]?.selections[0]).toEqual({ ...selection, oddsMilli: 2_200 });
  });

  it("updates the feed's price and the margin if there are no own prices", () => {
    const feeds = { ...fixture, markets: [{ ...market, own: null }] } as unknown as TradingFixtureWhole;
    const [changed] = fixtureWith(feeds, priced(1_250)).markets;
    expect(changed).toMatchObject({ marginBp: -2_000, selections: [{ oddsMilli: 1_250, feedOddsMilli: 1_250 }] });
  });

  it('suspends a market', () => {
    const [changed] = fixtureWith(fixture, priced(2_000, 'suspended')).markets;
    expect([changed?.status, changed?.selections[0]?.active]).toEqual(['suspended', false]);
  });

  it('applies the score, and keeps it if the frame has none', () => {
    const score = { home: 1, away: 0, period: '1st Half', clock: '12:00' };
    const scored = rowWith(fixture, frame({ score }));
    expect(scored.score).toEqual(score);
    expect(rowWith(scored, frame())).toBe(scored);
  });

  it.each([
    ['of another fixture', frame({ fixtureId: 'f2', status: 'ended' })],
    ['that says nothing new', priced(2_000)],
  ])('with %s keeps the same object', (_, published) => {
    expect(fixtureWith(fixture, published)).toBe(fixture);
  });
});

describe('the fixture is refetched', () => {
  it.each([
    ['when a market goes off offer', priced(2_000, 'suspended'), 'at once'],
    ['when a market is new', frame({ markets: [{ id: 'm2', status: 'active', selections: [] }] }), 'at once'],
    ['in a while when only a price moved', priced(2_200), 'soon'],
    ['not where no market is told of', frame(), null],
    ['not for another fixture', { ...priced(2_000, 'suspended'), fixtureId: 'f2' }, null],
  ])('%s', (_, published, wanted) => {
    expect(wantsReading(fixture, published)).toBe(wanted);
  });
});
