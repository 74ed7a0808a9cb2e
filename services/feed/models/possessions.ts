/**
 * The possession model of basketball and American football: the sides take turns, and the points of each turn follow a fixed table of chances.
 * The rest of a match is the exact sum of the remaining turns, so prices in play follow from the same two tables.
 */

import { minuteMs } from '@fairline/proto/time';
import { type Distribution, shifted, times } from './distribution.ts';
import { type Extra, type ExtraEnd, outlookOf, untilDecided } from './outlook.ts';
import { pick, type Random } from './random.ts';
import {
  type Course,
  countdown,
  type Match,
  type Model,
  type Moment,
  resultOf,
  type Side,
  type Stop,
} from './sport-model.ts';

interface Rules {
  /** The chance of each number of points in a turn of an average side; the rest is the chance of no points. */
  readonly points: Readonly<Record<number, number>>;
  readonly spread: {
    readonly home: number;
    readonly attack: number;
    readonly defence: number;
    readonly edge: number;
    readonly tempo: number;
  };
  readonly periods: { readonly name: string; readonly fromMs: number }[];
  readonly period: Stretch;
  readonly overtime: Stretch & { readonly breakMs: number };
  /** How long betting stops after a score; 0 if scores are too frequent to stop for. */
  readonly stopMs: number;
}

interface Stretch {
  /** Turns of each side; the home side has the first. */
  readonly turns: number;
  readonly lengthMs: number;
  /** The time that the match clock counts down from. */
  readonly clockMs: number;
}

/** Four quarters of 25 turns each, 114 points a side on average; overtime of ten turns each while level. */
export const basketball = possessionModel({
  points: { 1: 0.05, 2: 0.36, 3: 0.125 },
  spread: { home: 0.012, attack: 0.025, defence: 0.02, edge: 0.012, tempo: 0.01 },
  periods: quarters(30, [2.5, 15, 2.5]),
  period: { turns: 25, lengthMs: 30 * minuteMs, clockMs: 12 * minuteMs },
  overtime: { turns: 10, lengthMs: 15 * minuteMs, clockMs: 5 * minuteMs, breakMs: 2 * minuteMs },
  stopMs: 0,
});

/** Four quarters of three drives each, 23 points a side on average; overtime of a drive each while level. */
export const football = possessionModel({
  points: { 2: 0.005, 3: 0.16, 6: 0.015, 7: 0.185, 8: 0.01 },
  spread: { home: 0.06, attack: 0.13, defence: 0.11, edge: 0.06, tempo: 0.04 },
  periods: quarters(40, [2, 13, 2]),
  period: { turns: 3, lengthMs: 40 * minuteMs, clockMs: 15 * minuteMs },
  overtime: { turns: 1, lengthMs: 12 * minuteMs, clockMs: 10 * minuteMs, breakMs: 3 * minuteMs },
  stopMs: 1.25 * minuteMs,
});

function quarters(minutes: number, breaks: readonly [number, number, number]): Rules['periods'] {
  const before = [0, breaks[0], breaks[0] + breaks[1], breaks[0] + breaks[1] + breaks[2]];
  return before.map((minutesBefore, index) => ({
    name: `Q${index + 1}`,
    fromMs: (index * minutes + minutesBefore) * minuteMs,
  }));
}

function possessionModel(rules: Rules): Model {
  const { spread } = rules;
  return {
    match({ home, away }, { edge, tempo }) {
      const table = (attack: number, defence: number, shift: number) =>
        turnOf(
          rules.points,
          Math.exp(
            spread.attack * attack -
              spread.defence * defence +
              shift * (spread.home + spread.edge * edge) +
              spread.tempo * tempo,
          ),
        );
      return possessionMatch(rules, {
        home: table(home.attack, away.defence, 1),
        away: table(away.attack, home.defence, -1),
      });
    },
  };
}

/** The points of one turn; the chances of all scores are multiplied by `factor`. */
function turnOf(points: Rules['points'], factor: number): Distribution {
  const most = Math.max(...Object.keys(points).map(Number));
  const chances = new Array<number>(most + 1).fill(0);
  for (const [value, chance] of Object.entries(points)) chances[Number(value)] = chance * factor;
  chances[0] = 1 - chances.reduce((sum, chance) => sum + chance, 0);
  return { from: 0, chances };
}

function possessionMatch(rules: Rules, turn: Record<Side, Distribution>): Match {
  const extra = overtimes(rules, turn);
  const all = rules.periods.length * rules.period.turns;
  return {
    outlook: outlookOf(times(turn.home, all), times(turn.away, all), extra),
    play: (random) => new PossessionCourse(rules, turn, extra, random),
  };
}

function overtimes({ overtime }: Rules, turn: Record<Side, Distribution>): Extra {
  const [home, away] = [times(turn.home, overtime.turns), times(turn.away, overtime.turns)];
  const ends: ExtraEnd[] = [];
  home.chances.forEach((homeChance, i) => {
    away.chances.forEach((awayChance, j) => {
      const [homePoints, awayPoints] = [home.from + i, away.from + j];
      ends.push({ margin: homePoints - awayPoints, added: homePoints + awayPoints, chance: homeChance * awayChance });
    });
  });
  return untilDecided(ends);
}

interface Turn {
  readonly side: Side;
  readonly endsMs: number;
  readonly points: number;
}

interface Played {
  readonly name: string;
  readonly fromMs: number;
  readonly stretch: Stretch;
}

class PossessionCourse implements Course {
  readonly lengthMs: number;
  readonly result: Course['result'];
  readonly stops: readonly Stop[];
  readonly #turn: Record<Side, Distribution>;
  readonly #extra: Extra;
  readonly #turns: Turn[] = [];
  readonly #periods: Played[] = [];
  readonly #regularPeriods: number;
  readonly #regularTurns: number;

  constructor(rules: Rules, turn: Record<Side, Distribution>, extra: Extra, random: Random) {
    this.#turn = turn;
    this.#extra = extra;
    this.#regularPeriods = rules.periods.length;
    this.#regularTurns = rules.periods.length * rules.period.turns * 2;
    for (const { name, fromMs } of rules.periods) this.#play({ name, fromMs, stretch: rules.period }, random);
    const regular = this.#scoreAfter(this.#turns.length);
    for (let number = 1; this.#level(); number++) {
      const name = number === 1 ? 'Overtime' : `Overtime ${number}`;
      this.#play({ name, fromMs: this.#endMs() + rules.overtime.breakMs, stretch: rules.overtime }, random);
    }
    this.lengthMs = this.#endMs();
    this.stops =
      rules.stopMs === 0
        ? []
        : this.#turns
            .filter(({ points }) => points > 0)
            .map(({ endsMs }) => ({ fromMs: endsMs, untilMs: endsMs + rules.stopMs }));
    this.result = resultOf(regular, this.#scoreAfter(this.#turns.length));
  }

  at(elapsedMs: number): Moment {
    const after = this.#turns.findIndex((turn) => turn.endsMs > elapsedMs);
    const played = after === -1 ? this.#turns.length : after;
    const { home, away } = this.#scoreAfter(played);
    return {
      score: { home, away, ...this.#clock(elapsedMs) },
      total: home + away,
      bothScored: home > 0 && away > 0,
      outlook: () => {
        const left = this.#left(played);
        const until = outlookOf(
          shifted(times(this.#turn.home, left.home), home),
          shifted(times(this.#turn.away, left.away), away),
          this.#extra,
        );
        return played < this.#regularTurns ? until : { ...until, regular: [0, 1, 0] };
      },
    };
  }

  #play(period: Played, random: Random): void {
    const { turns, lengthMs } = period.stretch;
    this.#periods.push(period);
    for (let index = 0; index < turns * 2; index++) {
      const side = index % 2 === 0 ? 'home' : 'away';
      const endsMs = period.fromMs + ((index + 1) / (turns * 2)) * lengthMs;
      this.#turns.push({ side, endsMs, points: pick(random, this.#turn[side].chances) });
    }
  }

  /** The remaining turns of regular time, or of the current overtime. Further overtimes are part of the outlook of a tie. */
  #left(played: number): Record<Side, number> {
    let end = this.#regularTurns;
    for (const { stretch } of this.#periods.slice(this.#regularPeriods)) {
      if (played < end) break;
      end += stretch.turns * 2;
    }
    const left = end - played;
    return { home: Math.floor(left / 2), away: Math.ceil(left / 2) };
  }

  #scoreAfter(played: number): Record<Side, number> {
    const score = { home: 0, away: 0 };
    for (let index = 0; index < played; index++) {
      const turn = this.#turns[index];
      if (turn) score[turn.side] += turn.points;
    }
    return score;
  }

  #level(): boolean {
    const { home, away } = this.#scoreAfter(this.#turns.length);
    return home === away;
  }

  #endMs(): number {
    return this.#turns.at(-1)?.endsMs ?? 0;
  }

  #clock(elapsedMs: number): { period: string; clock: string } {
    const next = this.#periods.findIndex(({ fromMs, stretch }) => elapsedMs < fromMs + stretch.lengthMs);
    const period = this.#periods[next];
    if (!period) return { period: 'Ended', clock: '' };
    if (elapsedMs < period.fromMs) return { period: 'Break', clock: this.#periods[next - 1]?.name ?? '' };
    const { lengthMs, clockMs } = period.stretch;
    return { period: period.name, clock: countdown(clockMs * (1 - (elapsedMs - period.fromMs) / lengthMs)) };
  }
}
