/**
 * Searches published prices for surebets: stakes over all markets of a fixture's page that win whatever happens. `node services/feed/surebets.ts [pages] [secret]`
 * prints the best guaranteed return of a unit staked. For each page a linear programme is solved over every end that the match can still have.
 */
import type { OddsChange } from '@fairline/proto/feed';
import { type MarketOffer, type Outcome, refunds, resultsOf, wins } from './markets/market.ts';
import type { Outlook } from './models/outlook.ts';
import { secretRandom } from './models/random.ts';
import { ahead, type Course, type Result, type Side } from './models/sport-model.ts';
import { Prospects } from './publishing/prospects.ts';
import { Script } from './publishing/script.ts';
import { type Fixture, fixtureOf, slotsStarting, timetable } from './schedule/schedule.ts';
import { sports } from './schedule/sports.ts';

export interface Page {
  readonly fixture: Fixture;
  readonly phase: 'upcoming' | 'live';
  readonly best: number;
}

const demo = timetable(true);
const noon = Date.UTC(2026, 0, 31, 12);
/** Pages of one fixture: one before the start, then one every so often in play. */
const everyMs = 45_000;

/** Pages of successive fixtures, each with its best guaranteed return. */
export function* searchPages(secret: string): Generator<Page> {
  for (let from = noon; ; from += 60 * 60_000)
    for (const slot of slotsStarting(demo, from, from + 60 * 60_000))
      yield* pagesOf(secret, fixtureOf(demo, secret, slot));
}

function* pagesOf(secret: string, fixture: Fixture): Generator<Page> {
  const { model } = sports[fixture.sport.id];
  const prospects = new Prospects(secret, fixture, model);
  const match = prospects.match(prospects.steps);
  const course = match.play(secretRandom(secret, `course/${fixture.id}`));
  const script = new Script(secret, demo, fixture);
  const start = script.indexAt(fixture.startsAt - 1);
  const open = new Map<string, OddsChange['market']>();
  const page = (phase: Page['phase'], ends: Result[]): Page => ({
    fixture,
    phase,
    best: bestGuaranteed(payoutsOf([...open.values()], ends)),
  });
  let dueMs = fixture.startsAt;
  for (const message of [
    ...script.latest(start),
    ...script.messages(start, script.indexAt(Number.POSITIVE_INFINITY)),
  ]) {
    // All messages before `dueMs` are in, and none of that instant.
    for (; Date.parse(message.at) >= dueMs; dueMs += everyMs) {
      if (open.size === 0) continue;
      const elapsedMs = ((dueMs - 1 - fixture.startsAt) * fixture.paceMilli) / 1_000;
      yield elapsedMs < 0
        ? page('upcoming', endsOf(fixture, match.outlook))
        : page('live', endsInPlay(fixture, course, elapsedMs));
    }
    if (message.kind === 'bet_stop') open.clear();
    if (message.kind !== 'odds_change') continue;
    if (message.market.status === 'active') open.set(message.market.id, message.market);
    else open.delete(message.market.id);
  }
}

/** What a unit staked on each offered selection is worth at each end; ends that no market tells apart are one. */
function payoutsOf(markets: readonly OddsChange['market'][], ends: readonly Result[]): number[][] {
  const distinct = new Map<string, number[]>();
  for (const end of ends) {
    const payouts = markets.flatMap((market) => {
      const results = resultsOf(offerFrom(market), end);
      return market.selections.flatMap(({ oddsMilli, active }, at) => {
        const result = results[at] ?? 'lost';
        return active ? [(wins[result] * oddsMilli) / 1_000 + refunds[result]] : [];
      });
    });
    distinct.set(payouts.join(), payouts);
  }
  return [...distinct.values()];
}

function offerFrom({ type, name, lineQuarters, selections }: OddsChange['market']): MarketOffer {
  const rule = { type, name, margin: { method: 'proportional', upcoming: 0, live: 0 } } as const;
  return {
    rule,
    line: lineQuarters === null ? null : lineQuarters / 4,
    beside: 0,
    outcomes: selections.map(({ outcome }) => outcome as Outcome),
  };
}

/** Every end of a match that has not begun. */
function endsOf(fixture: Fixture, outlook: Outlook): Result[] {
  return fixture.sport.id === 'tennis'
    ? tennisEnds({ home: 0, away: 0 }, { home: 0, away: 0 }, { home: 0, away: 0 })
    : scoreEnds(fixture, outlook, { home: 0, away: 0 });
}

function endsInPlay(fixture: Fixture, course: Course, elapsedMs: number): Result[] {
  const { score, outlook } = course.at(elapsedMs);
  return fixture.sport.id === 'tennis'
    ? tennisEnds(...tennisState(course, elapsedMs))
    : scoreEnds(fixture, outlook(), score);
}

type Points = Readonly<Record<Side, number>>;

/** Every final score from this one on. A hockey match that ends by one goal may have been level in regular time. */
function scoreEnds({ sport }: Fixture, { margin, total }: Outlook, now: Points): Result[] {
  const ends: Result[] = [];
  for (let at = 0; at < margin.chances.length; at++) {
    const lead = margin.from + at;
    for (let sum = total.from; sum < total.from + total.chances.length; sum++) {
      const [home, away] = [(sum + lead) / 2, (sum - lead) / 2];
      if (!Number.isInteger(home) || home < now.home || away < now.away) continue;
      if (lead === 0 && sport.id !== 'soccer') continue;
      const winner = ahead(home, away);
      const end = { winner, margin: lead, total: sum, bothScored: home > 0 && away > 0 };
      ends.push({ ...end, regular: winner });
      const level = (sum - 1) / 2;
      if (sport.id === 'hockey' && Math.abs(lead) === 1 && level >= now.home && level >= now.away)
        ends.push({ ...end, regular: 'draw' });
    }
  }
  return ends;
}

/** The sets won, the games of the current set, and those of the sets before. */
function tennisState(course: Course, elapsedMs: number): [sets: Points, games: Points, before: Points] {
  let [sets, games, before]: [Points, Points, Points] = [
    { home: 0, away: 0 },
    { home: 0, away: 0 },
    { home: 0, away: 0 },
  ];
  const stepMs = 5_000;
  for (let ms = 0; ; ms += stepMs) {
    const { score } = course.at(Math.min(ms, elapsedMs));
    const ended = score.home > sets.home ? 'home' : score.away > sets.away ? 'away' : null;
    if (ended)
      before = {
        home: before.home + games.home,
        away: before.away + games.away,
        [ended]: before[ended] + games[ended] + 1,
      };
    const [home = 0, away = 0] = (/^(\d+)-(\d+)/.exec(score.clock) ?? []).slice(1).map(Number);
    [sets, games] = [score, { home, away }];
    if (ms >= elapsedMs) return [sets, games, before];
  }
}

function tennisEnds(sets: Points, games: Points, before: Points, known = new Map<string, Result[]>()): Result[] {
  const key = JSON.stringify([sets.home, sets.away, games, before]);
  const found = known.get(key);
  if (found) return found;
  const ends = (['home', 'away'] as const).flatMap((side) => {
    const won = { ...games, [side]: games[side] + 1 };
    const other = won[side === 'home' ? 'away' : 'home'];
    if (won[side] < 6 || (won[side] < 7 && won[side] - other < 2)) return tennisEnds(sets, won, before, known);
    const [setsNow, all] = [
      { ...sets, [side]: sets[side] + 1 },
      { home: before.home + won.home, away: before.away + won.away },
    ];
    if (setsNow[side] < 2) return tennisEnds(setsNow, { home: 0, away: 0 }, all, known);
    return [{ regular: side, winner: side, margin: all.home - all.away, total: all.home + all.away, bothScored: true }];
  });
  const distinct = [...new Map(ends.map((end) => [`${end.winner} ${end.margin} ${end.total}`, end])).values()];
  known.set(key, distinct);
  return distinct;
}

/**
 * The most that a unit, divided among the selections, returns at the worst end; above 1 it is a surebet. `payouts` has a row for each end and a column for each selection.
 * The simplex method on the dual: the largest sum of weights on ends at which no selection pays more than 1 in all; its inverse is the value.
 */
export function bestGuaranteed(payouts: readonly (readonly number[])[]): number {
  const rows = payouts[0]?.length ?? 0;
  const columns = payouts.length;
  // Column by column: the ends, the slack variables, the right side. The last row is the objective.
  const table = Array.from({ length: rows + 1 }, (_, row) =>
    Float64Array.from({ length: columns + rows + 1 }, (_, at) => {
      if (row === rows) return at < columns ? -1 : 0;
      return at < columns ? (payouts[at]?.[row] ?? 0) : at === columns + row || at === columns + rows ? 1 : 0;
    }),
  );
  const objective = table[rows] as Float64Array;
  for (let turn = 0; turn < 50 * (rows + columns); turn++) {
    const entering = enteringColumn(objective, turn > 10 * (rows + columns));
    if (entering < 0) return 1 / (objective.at(-1) ?? 0);
    const leaving = leavingRow(table, entering);
    if (leaving < 0) return 0;
    pivot(table, leaving, entering);
  }
  throw new Error('the linear programme did not end');
}

const tiny = 1e-9;

/** The column that gains most; late on the first that gains, which never goes in circles. */
function enteringColumn(objective: Float64Array, first: boolean): number {
  let best = -1;
  for (let at = 0; at < objective.length - 1; at++) {
    if ((objective[at] as number) >= -tiny || (best >= 0 && (objective[at] as number) >= (objective[best] as number)))
      continue;
    best = at;
    if (first) break;
  }
  return best;
}

function leavingRow(table: readonly Float64Array[], entering: number): number {
  let [leaving, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [row, values] of table.slice(0, -1).entries()) {
    const ratio = (values.at(-1) as number) / (values[entering] as number);
    if ((values[entering] as number) > tiny && ratio < least) [leaving, least] = [row, ratio];
  }
  return leaving;
}

function pivot(table: readonly Float64Array[], leaving: number, entering: number): void {
  const chosen = table[leaving] as Float64Array;
  const by = chosen[entering] as number;
  for (let at = 0; at < chosen.length; at++) chosen[at] = (chosen[at] as number) / by;
  for (const [row, values] of table.entries()) {
    const factor = values[entering] as number;
    if (row === leaving || factor === 0) continue;
    for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) - factor * (chosen[at] as number);
  }
}

if (import.meta.main) {
  const [pages = '1000', secret = 'the secret of the pages that are searched for surebets'] = process.argv.slice(2);
  const found = { upcoming: [] as number[], live: [] as number[] };
  for (const { phase, best } of searchPages(secret)) {
    found[phase].push(best);
    if (found.upcoming.length + found.live.length >= Number(pages)) break;
  }
  for (const [phase, values] of Object.entries(found)) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    process.stdout.write(
      `${phase.padEnd(8)} ${values.length} pages, ${values.filter((value) => value > 1).length} surebets, best guaranteed return ${Math.max(...values).toFixed(4)}, mean ${mean.toFixed(4)}\n`,
    );
  }
}
