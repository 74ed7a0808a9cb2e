/**
 * The news of a fixture before its start, and the fair chances that follow. News comes in small independent steps until the start.
 * A price before the start is the average over the news still to come, so on average it does not move.
 */

import { chancesOf, type MarketOffer } from '../markets/market.ts';
import { normal, secretRandom } from '../models/random.ts';
import type { Match, Model, News, Rating, Sides } from '../models/sport-model.ts';
import type { Fixture } from '../schedule/schedule.ts';

/** The strength of a competitor in this installation; it never changes. */
function ratingOf(secret: string, competitor: string): Rating {
  const random = secretRandom(secret, `competitor/${competitor}`);
  return { attack: normal(random), defence: normal(random) };
}

/** The sum of a fixture's news after each step, in standard deviations of all news. */
export class Prospects {
  readonly steps: number;
  readonly #model: Model;
  readonly #sides: Sides;
  readonly #known: readonly News[];

  constructor(secret: string, fixture: Fixture, model: Model) {
    this.#model = model;
    this.#sides = { home: ratingOf(secret, fixture.home), away: ratingOf(secret, fixture.away) };
    this.steps = Math.max(1, Math.floor((fixture.startsAt - fixture.announcedAt) / fixture.newsEveryMs));
    const random = secretRandom(secret, `news/${fixture.id}`);
    const known = [{ edge: 0, tempo: 0 }];
    for (let step = 1; step <= this.steps; step++) {
      const before = known[step - 1] ?? { edge: 0, tempo: 0 };
      known.push({
        edge: before.edge + normal(random) / Math.sqrt(this.steps),
        tempo: before.tempo + normal(random) / Math.sqrt(this.steps),
      });
    }
    this.#known = known;
  }

  /** The match if no more news came after this step; after the last step, the actual match. */
  match(step: number): Match {
    return this.#model.match(this.#sides, this.#news(step));
  }

  /** Fair chances of each market's selections after a step of news. */
  chances(step: number, markets: readonly MarketOffer[]): number[][] {
    const known = this.#news(step);
    const left = Math.sqrt(1 - Math.min(step, this.steps) / this.steps);
    const sums = markets.map((market) => market.outcomes.map(() => 0));
    for (const edge of left > 0 ? quadrature : sure) {
      for (const tempo of left > 0 ? quadrature : sure) {
        const { outlook } = this.#model.match(this.#sides, {
          edge: known.edge + left * edge.at,
          tempo: known.tempo + left * tempo.at,
        });
        markets.forEach((market, index) => {
          const sum = sums[index] ?? [];
          for (const [outcome, chance] of chancesOf(market, outlook).entries())
            sum[outcome] = (sum[outcome] ?? 0) + edge.weight * tempo.weight * chance;
        });
      }
    }
    return sums;
  }

  #news(step: number): News {
    return this.#known[Math.min(step, this.steps)] ?? { edge: 0, tempo: 0 };
  }
}

/** Gauss-Hermite quadrature with three points: exact for moments of the normal distribution up to the fifth. */
const quadrature = [
  { at: -Math.sqrt(3), weight: 1 / 6 },
  { at: 0, weight: 2 / 3 },
  { at: Math.sqrt(3), weight: 1 / 6 },
];
const sure = [{ at: 0, weight: 1 }];
