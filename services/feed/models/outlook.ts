/**
 * The chances of every possible end of a fixture: the winner, the margin and the total.
 * Every price of the feed is computed from an outlook, and every outlook comes from the model that plays the fixture.
 */
import { above, chanceOf, type Distribution, Gathered } from './distribution.ts';

export interface Outlook {
  /** The chances of home, draw and away at the end of regular time. */
  readonly regular: readonly [number, number, number];
  /** The chances that home and away win the match; the rest is a draw. */
  readonly winner: readonly [number, number];
  /** The score of home minus away, in the unit that spreads count. */
  readonly margin: Distribution;
  /** The score of home plus away, in the unit that totals count. */
  readonly total: Distribution;
  readonly bothScore: number;
}

/** The outcome of a tie: the margin and the points that extra time adds, until there is a winner. */
export interface Extra {
  readonly margin: Distribution;
  readonly added: Distribution;
}

/** One possible end of a period of extra time; margin 0 means another period. */
export interface ExtraEnd {
  readonly margin: number;
  readonly added: number;
  readonly chance: number;
}

/** The outlook for two sides with independent points. `extra` decides a tie; without it the match ends in a draw. */
export function outlookOf(home: Distribution, away: Distribution, extra: Extra | null): Outlook {
  const reach = home.chances.length + away.chances.length - 1;
  const furthestBehind = home.from - away.from - away.chances.length + 1;
  const extraMargin = extra ? Math.abs(extra.margin.from) : 0;
  const margin = new Gathered(
    Math.min(furthestBehind, -extraMargin),
    reach + Math.abs(furthestBehind) + 2 * extraMargin + 1,
  );
  const total = new Gathered(
    home.from + away.from,
    reach + (extra ? extra.added.from + extra.added.chances.length : 0),
  );
  const ties: { points: number; chance: number }[] = [];
  let ahead = 0;
  for (let i = 0; i < home.chances.length; i++) {
    const homeChance = home.chances[i] ?? 0;
    const lead = home.from + i - away.from;
    for (let j = 0; j < away.chances.length; j++) {
      const chance = homeChance * (away.chances[j] ?? 0);
      if (j < lead) ahead += chance;
      if (j === lead && extra) {
        ties.push({ points: home.from + away.from + i + j, chance });
      } else {
        margin.add(lead - j, chance);
        total.add(home.from + away.from + i + j, chance);
      }
    }
  }
  let tie = extra ? 0 : margin.at(0);
  for (const { points, chance } of ties) {
    tie += chance;
    if (extra) total.addAll(points, extra.added, chance);
  }
  if (extra) margin.addAll(0, extra.margin, tie);
  const bothScore = (1 - chanceOf(home, 0)) * (1 - chanceOf(away, 0));
  return withWinner([ahead, tie, Math.max(0, 1 - ahead - tie)], margin.done(), total.done(), bothScore);
}

export function withWinner(
  regular: Outlook['regular'],
  margin: Distribution,
  total: Distribution,
  bothScore: number,
): Outlook {
  const home = above(margin, 0);
  return { regular, winner: [home, Math.max(0, 1 - home - chanceOf(margin, 0))], margin, total, bothScore };
}

/** Extra time in identical periods, repeated until one is not level. */
export function untilDecided(ends: readonly ExtraEnd[]): Extra {
  const widest = Math.max(...ends.map((end) => Math.abs(end.margin)));
  const most = Math.max(...ends.map((end) => end.added));
  const margin = new Gathered(-widest, 2 * widest + 1);
  const decided = new Gathered(0, most + 1);
  const level = new Gathered(0, most + 1);
  let levelChance = 0;
  for (const end of ends) {
    (end.margin === 0 ? level : decided).add(end.added, end.chance);
    if (end.margin === 0) levelChance += end.chance;
  }
  for (const end of ends) if (end.margin !== 0) margin.add(end.margin, end.chance / (1 - levelChance));

  // Points come from a deciding period, or from a level one and all that follow it. So the chance of each sum is computed from those of smaller sums.
  const again = level.done();
  const added: number[] = [];
  let settled = 0;
  for (let points = 0; settled < 1 - unreached && points < mostAdded; points++) {
    let chance = decided.at(points);
    for (let period = 1; period <= points; period++) chance += chanceOf(again, period) * (added[points - period] ?? 0);
    added.push(chance / (1 - chanceOf(again, 0)));
    settled += added[points] ?? 0;
  }
  return { margin: margin.done(), added: { from: 0, chances: added } };
}

/** Extra time that is longer with less than this chance is left out of prices. */
const unreached = 1e-7;
const mostAdded = 1_000;
