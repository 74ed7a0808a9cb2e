/**
 * The markets of a fixture: which are offered, at which line, each selection's chance, and its result.
 * Each market defines its chances (from an outlook) and its results (from a course) together, so that it settles exactly as it is priced.
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
  /** In basis points, by phase; the method is one, so the margin of a price can be taken out whenever it was made. */
  readonly margin: { readonly method: MarginMethod; readonly upcoming: number; readonly live: number };
  /** The nearest the fairest line may come to zero; spreads of low-scoring sports start at 1.5. */
  readonly leastLine?: number;
  /** Further lines around the fairest. */
  readonly beside?: Beside;
}

export interface Beside {
  readonly lines: number;
  /** Quarters from one to the next. */
  readonly apart: number;
  /** The nearest one of them may come to zero. Where every match has a winner, zero and half a point equal the moneyline. */
  readonly least: number;
}

export interface MarketOffer {
  readonly rule: MarketRule;
  /** In quarters of a point: a half-point line never returns a stake, a whole one may, and a quarter line is half a stake on each neighbour. Signed for the home side in a spread; null for a market without a line. */
  readonly line: number | null;
  /** How far from the fairest line, in quarters. */
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

/** Sets a market up for a fixture: first at the line that makes both sides as likely as can be, then at those around it. */
export function marketsFor(rule: MarketRule, outlook: Outlook): MarketOffer[] {
  const outcomes = outcomesOf[rule.type];
  const fairestLine = lineFor(rule, outlook);
  if (fairestLine === null) return [{ rule, line: null, beside: 0, outcomes }];
  return [0, ...quartersBeside(rule, fairestLine)].map((beside) => ({ rule, line: fairestLine + beside / 4, beside, outcomes }));
}

/** The nearest that are allowed, as many on either side as can be, in quarters from the fairest; always as many as the rule requires. */
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

/** Around which value the lines of a rule lie: the expected total, or what the home side is expected to give away. */
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

/** The average worth of the result of each selection, in the order of the outcomes, by the given `worth`. */
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
      return two(outlook.total.chances.reduce((sum, chance, at) => sum + ((outlook.total.from + at) % 2 === 1 ? chance : 0), 0));
  }
}

/** The sides above and below a line. */
function sides(distribution: Distribution, line: number, worth: Worth): number[] {
  const sums = [0, 0];
  for (const [at, chance] of distribution.chances.entries()) {
    const quarters = Math.round((distribution.from + at - line) * 4);
    sums[0] = (sums[0] ?? 0) + chance * worth[fared(quarters)];
    sums[1] = (sums[1] ?? 0) + chance * worth[fared(-quarters)];
  }
  return sums;
}

/** How a stake fares that is so many quarters of a point on the right side of its line. */
function fared(quarters: number): LegResult {
  if (quarters >= 2) return 'won';
  if (quarters <= -2) return 'lost';
  return quarters === 1 ? 'half_won' : quarters === -1 ? 'half_lost' : 'void';
}

export type Worth = Readonly<Record<LegResult, number>>;

/** The part of a stake that a result pays at the odds, and the part that it gives back. */
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

const both = (quarters: number): LegResult[] => [fared(quarters), fared(-quarters)];

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

/** The results of a market that only a review can still change, because its score only grows. */
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

/** 0, 1, 1.5, 2.25; never a minus before nothing. */
function lineText(line: number): string {
  return line === 0 ? '0' : line.toFixed(Number.isInteger(line) ? 0 : Number.isInteger(line * 2) ? 1 : 2);
}
