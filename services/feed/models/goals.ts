/**
 * The Poisson model of soccer and hockey: each side scores by a Poisson process, independent of the other's.
 * At any moment the remaining goals are Poisson with the remaining mean, so prices in play follow from the same two rates.
 */

import { minuteMs } from '@fairline/proto/time';
import { certain, type Distribution, poissonOf, shifted } from './distribution.ts';
import { type Extra, outlookOf } from './outlook.ts';
import { poisson, type Random } from './random.ts';
import {
  ahead,
  type Course,
  countdown,
  type Match,
  type Model,
  type Moment,
  type Side,
  type Stop,
} from './sport-model.ts';

/** A period of regular time. `share` is the part of a side's goals in it, spread evenly over the period. */
interface Period {
  readonly name: string;
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly share: number;
  clock(elapsedMs: number): string;
}

interface Rules {
  readonly means: Record<Side, number>;
  /** The effect of one standard deviation: the mean is multiplied by e to this power. */
  readonly spread: { readonly attack: number; readonly defence: number; readonly edge: number; readonly tempo: number };
  readonly periods: readonly Period[];
  /** How long betting stops after a goal. */
  readonly stopMs: number;
  /** The chance that a fixture has a goal that is disallowed after a review, and the length of the review. */
  readonly annulled: { readonly chance: number; readonly reviewMs: number };
  /** Sudden death: `rate` is the goals expected in it, relative to regular time. Then an even shoot-out. */
  readonly extraTime: {
    readonly breakMs: number;
    readonly lengthMs: number;
    readonly playMs: number;
    readonly rate: number;
    readonly shootOutMs: number;
  } | null;
}

interface Goal {
  readonly atMs: number;
  readonly side: Side;
  /** The moment at which a review disallows the goal. */
  readonly untilMs?: number;
}

/** Two halves with added time, with 45 % and 55 % of the goals: late in a match sides tire and take risks. */
export const soccer = goalModel({
  means: { home: 1.5, away: 1.2 },
  spread: { attack: 0.2, defence: 0.16, edge: 0.07, tempo: 0.05 },
  periods: [
    { name: '1st half', fromMs: 0, lengthMs: 47 * minuteMs, share: 0.45, clock: (ms) => soccerMinute(ms, 0, 45) },
    {
      name: '2nd half',
      fromMs: 62 * minuteMs,
      lengthMs: 49 * minuteMs,
      share: 0.55,
      clock: (ms) => soccerMinute(ms, 45, 90),
    },
  ],
  stopMs: 1.25 * minuteMs,
  annulled: { chance: 0.06, reviewMs: 4 * minuteMs },
  extraTime: null,
});

/** Three periods of 20 minutes of play, which take 38; five minutes of sudden death with three skaters a side at 1.5 times the rate of goals; then a shoot-out. */
export const hockey = goalModel({
  means: { home: 3.15, away: 2.85 },
  spread: { attack: 0.12, defence: 0.1, edge: 0.06, tempo: 0.04 },
  periods: ['1st period', '2nd period', '3rd period'].map((name, index) => ({
    name,
    fromMs: index * 56 * minuteMs,
    lengthMs: 38 * minuteMs,
    share: 1 / 3,
    clock: (ms) => countdown(20 * minuteMs * (1 - ms / (38 * minuteMs))),
  })),
  stopMs: minuteMs,
  annulled: { chance: 0.05, reviewMs: 5 * minuteMs },
  extraTime: {
    breakMs: 2 * minuteMs,
    lengthMs: 9 * minuteMs,
    playMs: 5 * minuteMs,
    rate: 1.5 / 12,
    shootOutMs: 6 * minuteMs,
  },
});

function goalModel(rules: Rules): Model {
  const { means, spread } = rules;
  return {
    match({ home, away }, { edge, tempo }) {
      const rate = (side: Side, attack: number, defence: number, shift: number) =>
        means[side] *
        Math.exp(spread.attack * attack - spread.defence * defence + spread.edge * shift + spread.tempo * tempo);
      return goalMatch(rules, {
        home: rate('home', home.attack, away.defence, edge),
        away: rate('away', away.attack, home.defence, -edge),
      });
    },
  };
}

function goalMatch(rules: Rules, rates: Record<Side, number>): Match {
  const extra = suddenDeath(rules, rates, 1);
  return {
    outlook: outlookOf(poissonOf(rates.home), poissonOf(rates.away), extra),
    play: (random) => new GoalCourse(rules, rates, extra, random),
  };
}

/** The outcome of a tie with the share `left` of extra time remaining: the first goal wins, otherwise the shoot-out decides. */
function suddenDeath({ extraTime }: Rules, rates: Record<Side, number>, left: number): Extra | null {
  if (!extraTime) return null;
  const all = rates.home + rates.away;
  const scoreless = Math.exp(-all * extraTime.rate * left);
  const home = ((1 - scoreless) * rates.home) / all + scoreless / 2;
  return { margin: { from: -1, chances: [1 - home, 0, home] }, added: certain(1) };
}

class GoalCourse implements Course {
  readonly lengthMs: number;
  readonly result: Course['result'];
  readonly stops: readonly Stop[];
  readonly #rules: Rules;
  readonly #rates: Record<Side, number>;
  readonly #extra: Extra | null;
  readonly #goals: readonly Goal[];
  readonly #regularMs: number;

  constructor(rules: Rules, rates: Record<Side, number>, extra: Extra | null, random: Random) {
    this.#rules = rules;
    this.#rates = rates;
    this.#extra = extra;
    const last = rules.periods.at(-1);
    this.#regularMs = last ? last.fromMs + last.lengthMs : 0;

    const regular = (['home', 'away'] as const)
      .flatMap((side) =>
        Array.from(
          { length: poisson(random, rates[side]) },
          (): Goal => ({ side, atMs: timeOfShare(rules.periods, random()) }),
        ),
      )
      .sort((one, other) => one.atMs - other.atMs);
    const [home, away] = [count(regular, 'home'), count(regular, 'away')];
    const decider = home === away && rules.extraTime ? playOn(rules.extraTime, rates, this.#regularMs, random) : null;
    const goals = decider ? [...regular, decider] : regular;
    const [homeEnd, awayEnd] = [count(goals, 'home'), count(goals, 'away')];
    const annulled = annulledGoal(rules, goals, random);
    this.#goals = annulled ? [...goals, annulled] : goals;
    this.lengthMs = decider ? decider.atMs : this.#regularMs;
    this.stops = this.#goals.map(({ atMs, untilMs = atMs }) => ({ fromMs: atMs, untilMs: untilMs + rules.stopMs }));
    this.result = {
      regular: ahead(home, away),
      winner: ahead(homeEnd, awayEnd),
      margin: homeEnd - awayEnd,
      total: homeEnd + awayEnd,
      bothScored: homeEnd > 0 && awayEnd > 0,
    };
  }

  at(elapsedMs: number): Moment {
    const scored = this.#goals.filter(
      ({ atMs, untilMs = Number.POSITIVE_INFINITY }) => atMs <= elapsedMs && elapsedMs < untilMs,
    );
    const [home, away] = [count(scored, 'home'), count(scored, 'away')];
    return {
      score: { home, away, ...this.#clock(elapsedMs) },
      total: home + away,
      bothScored: home > 0 && away > 0,
      outlook: () => {
        if (elapsedMs >= this.#regularMs)
          return outlookOf(
            certain(home),
            certain(away),
            suddenDeath(this.#rules, this.#rates, this.#extraLeft(elapsedMs)),
          );
        const left = 1 - shareAt(this.#rules.periods, elapsedMs);
        return outlookOf(toCome(this.#rates.home * left, home), toCome(this.#rates.away * left, away), this.#extra);
      },
    };
  }

  #extraLeft(elapsedMs: number): number {
    const extraTime = this.#rules.extraTime;
    if (!extraTime) return 0;
    const played = elapsedMs - this.#regularMs - extraTime.breakMs;
    return Math.min(1, Math.max(0, 1 - played / extraTime.lengthMs));
  }

  #clock(elapsedMs: number): { period: string; clock: string } {
    const { periods, extraTime } = this.#rules;
    const period = periods.find((one) => elapsedMs < one.fromMs + one.lengthMs);
    if (period) {
      if (elapsedMs >= period.fromMs) return { period: period.name, clock: period.clock(elapsedMs - period.fromMs) };
      return { period: 'Break', clock: periods[periods.indexOf(period) - 1]?.name ?? '' };
    }
    if (!extraTime || elapsedMs >= this.lengthMs) return { period: 'Ended', clock: '' };
    const played = elapsedMs - this.#regularMs - extraTime.breakMs;
    if (played < 0) return { period: 'Break', clock: 'Overtime' };
    if (played < extraTime.lengthMs)
      return { period: 'Overtime', clock: countdown(extraTime.playMs * (1 - played / extraTime.lengthMs)) };
    return { period: 'Shoot-out', clock: '' };
  }
}

function playOn(
  extraTime: NonNullable<Rules['extraTime']>,
  rates: Record<Side, number>,
  regularMs: number,
  random: Random,
): Goal {
  const all = rates.home + rates.away;
  const first = -Math.log(1 - random()) / (all * extraTime.rate);
  const startsMs = regularMs + extraTime.breakMs;
  if (first < 1)
    return { atMs: startsMs + first * extraTime.lengthMs, side: random() < rates.home / all ? 'home' : 'away' };
  return { atMs: startsMs + extraTime.lengthMs + extraTime.shootOutMs, side: random() < 0.5 ? 'home' : 'away' };
}

/** A disallowed goal. It is drawn last and never during another goal, so it reveals nothing about the rest of the match. */
function annulledGoal({ annulled, periods }: Rules, goals: readonly Goal[], random: Random): Goal | null {
  const [happens, when, who] = [random(), random(), random()];
  if (happens >= annulled.chance) return null;
  const atMs = timeOfShare(periods, when);
  const untilMs = atMs + annulled.reviewMs;
  const played = periods.some(({ fromMs, lengthMs }) => fromMs <= atMs && untilMs < fromMs + lengthMs);
  const alone = goals.every((goal) => goal.atMs < atMs || goal.atMs > untilMs);
  return played && alone ? { atMs, side: who < 0.5 ? 'home' : 'away', untilMs } : null;
}

function toCome(mean: number, scored: number): Distribution {
  return shifted(poissonOf(mean), scored);
}

function count(goals: readonly Goal[], side: Side): number {
  return goals.filter((goal) => goal.side === side).length;
}

/** The expected share of a side's goals before a moment. */
function shareAt(periods: readonly Period[], elapsedMs: number): number {
  return periods.reduce(
    (sum, { fromMs, lengthMs, share }) => sum + share * Math.min(1, Math.max(0, (elapsedMs - fromMs) / lengthMs)),
    0,
  );
}

function timeOfShare(periods: readonly Period[], share: number): number {
  let left = share;
  for (const period of periods) {
    if (left < period.share) return period.fromMs + (left / period.share) * period.lengthMs;
    left -= period.share;
  }
  const last = periods.at(-1);
  return last ? last.fromMs + last.lengthMs - 1 : 0;
}

/** "34'", and "45+1'" in added time. */
function soccerMinute(elapsedMs: number, from: number, until: number): string {
  const minute = from + Math.floor(elapsedMs / minuteMs) + 1;
  return minute <= until ? `${minute}'` : `${until}+${minute - until}'`;
}
