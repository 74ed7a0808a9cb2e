/**
 * The innings model of baseball: the runs of each half inning are negative binomial, independent of all others.
 * The home side bats last and no longer than it must, and prices in play count exactly that.
 */

import { minuteMs } from '@fairline/proto/time';
import { above, chanceOf, type Distribution, Gathered, negativeBinomialOf, shifted, times } from './distribution.ts';
import { type Extra, type ExtraEnd, type Outlook, untilDecided, withWinner } from './outlook.ts';
import { pick, type Random } from './random.ts';
import { type Course, type Match, type Model, type Moment, resultOf, type Side, type Stop } from './sport-model.ts';

const rules = {
  innings: 9,
  halfMs: 10 * minuteMs,
  /** Runs of a half inning: 4.4 a match for an average side, most halves without any. */
  meanRuns: 0.49,
  dispersion: 0.43,
  /** From the tenth inning on each half starts with a runner on second base. */
  extraRuns: 0.6,
  extraDispersion: 1.2,
  spread: { home: 0.03, attack: 0.11, defence: 0.13, edge: 0.06, tempo: 0.05 },
  stopMs: 1.5 * minuteMs,
};

interface Runs {
  readonly regular: Record<Side, Distribution>;
  readonly extra: Record<Side, Distribution>;
  /** The rule for a tie after whole innings. */
  readonly tied: Extra;
}

/** The number of half innings that each side has left; the home side has the last one. */
interface Left {
  readonly home: number;
  readonly away: number;
}

export const baseball: Model = {
  match({ home, away }, { edge, tempo }) {
    const { spread } = rules;
    const factor = (attack: number, defence: number, side: 1 | -1) =>
      Math.exp(
        spread.attack * attack -
          spread.defence * defence +
          side * (spread.home + spread.edge * edge) +
          spread.tempo * tempo,
      );
    const factors = { home: factor(home.attack, away.defence, 1), away: factor(away.attack, home.defence, -1) };
    const runsOf = (mean: number, r: number) => ({
      home: negativeBinomialOf(mean * factors.home, r),
      away: negativeBinomialOf(mean * factors.away, r),
    });
    const extra = runsOf(rules.meanRuns + rules.extraRuns, rules.extraDispersion);
    return inningsMatch({ regular: runsOf(rules.meanRuns, rules.dispersion), extra, tied: extraInnings(extra) });
  },
};

function inningsMatch(runs: Runs): Match {
  return {
    outlook: regularOutlook(runs, { home: 0, away: 0 }, { home: rules.innings, away: rules.innings }),
    play: (random) => new InningsCourse(runs, random),
  };
}

function regularOutlook(runs: Runs, score: Record<Side, number>, left: Left): Outlook {
  return outlookFrom(runs.regular, score, left, runs.tied);
}

/** Every possible end of an extra inning: the home side stops as soon as it leads. */
function extraInnings(extra: Record<Side, Distribution>): Extra {
  const ends: ExtraEnd[] = [];
  extra.away.chances.forEach((awayChance, runs) => {
    for (let answer = 0; answer <= runs; answer++) {
      ends.push({ margin: answer - runs, added: runs + answer, chance: awayChance * chanceOf(extra.home, answer) });
    }
    ends.push({ margin: 1, added: 2 * runs + 1, chance: awayChance * above(extra.home, runs) });
  });
  return untilDecided(ends);
}

/** The outlook of the rest of the match. The home side's last half inning is played only if the side is behind or level, and only until it leads. */
function outlookFrom(runs: Record<Side, Distribution>, score: Record<Side, number>, left: Left, tied: Extra): Outlook {
  const home = shifted(times(runs.home, Math.max(0, left.home - 1)), score.home);
  const away = shifted(times(runs.away, left.away), score.away);
  const last = runs.home;
  const most = home.from + home.chances.length + away.from + away.chances.length;
  const widest = most + Math.abs(tied.margin.from);
  const margin = new Gathered(-widest, 2 * widest + 1);
  const total = new Gathered(0, 2 * most + tied.added.from + tied.added.chances.length);
  const level = new Gathered(0, most);
  let homeAhead = 0;
  home.chances.forEach((homeChance, i) => {
    away.chances.forEach((awayChance, j) => {
      const chance = homeChance * awayChance;
      const [homeRuns, awayRuns] = [home.from + i, away.from + j];
      const behind = awayRuns - homeRuns;
      const overtakes = behind < 0 ? 1 : above(last, behind);
      const end = behind < 0 ? homeRuns : awayRuns + 1;
      homeAhead += chance * overtakes;
      margin.add(end - awayRuns, chance * overtakes);
      total.add(end + awayRuns, chance * overtakes);
      if (behind >= 0) level.add(awayRuns, chance * chanceOf(last, behind));
      for (let answer = 0; answer < behind; answer++) {
        const falls = chance * chanceOf(last, answer);
        margin.add(answer - behind, falls);
        total.add(homeRuns + answer + awayRuns, falls);
      }
    });
  });
  let tie = 0;
  level.each((runs, chance) => {
    tie += chance;
    total.addAll(2 * runs, tied.added, chance);
  });
  margin.addAll(0, tied.margin, tie);
  return withWinner([homeAhead, tie, Math.max(0, 1 - homeAhead - tie)], margin.done(), total.done(), 0);
}

interface Half {
  readonly side: Side;
  readonly inning: number;
  readonly endsMs: number;
  readonly runs: number;
}

class InningsCourse implements Course {
  readonly lengthMs: number;
  readonly result: Course['result'];
  readonly stops: readonly Stop[];
  readonly #runs: Runs;
  readonly #halves: Half[] = [];

  constructor(runs: Runs, random: Random) {
    this.#runs = runs;
    for (let inning = 1; inning <= rules.innings || this.#level(); inning++) {
      const table = inning <= rules.innings ? runs.regular : runs.extra;
      this.#add(inning, 'away', pick(random, table.away.chances));
      const { home, away } = this.#scoreAfter(this.#halves.length);
      const drawn = pick(random, table.home.chances);
      if (inning < rules.innings) this.#add(inning, 'home', drawn);
      else if (home <= away) this.#add(inning, 'home', Math.min(drawn, away - home + 1));
    }
    this.lengthMs = this.#halves.at(-1)?.endsMs ?? 0;
    this.stops = this.#halves
      .filter((half) => half.runs > 0)
      .map(({ endsMs }) => ({ fromMs: endsMs, untilMs: endsMs + rules.stopMs }));
    const regular = this.#scoreAfter(Math.min(this.#halves.length, rules.innings * 2));
    this.result = resultOf(regular, this.#scoreAfter(this.#halves.length));
  }

  at(elapsedMs: number): Moment {
    const after = this.#halves.findIndex((half) => half.endsMs > elapsedMs);
    const played = after === -1 ? this.#halves.length : after;
    const { home, away } = this.#scoreAfter(played);
    const half = this.#halves[played];
    return {
      score: {
        home,
        away,
        period: half ? `Inning ${half.inning}` : 'Ended',
        clock: half ? (half.side === 'away' ? 'Top' : 'Bottom') : '',
      },
      total: home + away,
      bothScored: home > 0 && away > 0,
      outlook: () => this.#outlook({ home, away }, played),
    };
  }

  #outlook(score: Record<Side, number>, played: number): Outlook {
    if (played < rules.innings * 2) {
      return regularOutlook(this.#runs, score, {
        home: rules.innings - Math.floor(played / 2),
        away: rules.innings - Math.ceil(played / 2),
      });
    }
    const extra = outlookFrom(this.#runs.extra, score, { home: 1, away: played % 2 === 0 ? 1 : 0 }, this.#runs.tied);
    return { ...extra, regular: [0, 1, 0] };
  }

  #add(inning: number, side: Side, runs: number): void {
    this.#halves.push({ inning, side, runs, endsMs: (this.#halves.length + 1) * rules.halfMs });
  }

  #scoreAfter(played: number): Record<Side, number> {
    const score = { home: 0, away: 0 };
    for (const half of this.#halves.slice(0, played)) score[half.side] += half.runs;
    return score;
  }

  #level(): boolean {
    const { home, away } = this.#scoreAfter(this.#halves.length);
    return home === away;
  }
}
