/**
 * The markets of a fixture: which are offered, at which line, what each selection's chance is, and what the result makes of it.
 * Chances read an outlook and results a course, by the same definition side by side, so what is priced is what is settled.
 */
import type { FeedMessage, LegResult } from '@fairline/proto/feed';
import type { Moment, Result, Side } from './course.ts';
import { above, mean } from './distribution.ts';
import type { Margin } from '@fairline/proto/margin';
import type { Outlook } from './outlook.ts';

export type MarketType = Extract<FeedMessage, { kind: 'odds_change' }>['market']['type'];
export type Outcome = Side | 'draw' | 'over' | 'under' | 'yes' | 'no';

export interface MarketRule {
  readonly type: MarketType;
  readonly name: string;
  readonly margin: { readonly upcoming: Margin; readonly live: Margin };
  /** The nearest a line may come to zero; spreads of low-scoring sports start at 1.5. */
  readonly leastLine?: number;
}

export interface MarketOffer {
  readonly rule: MarketRule;
  /** Half a point, so nothing is ever paid back. Signed for the home side in a spread; null where a market has none. */
  readonly line: number | null;
  readonly outcomes: readonly Outcome[];
}

const outcomesOf: Record<MarketType, readonly Outcome[]> = {
  moneyline: ['home', 'away'],
  '1x2': ['home', 'draw', 'away'],
  spread: ['home', 'away'],
  total: ['over', 'under'],
  btts: ['yes', 'no'],
};

/** Sets a market up for a fixture: its line is the one that makes both sides as likely as can be. */
export function marketFor(rule: MarketRule, outlook: Outlook): MarketOffer {
  return { rule, line: lineFor(rule, outlook), outcomes: outcomesOf[rule.type] };
}

function lineFor({ type, leastLine = 0.5 }: MarketRule, outlook: Outlook): number | null {
  if (type === 'total') return fairest(mean(outlook.total), (line) => above(outlook.total, line), leastLine);
  if (type === 'spread') return -fairest(mean(outlook.margin), (line) => above(outlook.margin, line), leastLine);
  return null;
}

/** The half-point line near `centre` whose over is nearest to even. */
function fairest(centre: number, over: (line: number) => number, least: number): number {
  const near = Array.from({ length: 9 }, (_, index) => Math.floor(centre) + index - 3.5);
  const allowed = [...near.filter((line) => Math.abs(line) >= least), -least, least];
  return allowed.reduce((best, line) => (Math.abs(over(line) - 0.5) < Math.abs(over(best) - 0.5) ? line : best));
}

/** Fair chances of the selections, in the order of the outcomes. */
export function chancesOf({ rule, line }: MarketOffer, outlook: Outlook): number[] {
  const two = (first: number) => [first, 1 - first];
  switch (rule.type) {
    case 'moneyline':
      return [...outlook.winner];
    case '1x2':
      return [...outlook.regular];
    case 'spread':
      return two(above(outlook.margin, -(line ?? 0)));
    case 'total':
      return two(above(outlook.total, line ?? 0));
    case 'btts':
      return two(outlook.bothScore);
  }
}

/** What the final result makes of each selection, in the order of the outcomes. */
export function resultsOf(market: MarketOffer, result: Result): LegResult[] {
  const winner = winningOutcome(market, result);
  return market.outcomes.map((outcome) => (outcome === winner ? 'won' : 'lost'));
}

function winningOutcome({ rule, line }: MarketOffer, result: Result): Outcome {
  switch (rule.type) {
    case 'moneyline':
      return result.winner;
    case '1x2':
      return result.regular;
    case 'spread':
      return result.margin + (line ?? 0) > 0 ? 'home' : 'away';
    case 'total':
      return result.total > (line ?? 0) ? 'over' : 'under';
    case 'btts':
      return result.bothScored ? 'yes' : 'no';
  }
}

/** The results of a market that nothing can change any more but a review: what counts only grows. */
export function decidedAlready(market: MarketOffer, moment: Moment): LegResult[] | null {
  if (market.rule.type === 'total' && moment.total > (market.line ?? 0)) return ['won', 'lost'];
  if (market.rule.type === 'btts' && moment.bothScored) return ['won', 'lost'];
  return null;
}

/** "Over 2.5", "Velmora -1.5", "Draw". */
export function selectionName(outcome: Outcome, line: number | null, names: Record<Side, string>): string {
  switch (outcome) {
    case 'home':
    case 'away': {
      if (line === null) return names[outcome];
      const own = outcome === 'home' ? line : -line;
      return `${names[outcome]} ${own > 0 ? '+' : ''}${own.toFixed(1)}`;
    }
    case 'over':
    case 'under':
      return `${outcome === 'over' ? 'Over' : 'Under'} ${(line ?? 0).toFixed(1)}`;
    case 'draw':
      return 'Draw';
    case 'yes':
      return 'Yes';
    case 'no':
      return 'No';
  }
}
