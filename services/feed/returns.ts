/**
 * What offered prices return by the model's chances, before the start and in play: for each band of odds, and to bots that bet by a fixed rule.
 * Returns are expected values, price times chance, so they have none of the noise of results. The command of `calibration.ts` prints them.
 */
import { cashOutRules } from '@fairline/proto/betting/rules';
import { withoutMargin } from '@fairline/proto/margin';
import { chancesOf, decidedAlready, type MarketOffer } from './markets/market.ts';
import { offerOf } from './markets/price.ts';
import type { Outlook } from './models/outlook.ts';
import { seededRandom } from './models/random.ts';
import type { Moment, Side } from './models/sport-model.ts';
import { openMoments, playFixtures } from './play.ts';
import { catalogue, type SportId } from './schedule/catalogue.ts';

export const phases = ['upcoming', 'live'] as const;
export type Phase = (typeof phases)[number];

/** The lower ends of the bands of odds, in thousandths. */
export const bandsMilli = [1_000, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 50_000] as const;

/**
 * Each bets one unit that is at risk on every market: on its shortest price, on its longest, in play on the side that leads, or on every selection to cash out at once.
 */
export const bots = ['favourite', 'longshot', 'chaser', 'cycler'] as const;
export type Bot = (typeof bots)[number];

/** A number of prices: the sum of what they return, the least, and the sum of what the published margins of their markets return, 1 / (1 + margin). */
export interface Returned {
  prices: number;
  sum: number;
  least: number;
  published: number;
}

export class Returns {
  readonly #groups = new Map<string, Returned>();
  /** The furthest that a fair chance computed from the prices of its market is from the model's. */
  inverseError = 0;
  /** The least sum of the chances behind the prices of a market. */
  leastSum = Number.POSITIVE_INFINITY;

  of(phase: Phase, group: Bot | number): Returned | undefined {
    return this.#groups.get(`${phase} ${group}`);
  }

  /** Adds the prices of a market. `leader` is the side that leads the match. */
  addMarket(market: MarketOffer, outlook: Outlook, phase: Phase, leader?: Side): void {
    const chances = chancesOf(market, outlook);
    const { method, [phase]: marginBp } = market.rule.margin;
    const prices = offerOf(chances, { method, marginBp })?.prices;
    if (!prices) return;
    const atRisk = chances.reduce((sum, chance) => sum + chance, 0);
    const priced = prices.map(({ oddsMilli }) => 1_000 / oddsMilli);
    const found = withoutMargin(priced, method);
    const sum = priced.reduce((all, chance) => all + chance, 0);
    this.leastSum = Math.min(this.leastSum, sum);
    const offered = prices.flatMap(({ oddsMilli, active }, index) => {
      const [fair, known] = [(chances[index] ?? 0) / atRisk, found[index] ?? 0];
      this.inverseError = Math.max(this.inverseError, Math.abs(fair - known));
      const odds = oddsMilli / 1_000;
      return active
        ? [
            {
              oddsMilli,
              returned: odds * fair,
              sold: odds * known * keptByCashOut,
              leads: market.outcomes[index] === leader,
            },
          ]
        : [];
    });
    const published = 1 / (1 + marginBp / 10_000);
    for (const { oddsMilli, returned, sold } of offered) {
      this.#add(phase, bandsMilli.findLast((least) => oddsMilli >= least) ?? 0, returned, published);
      this.#add(phase, 'cycler', sold, published * keptByCashOut);
    }
    const byOdds = offered.toSorted((one, other) => one.oddsMilli - other.oddsMilli);
    const picks = { favourite: byOdds[0], longshot: byOdds.at(-1), chaser: offered.find(({ leads }) => leads) };
    for (const [bot, pick] of Object.entries(picks)) if (pick) this.#add(phase, bot as Bot, pick.returned, published);
  }

  #add(phase: Phase, group: Bot | number, returned: number, published: number): void {
    const key = `${phase} ${group}`;
    const {
      prices,
      sum,
      least,
      published: all,
    } = this.#groups.get(key) ?? { prices: 0, sum: 0, least: Number.POSITIVE_INFINITY, published: 0 };
    this.#groups.set(key, {
      prices: prices + 1,
      sum: sum + returned,
      least: Math.min(least, returned),
      published: all + published,
    });
  }
}

const keptByCashOut = 1 - cashOutRules.marginBp / 10_000;

/** Adds the prices of a sport's fixtures before the start and at moments in play. */
export function addReturns(returns: Returns, sport: SportId, trials: number, seed: number): void {
  for (const { match, markets, course } of playFixtures(sport, trials, seededRandom(seed))) {
    for (const market of markets) returns.addMarket(market, match.outlook, 'upcoming');
    for (const { moment, outlook } of openMoments(course))
      for (const market of markets)
        if (!decidedAlready(market, moment)) returns.addMarket(market, outlook, 'live', leaderOf(moment));
  }
}

function leaderOf({ score: { home, away } }: Moment): Side | undefined {
  return home > away ? 'home' : away > home ? 'away' : undefined;
}

/** The returns of this many fixtures of each sport, as lines of text. */
export function reportReturns(trials: number, seed: number): string[] {
  const returns = new Returns();
  for (const { id } of catalogue) addReturns(returns, id, trials, seed);
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`.padStart(9);
  const lines = phases.flatMap((phase) =>
    [...bandsMilli, ...bots].flatMap((group) => {
      const found = returns.of(phase, group);
      if (!found) return [];
      const { prices, sum, least, published } = found;
      const name = `${phase.padEnd(8)} ${typeof group === 'number' ? `odds from ${group / 1_000}` : group}`.padEnd(22);
      return `${name} ${String(prices).padStart(9)} bets return ${percent(sum / prices)}, least ${percent(least)}, by the published margin ${percent(published / prices)}`;
    }),
  );
  return [
    ...lines,
    `fair chances come back from prices within ${returns.inverseError.toFixed(6)}; no market sums below ${percent(returns.leastSum)}`,
  ];
}
