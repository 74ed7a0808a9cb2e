/**
 * The proof that prices and results come from one model: plays fixtures by the thousand and holds what came against what was priced,
 * before the start and at moments in play. `node services/feed/calibration.ts [trials] [seed]` prints it as a table.
 */
import { catalogue, type SportId } from './catalogue.ts';
import { type Course, minuteMs, type News, type Rating } from './course.ts';
import { chancesOf, decidedAlready, type MarketOffer, marketsFor, resultsOf, wins } from './market.ts';
import { normal, type Random, seededRandom } from './rng.ts';
import { sports } from './sports.ts';

/** A group of prices: how often they said it would come on average, how often it came, and how many standard errors lie between. */
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
  /** By market and tenth of the chance, all moments in play together: what was priced at 30 to 40 % comes that often. */
  readonly byChance: readonly Finding[];
}

/** Moments in play, fixed before the start so that how the match goes does not choose them. */
const momentsMs = [0, 15, 40, 70, 100, 130, 160, 175].map((minutes) => minutes * minuteMs);

/** New sides every few fixtures, so that the table covers the range of strengths. */
const fixturesPerMatch = 10;

export function calibrate(sport: SportId, trials: number, seed: number): Calibration {
  const random = seededRandom(seed);
  const byMoment = new Tally();
  const byChance = new Tally();
  const { model, markets: rules } = sports[sport];
  for (let trial = 0; trial < trials; trial += fixturesPerMatch) {
    const match = model.match({ home: rating(random), away: rating(random) }, news(random));
    const markets = rules.flatMap((rule) => marketsFor(rule, match.outlook));
    const prior = markets.map((market) => chancesOf(market, match.outlook));
    for (let repeat = 0; repeat < fixturesPerMatch; repeat++) {
      const course = match.play(random);
      for (const [index, market] of markets.entries()) addTo(byMoment, market, 'before', prior[index] ?? [], course);
      // One moment each, so that the findings by chance are independent of each other.
      const only = momentsMs[Math.floor(random() * momentsMs.length)];
      for (const atMs of momentsMs.filter((ms) => open(course, ms))) {
        const moment = course.at(atMs);
        const outlook = moment.outlook();
        for (const market of markets) {
          if (decidedAlready(market, moment)) continue;
          const chances = chancesOf(market, outlook);
          addTo(byMoment, market, `${atMs / minuteMs} min`, chances, course);
          if (atMs === only) addToChance(byChance, market, chances, course);
        }
      }
    }
  }
  return { byMoment: byMoment.findings(), byChance: byChance.findings() };
}

function open(course: Course, atMs: number): boolean {
  return atMs < course.lengthMs && !course.stops.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
}

function addTo(tally: Tally, market: MarketOffer, moment: string, chances: readonly number[], course: Course): void {
  const results = resultsOf(market, course.result);
  for (const [index, outcome] of market.outcomes.entries()) {
    tally.add(`${nameOf(market)}, ${outcome}, ${moment}`, chances[index] ?? 0, wins[results[index] ?? 'lost']);
  }
}

function addToChance(tally: Tally, market: MarketOffer, chances: readonly number[], course: Course): void {
  const chance = chances[0] ?? 0;
  const tenth = Math.min(9, Math.floor(chance * 10));
  tally.add(`${nameOf(market)}, ${market.outcomes[0]}, ${tenth * 10}-${tenth * 10 + 10} %`, chance, wins[resultsOf(market, course.result)[0] ?? 'lost']);
}

/** Lines beside the fairest are groups of their own. */
function nameOf({ rule, beside }: MarketOffer): string {
  return beside === 0 ? rule.name : `${rule.name} ${beside > 0 ? '+' : ''}${beside}/4`;
}

export function rating(random: Random): Rating {
  return { attack: normal(random), defence: normal(random) };
}

function news(random: Random): News {
  return { edge: normal(random), tempo: normal(random) };
}

class Tally {
  readonly #groups = new Map<string, { prices: number; priced: number; came: number; variance: number }>();

  /** A half win came half. */
  add(group: string, chance: number, came: number): void {
    const sums = this.#groups.get(group) ?? { prices: 0, priced: 0, came: 0, variance: 0 };
    this.#groups.set(group, sums);
    sums.prices += 1;
    sums.priced += chance;
    sums.came += came;
    sums.variance += chance * (1 - chance);
  }

  /** Groups in which at least ten are expected either way; below that the normal bounds say little. */
  findings(): Finding[] {
    return [...this.#groups]
      .filter(([, { variance }]) => variance >= 10)
      .map(([group, { prices, priced, came, variance }]) => ({
        group,
        prices,
        priced: priced / prices,
        came: came / prices,
        z: (came - priced) / Math.sqrt(variance),
      }));
  }
}

if (import.meta.main) {
  const [trials = 20_000, seed = 1] = process.argv.slice(2).map(Number);
  for (const { id } of catalogue) {
    const { byMoment, byChance } = calibrate(id, trials, seed);
    for (const [kind, findings] of Object.entries({ 'by market, outcome and moment': byMoment, 'by tenth of the chance': byChance })) {
      const worst = findings.reduce((most, finding) => (Math.abs(finding.z) > Math.abs(most.z) ? finding : most));
      const beyond = findings.filter(({ z }) => Math.abs(z) > 2).length;
      process.stdout.write(
        `${id.padEnd(11)} ${kind.padEnd(30)} ${String(findings.length).padStart(4)} groups, ${String(beyond).padStart(2)} beyond 2 standard errors, ` +
          `furthest ${worst.z.toFixed(2)}: ${worst.group} priced ${worst.priced.toFixed(4)} came ${worst.came.toFixed(4)} of ${worst.prices}\n`,
      );
    }
  }
}
