/**
 * Tests that prices and results come from one model: plays thousands of fixtures and compares their results with their prices, before the start and at moments
 * in play. `node services/feed/calibration.ts [trials] [seed]` prints the findings, and what prices return (`returns.ts`), as tables.
 */

import type { LegResult } from '@fairline/proto/feed';
import { minuteMs } from '@fairline/proto/time';
import {
  chancesOf,
  decidedAlready,
  expectedOf,
  type MarketOffer,
  refunds,
  resultsOf,
  type Worth,
  wins,
} from './markets/market.ts';
import type { Outlook } from './models/outlook.ts';
import { seededRandom } from './models/random.ts';
import type { Course } from './models/sport-model.ts';
import { momentsMs, openMoments, playFixtures } from './play.ts';
import { reportReturns } from './returns.ts';
import { catalogue, type SportId } from './schedule/catalogue.ts';

/**
 * A group of prices: the average predicted chance (`priced`), the observed frequency (`came`), and the difference in standard errors (`z`).
 * A returned stake, or the returned half of one, counts on neither side, because a price covers only the rest.
 */
export interface Finding {
  readonly group: string;
  readonly prices: number;
  readonly priced: number;
  readonly came: number;
  readonly z: number;
}

export interface Calibration {
  /** By market, outcome and moment. In play this is the martingale: on average a price neither rises nor falls. */
  readonly byMoment: readonly Finding[];
  /** By market and tenth of the chance, all moments in play together: selections priced at 30 to 40 % win that often. */
  readonly byChance: readonly Finding[];
  /** By market and moment: the share of a stake that is returned. Together with the chances it shows that W x odds + B is 1. */
  readonly byRefund: readonly Finding[];
}

export function calibrate(sport: SportId, trials: number, seed: number): Calibration {
  const random = seededRandom(seed);
  const byMoment = new Tally();
  const byChance = new Tally();
  const byRefund = new Tally();
  for (const { match, markets, course } of playFixtures(sport, trials, random)) {
    for (const market of markets) {
      addTo(byMoment, market, 'before', match.outlook, course);
      addRefund(byRefund, market, 'before', match.outlook, course);
    }
    // One moment per fixture, so that the groups by chance are independent.
    const only = momentsMs[Math.floor(random() * momentsMs.length)];
    for (const { atMs, moment, outlook } of openMoments(course)) {
      for (const market of markets) {
        if (decidedAlready(market, moment)) continue;
        addTo(byMoment, market, `${atMs / minuteMs} min`, outlook, course);
        addRefund(byRefund, market, `${atMs / minuteMs} min`, outlook, course);
        if (atMs === only) addToChance(byChance, market, outlook, course);
      }
    }
  }
  return { byMoment: byMoment.findings(), byChance: byChance.findings(), byRefund: byRefund.findings() };
}

/** The result of one selection: the part of its stake that was won or lost, the actual win, and the win that its price predicts. */
function compareResult(
  market: MarketOffer,
  index: number,
  outlook: Outlook,
  course: Course,
): Comparison & { readonly fair: number } {
  const chances = chancesOf(market, outlook);
  const fair = (chances[index] ?? 0) / chances.reduce((sum, chance) => sum + chance, 0);
  const result = resultsOf(market, course.result)[index] ?? 'lost';
  const at = (one: LegResult) => wins[one] - fair * (1 - refunds[one]);
  const atRisk = 1 - refunds[result];
  return {
    fair,
    atRisk,
    priced: fair * atRisk,
    came: wins[result],
    variance: expectedOf(market, outlook, squared(at))[index] ?? 0,
  };
}

function addTo(tally: Tally, market: MarketOffer, moment: string, outlook: Outlook, course: Course): void {
  for (const [index, outcome] of market.outcomes.entries())
    tally.add(`${nameOf(market)}, ${outcome}, ${moment}`, compareResult(market, index, outlook, course));
}

function addToChance(tally: Tally, market: MarketOffer, outlook: Outlook, course: Course): void {
  const one = compareResult(market, 0, outlook, course);
  const tenth = Math.min(9, Math.floor(one.fair * 10));
  tally.add(`${nameOf(market)}, ${market.outcomes[0]}, ${tenth * 10}-${tenth * 10 + 10} %`, one);
}

/** Adds the returned share of a stake, which is the same for both sides. */
function addRefund(tally: Tally, market: MarketOffer, moment: string, outlook: Outlook, course: Course): void {
  const priced = expectedOf(market, outlook, refunds)[0] ?? 0;
  const came = refunds[resultsOf(market, course.result)[0] ?? 'lost'];
  const variance =
    expectedOf(
      market,
      outlook,
      squared((one) => refunds[one] - priced),
    )[0] ?? 0;
  tally.add(`${nameOf(market)}, given back, ${moment}`, { atRisk: 1, priced, came, variance });
}

function squared(of: (result: LegResult) => number): Worth {
  const square = (result: LegResult) => of(result) ** 2;
  return {
    won: square('won'),
    half_won: square('half_won'),
    void: square('void'),
    half_lost: square('half_lost'),
    lost: square('lost'),
  };
}

/** The name of a group; each line beside the fairest is a group of its own. */
function nameOf({ rule, beside }: MarketOffer): string {
  return beside === 0 ? rule.name : `${rule.name} ${beside > 0 ? '+' : ''}${beside}/4`;
}

interface Comparison {
  readonly atRisk: number;
  readonly priced: number;
  readonly came: number;
  readonly variance: number;
}

class Tally {
  readonly #groups = new Map<
    string,
    { prices: number; atRisk: number; priced: number; came: number; variance: number }
  >();

  add(group: string, { atRisk, priced, came, variance }: Comparison): void {
    const sums = this.#groups.get(group) ?? { prices: 0, atRisk: 0, priced: 0, came: 0, variance: 0 };
    this.#groups.set(group, sums);
    sums.prices += 1;
    sums.atRisk += atRisk;
    sums.priced += priced;
    sums.came += came;
    sums.variance += variance;
  }

  /** Only groups with a variance of at least ten: in smaller ones the normal approximation is poor. */
  findings(): Finding[] {
    return [...this.#groups]
      .filter(([, { variance }]) => variance >= 10)
      .map(([group, { prices, atRisk, priced, came, variance }]) => ({
        group,
        prices,
        priced: priced / atRisk,
        came: came / atRisk,
        z: (came - priced) / Math.sqrt(variance),
      }));
  }
}

if (import.meta.main) {
  const [trials = 20_000, seed = 1] = process.argv.slice(2).map(Number);
  for (const { id } of catalogue) {
    const { byMoment, byChance, byRefund } = calibrate(id, trials, seed);
    const kinds = {
      'by market, outcome and moment': byMoment,
      'by tenth of the chance': byChance,
      'by what was given back': byRefund,
    };
    for (const [kind, findings] of Object.entries(kinds).filter(([, { length }]) => length > 0)) {
      const worst = findings.reduce((most, finding) => (Math.abs(finding.z) > Math.abs(most.z) ? finding : most));
      const beyond = findings.filter(({ z }) => Math.abs(z) > 2).length;
      process.stdout.write(
        `${id.padEnd(11)} ${kind.padEnd(30)} ${String(findings.length).padStart(4)} groups, ${String(beyond).padStart(2)} beyond 2 standard errors, ` +
          `furthest ${worst.z.toFixed(2)}: ${worst.group} priced ${worst.priced.toFixed(4)} came ${worst.came.toFixed(4)} of ${worst.prices}\n`,
      );
    }
  }
  for (const line of reportReturns(trials, seed)) process.stdout.write(`${line}\n`);
}
