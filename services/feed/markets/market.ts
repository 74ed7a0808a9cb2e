/**
 * The markets of a fixture: which are offered and at which lines, and the chance and the result of each selection.
 * The chances of a market (from an outlook) and its results (from a course) are defined together, so that it settles exactly as it is priced.
 */
import type { FeedMessage, LegResult } from '@fairline/proto/feed';
import type { MarginMethod } from '@fairline/proto/margin';
import { above, type Distribution, mean } from '../models/distribution.ts';
import type { Outlook } from '../models/outlook.ts';
import type { Moment, Result, Side } from '../models/sport-model.ts';

export type MarketType = Extract<FeedMessage, { kind: 'odds_change' }>['market']['type'];
export type Outcome = Side | 'draw' | 'over' | 'under' | 'yes' | 'no' | 'odd' | 'even';

export interface MarketRule {
  readonly type: MarketType;
  readonly name: string;
  /** In basis points, by phase. The method is the same in both, so the margin of any price can be removed again. */
  readonly margin: { readonly method: MarginMethod; readonly upcoming: number; readonly live: number };
  /** The smallest distance of the main line from zero; spreads of low-scoring sports start at 1.5. */
  readonly leastLine?: number;
  /** Further lines around the main line. */
  readonly beside?: Beside;
}

export interface Beside {
  readonly lines: number;
  /** The distance from one line to the next, in quarters of a point. */
  readonly apart: number;
  /** The smallest distance of such a line from zero. If every match has a winner, lines at zero and half a point equal the moneyline. */
  readonly least: number;
}

export interface MarketOffer {
  readonly rule: MarketRule;
  /** In points, a multiple of 0.25. A half-point line never returns a stake, a whole one may; a quarter line puts half the stake on each neighbour. Of the home side in a spread; null without a line. */
  readonly line: number | null;
  /** The distance from the announced main line, in quarters of a point. */
  readonly beside: number;
  readonly outcomes: readonly Outcome[];
}

const outcomesOf: Record<MarketType, readonly Outcome[]> = {
  moneyline: ['home', 'away'],
  '1x2': ['home', 'draw', 'away'],
  spread: ['home', 'away'],
  total: ['over', 'under'],
  btts: ['yes', 'no'],
  draw_no_bet: ['home', 'away'],
  odd_even: ['odd', 'even'],
};

/** The markets of a rule for a fixture: first at the main line, whose sides are as equally likely as possible, then at the lines around it. */
export function marketsFor(rule: MarketRule, outlook: Outlook): MarketOffer[] {
  const outcomes = outcomesOf[rule.type];
  const fairestLine = lineFor(rule, outlook);
  if (fairestLine === null) return [{ rule, line: null, beside: 0, outcomes }];
  return [0, ...quartersBeside(rule, fairestLine)].map((beside) => ({
    rule,
    line: fairestLine + beside / 4,
    beside,
    outcomes,
  }));
}

/** The distances of the further lines from the main line, in quarters: the nearest allowed ones, on both sides where possible, as many as the rule requires. */
function quartersBeside({ type, beside }: MarketRule, fairestLine: number): number[] {
  const quarters: number[] = [];
  for (let away = 1; quarters.length < (beside?.lines ?? 0); away++) {
    const { apart = 1, lines = 0, least = 0 } = beside ?? {};
    const allowed = [-away * apart, away * apart].filter((from) => {
      const line = fairestLine + from / 4;
      return (type === 'total' ? line : Math.abs(line)) >= least;
    });
    quarters.push(...allowed.slice(0, lines - quarters.length));
  }
  return quarters.sort((one, other) => one - other);
}

function lineFor({ type, leastLine = 0.5 }: MarketRule, outlook: Outlook): number | null {
  if (type === 'total') return fairest(mean(outlook.total), (line) => above(outlook.total, line), leastLine);
  if (type === 'spread') return -fairest(mean(outlook.margin), (line) => above(outlook.margin, line), leastLine);
  return null;
}

/** The value around which the lines of a rule lie: the expected total, or minus the expected margin of the home side. */
export function meanOf({ type }: MarketRule, outlook: Outlook): number {
  return type === 'total' ? mean(outlook.total) : -mean(outlook.margin);
}

/** The half-point line near `centre` whose over is nearest to even. */
function fairest(centre: number, over: (line: number) => number, least: number): number {
  const near = Array.from({ length: 9 }, (_, index) => Math.floor(centre) + index - 3.5);
  const allowed = [...near.filter((line) => Math.abs(line) >= least), -least, least];
  return allowed.reduce((best, line) => (Math.abs(over(line) - 0.5) < Math.abs(over(best) - 0.5) ? line : best));
}

/**
 * The part of a unit stake on each selection that is expected to win, in the order of the outcomes: its chance to win, where a half win counts half.
 * The difference between their sum and one is returned to the player on either side.
 */
export function chancesOf(market: MarketOffer, outlook: Outlook): number[] {
  return expectedOf(market, outlook, wins);
}

/** The expected value of each selection's result under `worth`, in the order of the outcomes. */
export function expectedOf({ rule, line }: MarketOffer, outlook: Outlook, worth: Worth): number[] {
  const of = (chance: number, back = 0) => chance * worth.won + back * worth.void + (1 - chance - back) * worth.lost;
  const two = (first: number) => [of(first), of(1 - first)];
  switch (rule.type) {
    case 'moneyline':
      return outlook.winner.map((chance) => of(chance));
    case '1x2':
      return outlook.regular.map((chance) => of(chance));
    case 'spread':
      return sides(outlook.margin, -(line ?? 0), worth);
    case 'total':
      return sides(outlook.total, line ?? 0, worth);
    case 'btts':
      return two(outlook.bothScore);
    case 'draw_no_bet':
      return [of(outlook.regular[0], outlook.regular[1]), of(outlook.regular[2], outlook.regular[1])];
    case 'odd_even':
      return two(
        outlook.total.chances.reduce((sum, chance, at) => sum + ((outlook.total.from + at) % 2 === 1 ? chance : 0), 0),
      );
  }
}

/** The expected values of the two sides of a line, above and below. */
function sides(distribution: Distribution, line: number, worth: Worth): number[] {
  const sums = [0, 0];
  for (const [at, chance] of distribution.chances.entries()) {
    const quarters = Math.round((distribution.from + at - line) * 4);
    sums[0] = (sums[0] ?? 0) + chance * worth[legResult(quarters)];
    sums[1] = (sums[1] ?? 0) + chance * worth[legResult(-quarters)];
  }
  return sums;
}

/** The result of a bet whose side ends this many quarters of a point above its line. */
function legResult(quarters: number): LegResult {
  if (quarters >= 2) return 'won';
  if (quarters <= -2) return 'lost';
  return quarters === 1 ? 'half_won' : quarters === -1 ? 'half_lost' : 'void';
}

export type Worth = Readonly<Record<LegResult, number>>;

/** By result: the part of a stake that is paid at the odds (`wins`), and the part that is returned (`refunds`). */
export const wins: Worth = { won: 1, half_won: 0.5, void: 0, half_lost: 0, lost: 0 };
export const refunds: Worth = { won: 0, half_won: 0.5, void: 1, half_lost: 0.5, lost: 0 };

/** The final result of each selection, in the order of the outcomes. */
export function resultsOf(market: MarketOffer, result: Result): LegResult[] {
  const { type } = market.rule;
  const line = market.line ?? 0;
  if (type === 'spread') return both(Math.round((result.margin + line) * 4));
  if (type === 'total') return both(Math.round((result.total - line) * 4));
  if (type === 'draw_no_bet' && result.regular === 'draw') return ['void', 'void'];
  const winner = winningOutcome(type, result);
  return market.outcomes.map((outcome) => (outcome === winner ? 'won' : 'lost'));
}

const both = (quarters: number): LegResult[] => [legResult(quarters), legResult(-quarters)];

function winningOutcome(type: Exclude<MarketType, 'spread' | 'total'>, result: Result): Outcome {
  switch (type) {
    case 'moneyline':
      return result.winner;
    case '1x2':
    case 'draw_no_bet':
      return result.regular;
    case 'btts':
      return result.bothScored ? 'yes' : 'no';
    case 'odd_even':
      return result.total % 2 === 1 ? 'odd' : 'even';
  }
}

/** The results of a market that is decided already, because scores only grow; null if it is not. Only a review can still change them. */
export function decidedAlready(market: MarketOffer, moment: Moment): LegResult[] | null {
  if (market.rule.type === 'total' && Math.round((moment.total - (market.line ?? 0)) * 4) >= 2) return ['won', 'lost'];
  if (market.rule.type === 'btts' && moment.bothScored) return ['won', 'lost'];
  return null;
}

/** "Over 2.25", "Velmora -1.5", "Draw". */
export function selectionName(outcome: Outcome, line: number | null, names: Record<Side, string>): string {
  switch (outcome) {
    case 'home':
    case 'away': {
      if (line === null) return names[outcome];
      const own = outcome === 'home' ? line : -line;
      return `${names[outcome]} ${own > 0 ? '+' : ''}${lineText(own)}`;
    }
    case 'over':
    case 'under':
      return `${outcome === 'over' ? 'Over' : 'Under'} ${lineText(line ?? 0)}`;
    case 'draw':
      return 'Draw';
    case 'yes':
      return 'Yes';
    case 'no':
      return 'No';
    case 'odd':
      return 'Odd';
    case 'even':
      return 'Even';
  }
}

/** 0, 1, 1.5, 2.25; never "-0". */
function lineText(line: number): string {
  return line === 0 ? '0' : line.toFixed(Number.isInteger(line) ? 0 : Number.isInteger(line * 2) ? 1 : 2);
}
