/** How prices are applied to a fixture that was loaded before. */
import type { Fixture } from '@fairline/proto/betting/offer';
import type { Prices } from '@fairline/proto/live/stream';
import { describe, expect, it } from 'vitest';
import { hasNewMarket, losesMarket, withPrices } from './prices.ts';

const selection = (id: string, oddsMilli: number) => ({ id, name: id, oddsMilli, status: 'active' as const });
const fixture: Fixture = {
  id: 'f',
  sport: 'football',
  competition: 'Cup',
  competitionId: 'c',
  homeTeam: 'A',
  awayTeam: 'B',
  startsAt: '2026-05-01T12:00:00.000Z',
  status: 'live',
  score: { home: 0, away: 0, period: '1st half', clock: '10:00' },
  markets: [
    {
      id: 'm1',
      type: '1x2',
      name: 'Result',
      status: 'active',
      selections: [selection('s1', 2_000), selection('s2', 3_000)],
    },
    { id: 'm2', type: 'total', name: 'Goals', status: 'active', selections: [selection('s3', 1_900)] },
  ],
};
const prices = (change: Partial<Prices> = {}): Prices => ({
  fixtureId: 'f',
  sequence: 2,
  status: 'live',
  markets: [],
  ...change,
});
const market = (oddsMilli: number, status: Prices['markets'][number]['status'] = 'active') => ({
  id: 'm1',
  status,
  selections: [{ id: 's1', oddsMilli, status: 'active' as const }],
});

describe('prices applied to a fixture', () => {
  it('change the selection they name and nothing else', () => {
    const next = withPrices(fixture, prices({ markets: [market(2_100)] }));
    expect(next.markets[0]?.selections.map(({ oddsMilli }) => oddsMilli)).toEqual([2_100, 3_000]);
    expect(next.markets[1]).toBe(fixture.markets[1]);
    expect(next.score).toEqual(fixture.score);
  });

  it('name the reason of a suspension only while it lasts', () => {
    const late = withPrices(fixture, prices({ markets: [{ ...market(2_000, 'suspended'), stoppedBy: 'kick_off' }] }));
    expect(late.markets[0]).toMatchObject({ status: 'suspended', stoppedBy: 'kick_off' });
    expect(withPrices(late, prices({ markets: [market(2_000, 'suspended')] })).markets[0]).not.toHaveProperty(
      'stoppedBy',
    );
    expect(withPrices(late, prices({ markets: [market(2_000)] })).markets[0]).toEqual(fixture.markets[0]);
  });

  it('suspend a market', () => {
    expect(withPrices(fixture, prices({ markets: [market(2_000, 'suspended')] })).markets[0]?.status).toBe('suspended');
  });

  it('update the score and the status', () => {
    const score = { home: 1, away: 0, period: '1st half', clock: '11:00' };
    expect(withPrices(fixture, prices({ status: 'ended', score }))).toMatchObject({ status: 'ended', score });
  });

  it.each([
    ['say the same again', prices({ markets: [market(2_000)] })],
    ['are about another fixture', prices({ fixtureId: 'g', markets: [market(9_000)] })],
    ['name a market that was never read', prices({ markets: [{ ...market(9_000), id: 'm9' }] })],
  ])('that %s keep the same object, so that its row does not render again', (_name, frame) => {
    expect(withPrices(fixture, frame)).toBe(fixture);
  });

  it('report a new market that must be fetched', () => {
    expect(hasNewMarket(fixture, prices({ markets: [{ ...market(1_500), id: 'm9' }] }))).toBe(true);
    expect(hasNewMarket(fixture, prices({ markets: [{ ...market(1_500, 'settled'), id: 'm9' }] }))).toBe(false);
    expect(hasNewMarket(fixture, prices({ markets: [market(1_500)] }))).toBe(false);
    expect(losesMarket(fixture, prices({ markets: [market(1_500, 'settled')] }))).toBe(true);
    expect(
      losesMarket(
        fixture,
        prices({ markets: [market(1_500, 'suspended'), { ...market(1_500, 'settled'), id: 'm9' }] }),
      ),
    ).toBe(false);
  });
});
