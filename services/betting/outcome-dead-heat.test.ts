/** Dead heats in tables and by property: the share of the stake that won, in singles, accumulators and systems, exact and rounded once. */
import { randomUUID } from 'node:crypto';
import { DeadHeat, type LegResult } from '@fairline/proto/feed';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { collectChanges } from './feed/changes.ts';
import { FeedModel } from './feed/read-model.ts';
import { type LegStatus, legState, type SettledLeg, type Verdict } from './outcome.ts';
import { settled } from './testing-outcome.ts';

describe('a dead heat', () => {
  const heat = (of: number, places: number): DeadHeat => ({ of, places });
  type Row = [status: LegStatus, oddsMilli: number, deadHeat?: DeadHeat];
  const legsOf = (rows: readonly Row[]) =>
    rows.map(([status, oddsMilli, deadHeat]): SettledLeg => ({ status, oddsMilli, deadHeat }));

  test.each<[string, Row, string, number]>([
    ['of two for one place at 5.00 pays half of the win', ['won', 5_000, heat(2, 1)], 'won', 2_500],
    ['of two for one place at 2.00 pays the stake', ['won', 2_000, heat(2, 1)], 'won', 1_000],
    ['of two for one place at 1.50 pays less than the stake', ['won', 1_500, heat(2, 1)], 'won', 750],
    ['of three for one place is rounded once, down', ['won', 5_000, heat(3, 1)], 'won', 1_666],
    ['of three for two places', ['won', 3_000, heat(3, 2)], 'won', 2_000],
    ['half won: half the stake is back, half of the rest won', ['half_won', 5_000, heat(2, 1)], 'half_won', 1_750],
    ['half won at short odds', ['half_won', 1_500, heat(2, 1)], 'half_won', 875],
  ])('of a single, 10.00, %s', (_what, row, status, dueMinor) => {
    expect(settled(1_000, legsOf([row]))).toEqual({ status, dueMinor });
  });

  /** As bookmakers publish it: help.draftkings.com 4405230597139, help.picklebet.com 4412015626255, get.bookmaker.help 360031941652 (a loss of all but the return there). */
  test.each<[string, number, number, DeadHeat, number]>([
    ['best of a group of three, two tied', 50_00, 2_500, heat(2, 1), 62_50],
    ['top ten, six tied from the eighth place on', 50_00, 3_000, heat(6, 3), 75_00],
    ['a three-ball, two tied', 100_00, 5_000, heat(2, 1), 250_00],
    ['top five, three tied for the fifth', 100_00, 4_000, heat(3, 1), 133_33],
  ])('pays the published amount: %s', (_what, stake, oddsMilli, deadHeat, dueMinor) => {
    expect(settled(stake, legsOf([['won', oddsMilli, deadHeat]])).dueMinor).toBe(dueMinor);
  });

  test.each<[string, Row[], readonly number[] | undefined, number, string, number]>([
    [
      'a double with a win',
      [
        ['won', 2_000],
        ['won', 5_000, heat(2, 1)],
      ],
      undefined,
      1_000,
      'won',
      5_000,
    ],
    [
      'a double with a void leg',
      [
        ['void', 2_000],
        ['won', 5_000, heat(2, 1)],
      ],
      undefined,
      1_000,
      'won',
      2_500,
    ],
    [
      'a double with a half lost leg',
      [
        ['half_lost', 2_000],
        ['won', 5_000, heat(2, 1)],
      ],
      undefined,
      1_000,
      'won',
      1_250,
    ],
    [
      'a double with a half won leg',
      [
        ['half_won', 2_000],
        ['won', 5_000, heat(2, 1)],
      ],
      undefined,
      1_000,
      'won',
      3_750,
    ],
    [
      'a double with a lost leg',
      [
        ['lost', 2_000],
        ['won', 5_000, heat(2, 1)],
      ],
      undefined,
      1_000,
      'lost',
      0,
    ],
    [
      'a double with an open leg',
      [
        ['open', 2_000],
        ['won', 5_000, heat(2, 1)],
      ],
      undefined,
      1_000,
      'accepted',
      0,
    ],
    [
      'a double of two, whose thirds are whole together',
      [
        ['won', 3_000, heat(3, 1)],
        ['won', 3_000, heat(3, 1)],
      ],
      undefined,
      1_000,
      'won',
      1_000,
    ],
    [
      'a treble of shares of two, three and seven',
      [
        ['won', 2_100, heat(2, 1)],
        ['won', 2_000, heat(3, 2)],
        ['won', 5_000, heat(7, 3)],
      ],
      undefined,
      1_000,
      'won',
      3_000,
    ],
    [
      '2/3 with a lost leg',
      [
        ['won', 2_000],
        ['won', 5_000, heat(2, 1)],
        ['lost', 3_000],
      ],
      [2],
      3_000,
      'won',
      5_000,
    ],
    [
      'a trixie with a void leg',
      [
        ['won', 2_000],
        ['won', 5_000, heat(2, 1)],
        ['void', 3_000],
      ],
      [2, 3],
      4_000,
      'won',
      14_500,
    ],
    [
      'a patent with a half lost leg',
      [
        ['won', 2_000],
        ['won', 5_000, heat(2, 1)],
        ['half_lost', 3_000],
      ],
      [1, 2, 3],
      7_000,
      'won',
      14_750,
    ],
  ])('in %s', (_what, rows, sizes, stakeMinor, status, dueMinor) => {
    expect(settled(stakeMinor, legsOf(rows), sizes && { sizes })).toEqual({ status, dueMinor });
  });

  it('leaves a free bet what is won beyond its stake', () => {
    expect(settled(1_000, legsOf([['won', 5_000, heat(2, 1)]]), { freeBet: true })).toEqual({
      status: 'won',
      dueMinor: 1_500,
    });
    expect(settled(1_000, legsOf([['won', 1_500, heat(2, 1)]]), { freeBet: true })).toEqual({
      status: 'lost',
      dueMinor: 0,
    });
  });

  it('is exact, whatever the share', () => {
    const share = fc
      .integer({ min: 2, max: 100 })
      .chain((of) => fc.record({ of: fc.constant(of), places: fc.integer({ min: 1, max: of - 1 }) }));
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.array(fc.tuple(fc.integer({ min: 1_001, max: 6_000 }), share), { minLength: 1, maxLength: 4 }),
        (stake, rows) => {
          const legs = rows.map(([oddsMilli, deadHeat]): SettledLeg => ({ status: 'won', oddsMilli, deadHeat }));
          const over = rows.reduce(
            (product, [odds, { places }]) => product * BigInt(odds) * BigInt(places),
            BigInt(stake),
          );
          const under = rows.reduce((product, [, { of }]) => product * 1_000n * BigInt(of), 1n);
          expect(settled(stake, legs).dueMinor).toBe(Number(over / under < 50_000_000n ? over / under : 50_000_000n));
        },
      ),
    );
  });

  it('has fewer places than sides', () => {
    expect([heat(2, 1), heat(2, 2), heat(1, 1), heat(3, 0)].map((one) => DeadHeat.safeParse(one).success)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is kept of winners alone', () => {
    const [fixtureId, marketId] = [randomUUID(), randomUUID()];
    const results: LegResult[] = ['won', 'half_won', 'lost', 'void', 'half_lost'];
    const outcomes = results.map((result) => ({ selectionId: result, result, deadHeat: heat(2, 1) }));
    const message = {
      kind: 'bet_settlement' as const,
      fixtureId,
      marketId,
      sequence: 1,
      at: '2026-01-31T12:00:00.000Z',
      certainty: 'confirmed' as const,
      outcomes,
    };
    const kept = collectChanges(new FeedModel(), [message]).results.get(marketId)?.outcomes ?? null;
    const verdict: Verdict = { outcomes: kept, windows: [], fixtureCancelled: false };
    expect(results.map((selectionId) => legState({ selectionId, placedAt: new Date() }, verdict))).toEqual(
      results.map((status) => ({ status, deadHeat: status === 'won' || status === 'half_won' ? heat(2, 1) : null })),
    );
  });
});
