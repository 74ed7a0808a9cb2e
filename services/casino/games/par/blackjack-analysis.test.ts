/** The analysis of blackjack gives the return in the code, and the basic strategy is the best by totals. */
import { expect, it } from 'vitest';
import { basicReturn, blackjack } from '../blackjack.ts';
import { analyse, analyseBasicStrategy, bestPolicy } from './blackjack-analysis.ts';
import { betterActions } from './strategy-check.ts';

const nineAndTen = [8, 9];

it('gives the return of the main bet, which no moments are below', () => {
  const { mean } = analyseBasicStrategy();
  expect(100 * (1 + mean)).toBeCloseTo(basicReturn, 9);
  expect(blackjack.moments({}, { amountMinor: 1_000 }).mean).toBeGreaterThan(1 + mean);
});

it('finds no better action than basic strategy, against cards that are quick to analyse', () => {
  const analysis = analyseBasicStrategy({ detail: true, upCards: nineAndTen });
  expect(analysis.hands.length).toBe(2 * 55);
  expect(betterActions(analysis)).toEqual([]);
});

it('finds a worse action', () => {
  const analysis = analyseBasicStrategy({ detail: true, upCards: [9] });
  const worse = analysis.hands.map((hand) => ({ ...hand, results: { ...hand.results, stand: 1 } }));
  expect(betterActions({ ...analysis, hands: worse })).toContain('hard 16 against T: stand, not hit');
});

it('gains next to nothing from a play by every card of the hand', () => {
  const [best, basic] = [bestPolicy, null].map(
    (policy) => (policy ? analyse(policy, { upCards: [9] }) : analyseBasicStrategy({ upCards: [9] })).mean,
  ) as [number, number];
  expect(best).toBeGreaterThan(basic);
  expect(best - basic).toBeLessThan(1e-4);
});
