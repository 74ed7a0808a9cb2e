/**
 * Lines that follow the match: if no line on offer is near even, a new one opens. A nearly decided line closes; if too many are open, so does the one furthest from even.
 * Pure: it depends only on the lines so far and the current outlook, so every feed opens the same lines at the same instant.
 */
import type { Outlook } from '../models/outlook.ts';
import { chancesOf, type MarketOffer, type MarketRule, meanOf } from './market.ts';

export const lineRules = {
  /** Lines are reviewed at this interval of match time, and after each stop. */
  lookEveryMs: 60_000,
  /** No line opens while one on offer has both sides at this chance or less. Up to 0.67, with the margin in play, both prices of a line are within 1.40 and 3.40. */
  evenChance: 0.6,
  /** A line opens if its likelier side has at most this chance, or is nearer to even than every open line by `betterBy`. */
  opensBelow: 0.645,
  betterBy: 0.04,
  /** A line closes once its likelier side reaches this chance: the possible win is then smaller than the rounding. */
  sureChance: 0.98,
  /** Lines of one kind on offer at a time; the furthest from even closes first. */
  mostOpen: 7,
  /** The most markets of a fixture, closed ones included, because each needs places in the fixture's sequence. */
  mostMarkets: 60,
  /** A line that returns more of a stake than this is not opened. */
  mostRefunded: 0.85,
} as const;

/** Changes to the lines of one kind. */
export interface LineChanges {
  readonly opens: MarketOffer | null;
  readonly closes: readonly MarketOffer[];
}

/** Decides which lines of one rule open and close. `open` are those on offer; `known` are all so far, the announced main line first. */
export function changeLines(
  rule: MarketRule,
  outlook: Outlook,
  open: readonly MarketOffer[],
  known: readonly MarketOffer[],
): LineChanges {
  const chances = new Map(open.map((market) => [market, likelierOf(market, outlook)]));
  const closes = open.filter((market) => (chances.get(market) ?? 1) >= lineRules.sureChance);
  const left = open.filter((market) => !closes.includes(market));
  const nearest = Math.min(1, ...left.map((market) => chances.get(market) ?? 1));
  if (nearest <= lineRules.evenChance) return { opens: null, closes };
  const opens = nearestEven(rule, outlook, known);
  if (!opens || !isWorth(likelierOf(opens, outlook), nearest)) return { opens: null, closes };
  const byDistance = left.toSorted((one, other) => (chances.get(other) ?? 1) - (chances.get(one) ?? 1));
  return { opens, closes: [...closes, ...byDistance.slice(0, Math.max(0, left.length + 1 - lineRules.mostOpen))] };
}

function isWorth(chance: number, nearest: number): boolean {
  return (
    chance < nearest &&
    (chance <= lineRules.opensBelow || nearest - chance >= lineRules.betterBy) &&
    chance < lineRules.sureChance
  );
}

/** The chance of a line's likelier side, leaving out returned stakes; 1 if nearly the whole stake is returned. */
export function likelierOf(market: MarketOffer, outlook: Outlook): number {
  const chances = chancesOf(market, outlook);
  const played = chances.reduce((sum, chance) => sum + chance, 0);
  return played < 1 - lineRules.mostRefunded ? 1 : Math.max(...chances) / played;
}

/** The new line nearest to even: at half a point if that is near enough, else at any quarter. A quarter line helps if one result alone is more likely than not. */
function nearestEven(rule: MarketRule, outlook: Outlook, known: readonly MarketOffer[]): MarketOffer | null {
  const [first] = known;
  if (first?.line === null || first?.line === undefined) return null;
  const announced = first.line;
  const centre = meanOf(rule, outlook);
  const best = (steps: readonly number[]) =>
    steps
      .map(
        (quarters): MarketOffer => ({
          rule,
          line: quarters / 4,
          beside: quarters - Math.round(announced * 4),
          outcomes: first.outcomes,
        }),
      )
      .filter(({ line, beside }) => isAllowed(rule, line ?? 0) && !known.some((one) => one.beside === beside))
      .map((market) => ({ market, chance: likelierOf(market, outlook) }))
      .reduce<{ market: MarketOffer; chance: number } | null>(
        (found, one) => (found && found.chance <= one.chance ? found : one),
        null,
      );
  const around = Array.from(
    { length: 2 * reachQuarters + 1 },
    (_, step) => Math.round(centre * 4) + step - reachQuarters,
  );
  const half = best(around.filter((quarters) => Math.abs(quarters % 4) === 2));
  if (half && half.chance <= lineRules.opensBelow) return half.market;
  const any = best(around);
  return (any && half && half.chance - any.chance < lineRules.betterBy ? half : any)?.market ?? null;
}

/** Lines are searched up to this many quarters from the mean. */
const reachQuarters = 14;

/** Whether the rule allows the line. If every match has a winner, a spread below half a point equals the moneyline. */
function isAllowed({ type, leastLine = 0.5 }: MarketRule, line: number): boolean {
  return type === 'total' ? line > 0 : Math.abs(line) >= Math.min(leastLine, 0.5);
}
