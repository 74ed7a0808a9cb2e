/**
 * The serve model of tennis: each player wins a point on their own serve with a fixed chance for the whole match.
 * Points make games, games make sets, and two sets make the match; the chances of each level follow exactly from the one below.
 */

import { certain, type Distribution, Gathered, shifted } from './distribution.ts';
import type { Outlook } from './outlook.ts';
import type { Random } from './random.ts';
import { ahead, type Course, type Match, type Model, type Moment, type Side } from './sport-model.ts';

const rules = {
  /** The chance that an average player wins a point they serve. */
  serve: 0.635,
  spread: { strength: 0.02, edge: 0.006, tempo: 0.004 },
  /** The time of a point, changes of ends included. */
  pointMs: 40_000,
  setsToWin: 2,
};

/** The chance that the home player wins a point, by who serves it. */
type Points = Readonly<Record<Side, number>>;

interface State {
  readonly sets: Readonly<Record<Side, number>>;
  readonly games: Readonly<Record<Side, number>>;
  readonly points: Readonly<Record<Side, number>>;
  /** The server of the current game; in a tie-break, of its first point. */
  readonly server: Side;
  /** The games of finished sets. */
  readonly before: Readonly<Record<Side, number>>;
}

/** One possible end of a set. */
interface SetEnd {
  readonly home: number;
  readonly away: number;
  readonly servesNext: Side;
  readonly chance: number;
}

export const tennis: Model = {
  match({ home, away }, { edge, tempo }) {
    const { serve, spread } = rules;
    const lead =
      spread.strength * (home.attack - away.defence - (away.attack - home.defence)) * 0.5 + spread.edge * edge;
    const points = {
      home: within(serve + lead + spread.tempo * tempo),
      away: 1 - within(serve - lead + spread.tempo * tempo),
    };
    return tennisMatch(points);
  },
};

function within(chance: number): number {
  return Math.min(0.85, Math.max(0.45, chance));
}

function tennisMatch(points: Points): Match {
  const ways = new Ways(points);
  return {
    // The first server is drawn at the start; until then both are equally likely.
    outlook: asOutlook(
      mixed([
        { chance: 0.5, rest: ways.from(start('home')) },
        { chance: 0.5, rest: ways.from(start('away')) },
      ]),
    ),
    play: (random) => new TennisCourse(points, ways, random),
  };
}

const love = { home: 0, away: 0 };

function start(server: Side): State {
  return { sets: love, games: love, points: love, server, before: love };
}

/** The rest of the match: the chance that the home player wins, and the distributions of the margin and total of games. */
interface Rest {
  readonly home: number;
  readonly margin: Distribution;
  readonly total: Distribution;
}

/** Computes the rest of the match from a state. Results for the start of a set are cached. */
class Ways {
  readonly #points: Points;
  readonly #hold: Points;
  readonly #fresh = new Map<string, Rest>();

  constructor(points: Points) {
    this.#points = points;
    this.#hold = { home: gameChance(points.home, 0, 0), away: gameChance(points.away, 0, 0) };
  }

  from({ sets, games, points, server, before }: State): Rest {
    const rest = this.#afterSet(sets, this.#setEnds(games, server, points));
    const [home, away] = [before.home, before.away];
    return { home: rest.home, margin: shifted(rest.margin, home - away), total: shifted(rest.total, home + away) };
  }

  /** The rest of the match from the first point of a set. */
  #freshSet(sets: State['sets'], server: Side): Rest {
    const key = `${sets.home}-${sets.away} ${server}`;
    const found = this.#fresh.get(key) ?? this.#afterSet(sets, this.#setEnds(love, server, love));
    this.#fresh.set(key, found);
    return found;
  }

  #afterSet(sets: State['sets'], ends: readonly SetEnd[]): Rest {
    return mixed(
      ends.map(({ home, away, servesNext, chance }) => {
        const won = { home: sets.home + (home > away ? 1 : 0), away: sets.away + (home > away ? 0 : 1) };
        const rest =
          won.home === rules.setsToWin
            ? lost.away
            : won.away === rules.setsToWin
              ? lost.home
              : this.#freshSet(won, servesNext);
        return {
          chance,
          rest: { home: rest.home, margin: shifted(rest.margin, home - away), total: shifted(rest.total, home + away) },
        };
      }),
    );
  }

  /** The possible ends of a set from `games` and `points`, with `server` serving the current game. */
  #setEnds(games: State['games'], server: Side, points: State['points']): SetEnd[] {
    const ends: SetEnd[] = [];
    const before = games.home + games.away;
    /** The chance of each score in games, at index home x 8 + away. */
    const reached = new Array<number>(64).fill(0);
    reached[games.home * 8 + games.away] = 1;
    for (let played = before; played <= 13; played++) {
      const serving = (played - before) % 2 === 0 ? server : other(server);
      for (let home = Math.max(games.home, played - 7); home <= Math.min(7, played - games.away); home++) {
        const away = played - home;
        const chance = reached[home * 8 + away] ?? 0;
        if (chance === 0) continue;
        if (setWon(home, away)) {
          ends.push({ home, away, servesNext: serving, chance });
          continue;
        }
        const wins = this.#gameChance(home, away, serving, played === before ? points : love);
        reached[(home + 1) * 8 + away] = (reached[(home + 1) * 8 + away] ?? 0) + chance * wins;
        reached[home * 8 + away + 1] = (reached[home * 8 + away + 1] ?? 0) + chance * (1 - wins);
      }
    }
    return ends;
  }

  #gameChance(homeGames: number, awayGames: number, serving: Side, { home, away }: State['points']): number {
    if (homeGames === 6 && awayGames === 6) return tieBreakChance(this.#points, serving, home, away);
    return home + away === 0 ? this.#hold[serving] : gameChance(this.#points[serving], home, away);
  }
}

/** The rest of a finished match, by the player who lost. */
const lost: Record<Side, Rest> = {
  home: { home: 0, margin: certain(0), total: certain(0) },
  away: { home: 1, margin: certain(0), total: certain(0) },
};

/** The average of exclusive alternatives, weighted by chance. No match has more than 39 games, or a margin above 18. */
function mixed(ways: readonly { readonly chance: number; readonly rest: Rest }[]): Rest {
  const margin = new Gathered(-18, 37);
  const total = new Gathered(0, 40);
  let home = 0;
  for (const { chance, rest } of ways) {
    home += chance * rest.home;
    margin.addAll(0, rest.margin, chance);
    total.addAll(0, rest.total, chance);
  }
  return { home, margin: margin.done(), total: total.done() };
}

function asOutlook({ home, margin, total }: Rest): Outlook {
  return { regular: [home, 0, 1 - home], winner: [home, 1 - home], margin, total, bothScore: 0 };
}

function setWon(home: number, away: number): boolean {
  const [most, least] = [Math.max(home, away), Math.min(home, away)];
  return (most >= 6 && most - least >= 2) || most === 7;
}

/** The chance that the home player wins the game from a score in points, winning each with chance `p`. */
function gameChance(p: number, home: number, away: number): number {
  if (home >= 4 && home - away >= 2) return 1;
  if (away >= 4 && away - home >= 2) return 0;
  if (home >= 3 && away >= 3) {
    const deuce = (p * p) / (p * p + (1 - p) * (1 - p));
    if (home === away) return deuce;
    return home > away ? p + (1 - p) * deuce : p * deuce;
  }
  return p * gameChance(p, home + 1, away) + (1 - p) * gameChance(p, home, away + 1);
}

/** The chance that the home player wins the tie-break: first to seven, two ahead; the serve changes after the first point and then after every two. */
function tieBreakChance(points: Points, first: Side, home: number, away: number): number {
  const known = new Map<number, number>();
  // From six all on, every two points are one on each player's serve.
  const both = points.home * points.away;
  const neither = (1 - points.home) * (1 - points.away);
  const level = both / (both + neither);
  const from = (h: number, a: number): number => {
    if (h >= 7 && h - a >= 2) return 1;
    if (a >= 7 && a - h >= 2) return 0;
    if (h >= 6 && h === a) return level;
    const key = h * 64 + a;
    const found = known.get(key);
    if (found !== undefined) return found;
    const p = points[tieBreakServer(first, h + a)];
    const chance = p * from(h + 1, a) + (1 - p) * from(h, a + 1);
    known.set(key, chance);
    return chance;
  };
  return from(home, away);
}

function tieBreakServer(first: Side, played: number): Side {
  return Math.floor((played + 1) / 2) % 2 === 0 ? first : other(first);
}

function other(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}

class TennisCourse implements Course {
  readonly lengthMs: number;
  readonly result: Course['result'];
  readonly stops: Course['stops'] = [];
  readonly #ways: Ways;
  readonly #states: State[];

  constructor(points: Points, ways: Ways, random: Random) {
    this.#ways = ways;
    let state = start(random() < 0.5 ? 'home' : 'away');
    this.#states = [state];
    while (!isOver(state)) {
      const { games, server } = state;
      const tieBreak = games.home === 6 && games.away === 6;
      const serving = tieBreak ? tieBreakServer(server, state.points.home + state.points.away) : server;
      state = after(state, random() < points[serving] ? 'home' : 'away');
      this.#states.push(state);
    }
    this.lengthMs = (this.#states.length - 1) * rules.pointMs;
    const winner = ahead(state.sets.home, state.sets.away);
    const { home, away } = state.before;
    this.result = { regular: winner, winner, margin: home - away, total: home + away, bothScored: true };
  }

  at(elapsedMs: number): Moment {
    const played = Math.min(this.#states.length - 1, Math.floor(elapsedMs / rules.pointMs));
    const state = this.#states[played] ?? start('home');
    const { sets, games, before } = state;
    return {
      score: { home: sets.home, away: sets.away, ...clock(state) },
      total: before.home + before.away + games.home + games.away,
      bothScored: sets.home > 0 && sets.away > 0,
      outlook: () => asOutlook(this.#ways.from(state)),
    };
  }
}

function isOver({ sets }: State): boolean {
  return sets.home === rules.setsToWin || sets.away === rules.setsToWin;
}

function after(state: State, winner: Side): State {
  const points = { ...state.points, [winner]: state.points[winner] + 1 };
  const goal = state.games.home === 6 && state.games.away === 6 ? 7 : 4;
  if (points[winner] < goal || points[winner] - points[other(winner)] < 2) return { ...state, points };
  const games = { ...state.games, [winner]: state.games[winner] + 1 };
  const server = other(state.server);
  if (!setWon(games.home, games.away)) return { ...state, points: love, games, server };
  return {
    sets: { ...state.sets, [winner]: state.sets[winner] + 1 },
    games: love,
    points: love,
    server,
    before: { home: state.before.home + games.home, away: state.before.away + games.away },
  };
}

const calls = ['0', '15', '30', '40'];

/** "4-3 30:15", the games of the set and the points of the game. */
function clock(state: State): { period: string; clock: string } {
  if (isOver(state)) return { period: 'Ended', clock: '' };
  const { sets, games, points } = state;
  const period = `Set ${sets.home + sets.away + 1}`;
  const score = `${games.home}-${games.away}`;
  if (games.home === 6 && games.away === 6) return { period, clock: `${score} ${points.home}:${points.away}` };
  return { period, clock: `${score} ${call(points.home, points.away)}:${call(points.away, points.home)}` };
}

function call(own: number, others: number): string {
  if (own >= 4) return own > others ? 'A' : '40';
  return calls[own] ?? '40';
}
