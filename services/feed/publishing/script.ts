/**
 * All messages about one fixture, from its announcement to its official result.
 * The state at an instant is a function of secret, fixture and instant. Messages are the differences between two successive instants, and their sequences
 * depend on the instant alone. So a restarted feed publishes the same messages with the same sequences.
 */
import { incidentRuleOf } from '@fairline/proto/betting/incidents';
import type { FeedMessage, FixtureChange, FixtureReason, LegResult, Score } from '@fairline/proto/feed';
import { changeLines, lineRules } from '../markets/lines.ts';
import {
  chancesOf,
  decidedAlready,
  type MarketOffer,
  marketsFor,
  resultsOf,
  selectionName,
  wins,
} from '../markets/market.ts';
import { closedOffer, type Offer, offerOf } from '../markets/price.ts';
import type { Outlook } from '../models/outlook.ts';
import { idOf, secretRandom } from '../models/random.ts';
import type { Course, Moment } from '../models/sport-model.ts';
import { type Fixture, seasonOf, shortestMs, type Timetable } from '../schedule/schedule.ts';
import { sports } from '../schedule/sports.ts';
import { Prospects } from './prospects.ts';

interface State {
  readonly status: FixtureChange['status'];
  readonly startsAt: number;
  readonly reason: FixtureReason | null;
  readonly score: Score | null;
  /** No market is open for bets. */
  readonly stopped: boolean;
  readonly settlements: readonly (Settlement | null)[];
  readonly cancelled: readonly boolean[];
  /** The prices of a market; null while bets are stopped, when none are published. Computed on demand. */
  odds(market: number): Odds | null;
}

interface Settlement {
  readonly certainty: 'provisional' | 'confirmed';
  readonly results: readonly LegResult[];
}

interface Odds {
  readonly status: 'active' | 'suspended' | 'deactivated';
  readonly offer: Offer;
}

/** A market of the fixture. A line that closes in play still settles by the result. */
interface Listed extends MarketOffer {
  readonly id: string;
  readonly selectionIds: readonly string[];
  /** The index of the first instant at which it is on offer. `closed.from` is the index from which on it is closed. */
  readonly opensAt: number;
  closed?: { readonly from: number; readonly odds: Odds };
}

/** The course of the live part. The whole fixture is played to compute it. */
interface Play {
  readonly course: Course;
  readonly stops: readonly { readonly from: number; readonly until: number }[];
  /** The final whistle, or the moment it was cut short. */
  readonly endsAt: number;
  readonly cutBy: 'abandoned' | 'retired' | null;
  /** All instants of the fixture, from its announcement on. */
  readonly instants: readonly number[];
}

export class Script {
  readonly fixture: Fixture;
  readonly #secret: string;
  readonly #timetable: Timetable;
  readonly #prospects: Prospects;
  /** The announced markets, then those that opened in play, in order. */
  readonly #markets: Listed[];
  readonly #announced: readonly MarketOffer[];
  /** The start, as an incident may have changed it. */
  readonly #startsAt: number;
  /** Since when it is known that the fixture is not played as planned; never if it is, or if that comes in play. */
  readonly #knownAt: number;
  readonly #upcoming: readonly number[];
  #played: Play | undefined;
  #recent: { index: number; state: State }[] = [];
  /** The index up to which the opening and closing of lines is computed. */
  #linedUntil: number;
  #outlooks: { index: number; outlook: Outlook }[] = [];

  constructor(secret: string, timetable: Timetable, fixture: Fixture) {
    this.#secret = secret;
    this.#timetable = timetable;
    this.fixture = fixture;
    const { model, markets } = sports[fixture.sport.id];
    this.#prospects = new Prospects(secret, fixture, model);
    const { incident } = fixture;
    this.#startsAt = incident && 'startsAt' in incident ? incident.startsAt : fixture.startsAt;
    this.#knownAt = incident && 'knownAt' in incident ? incident.knownAt : Number.POSITIVE_INFINITY;
    this.#upcoming = this.#instantsBefore();
    const { outlook } = this.#prospects.match(0);
    this.#announced = markets.flatMap((rule) => marketsFor(rule, outlook));
    this.#markets = this.#announced.map((market) => this.#listed(market, 0));
    this.#linedUntil = this.#upcoming.length - 1;
  }

  /** The instants before the start: a step of news each; the incident, and the moment at which bets are taken again after it. */
  #instantsBefore(): number[] {
    const { startsAt, announcedAt, newsEveryMs } = this.fixture;
    const steps = Array.from(
      { length: this.#prospects.steps + Number(this.#startsAt > startsAt) },
      (_, step) => announcedAt + step * newsEveryMs,
    );
    const known = Number.isFinite(this.#knownAt) ? [this.#knownAt, this.#knownAt + this.#timetable.tickMs] : [];
    const until = this.#isCalledOff ? this.#knownAt + 1 : this.#startsAt;
    return [...new Set([...steps, ...known])].filter((at) => at < until).sort((one, other) => one - other);
  }

  /** Whether it never begins. */
  get #isCalledOff(): boolean {
    return Number.isFinite(this.#knownAt) && this.#startsAt === this.fixture.startsAt;
  }

  #listed(market: MarketOffer, opensAt: number): Listed {
    const { rule, beside } = market;
    const place = beside === 0 ? rule.type : `${rule.type}/${beside}`;
    const id = (part: string) => idOf(this.#secret, `${part}/${this.fixture.id}/${place}`, this.fixture.startsAt);
    return {
      ...market,
      id: id('market'),
      selectionIds: market.outcomes.map((outcome) => id(`selection/${outcome}`)),
      opensAt,
    };
  }

  /** The last of the instants at which something may change, at or before `now`; -1 before the announcement. */
  indexAt(now: number): number {
    const instants = this.#instants(now >= this.#startsAt);
    let [low, high] = [0, instants.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((instants[middle] ?? 0) <= now) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Whether nothing is left to publish after an index. */
  isOver(index: number): boolean {
    return index >= this.#upcoming.length - 1 && index === this.#instants(true).length - 1;
  }

  /** The final whistle; earlier if it is cut short; if it is not played, when that is known. */
  get endsAt(): number {
    return this.#isCalledOff ? this.#knownAt : this.#play().endsAt;
  }

  /** All messages after one index up to another, in sequence. */
  messages(after: number, until: number): FeedMessage[] {
    const messages: FeedMessage[] = [];
    for (let index = after + 1; index <= until; index++) messages.push(...this.#difference(index, nothing));
    return messages;
  }

  /** The last message of each subject up to an index, in sequence: everything that a new reader needs. */
  latest(until: number): FeedMessage[] {
    const bySubject = new Map<string, FeedMessage>();
    const priced = new Set<string>();
    // The stop of an incident before the start is the only message there that is not sent for every market.
    const known = this.#upcoming.indexOf(this.#knownAt);
    const knownIndex = known >= 0 ? known : Number.POSITIVE_INFINITY;
    for (let index = until; index >= 0; index--) {
      const change = this.#difference(index, priced);
      for (const message of change) {
        const subject = subjectOf(message);
        if (!bySubject.has(subject)) bySubject.set(subject, message);
        if (message.kind === 'odds_change') priced.add(message.market.id);
      }
      const isPast = index < this.#upcoming.length && !(knownIndex < index);
      if (
        isPast &&
        priced.size === this.#markets.filter(({ opensAt }) => opensAt <= until).length &&
        bySubject.has('fixture_change')
      )
        break;
    }
    return [...bySubject.values()].sort((one, other) => one.sequence - other.sequence);
  }

  /** The instants at which something may change: news until the start; then prices, clocks and goals until the official result. `live` plays the match. */
  #instants(live: boolean): readonly number[] {
    return live && !this.#isCalledOff ? this.#play().instants : this.#upcoming;
  }

  #instant(index: number): number {
    return this.#instants(index >= this.#upcoming.length)[index] ?? Number.NaN;
  }

  #play(): Play {
    if (this.#played) return this.#played;
    const { id, paceMilli, incident } = this.fixture;
    const startsAt = this.#startsAt;
    const { tickMs, sampleMs, confirmMs } = this.#timetable;
    const course = this.#prospects.match(this.#prospects.steps).play(secretRandom(this.#secret, `course/${id}`));
    const realAt = (matchMs: number) => startsAt + Math.ceil((matchMs * 1_000) / paceMilli / tickMs) * tickMs;
    const stops = course.stops.map(({ fromMs, untilMs }) => ({ from: realAt(fromMs), until: realAt(untilMs) }));

    const cutMs =
      incident?.reason === 'abandoned'
        ? incident.afterMs
        : incident?.reason === 'retired'
          ? incident.share * course.lengthMs
          : Number.POSITIVE_INFINITY;
    let cutAt = realAt(cutMs);
    // A match is never cut short during a review, so no result of a disallowed goal can remain.
    for (const { from, until } of stops) if (from <= cutAt && cutAt <= until) cutAt = until + tickMs;
    const isCut = cutAt < realAt(course.lengthMs);
    const cutBy =
      isCut && (incident?.reason === 'abandoned' || incident?.reason === 'retired') ? incident.reason : null;
    const endsAt = isCut ? cutAt : realAt(course.lengthMs);

    const samples = Array.from(
      { length: Math.ceil((endsAt - startsAt) / sampleMs) },
      (_, index) => startsAt + index * sampleMs,
    );
    const edges = stops.flatMap(({ from, until }) => [from, until]).filter((at) => at < endsAt);
    const live = new Set([...samples, ...edges, endsAt, endsAt + confirmMs]);
    const instants = [...this.#upcoming, ...[...live].sort((one, other) => one - other)];
    this.#played = { course, stops, endsAt, cutBy, instants };
    return this.#played;
  }

  #stateAt(index: number): State {
    const found = this.#recent.find((one) => one.index === index);
    if (found) return found.state;
    const at = this.#instant(index);
    const state = at < this.#startsAt ? this.#beforeStart(at) : this.#live(index);
    this.#recent = [...this.#recent.slice(-1), { index, state }];
    return state;
  }

  #beforeStart(at: number): State {
    const step = Math.floor((at - this.fixture.announcedAt) / this.fixture.newsEveryMs);
    const chances = once(() => this.#prospects.chances(step, this.#announced));
    const known = at >= this.#knownAt;
    const off = known && this.#isCalledOff;
    const stopped = off || at === this.#knownAt;
    return {
      status: off ? 'cancelled' : 'upcoming',
      startsAt: known ? this.#startsAt : this.fixture.startsAt,
      reason: (known && this.fixture.incident?.reason) || null,
      score: null,
      stopped,
      settlements: [],
      cancelled: this.#announced.map(() => off),
      odds: (market) => {
        if (off) return closed(chances()[market] ?? []);
        return stopped ? null : this.#onOffer(market, chances()[market] ?? [], 'upcoming');
      },
    };
  }

  #live(index: number): State {
    const { course, stops, endsAt, cutBy } = this.#play();
    const at = this.#instant(index);
    const over = at >= endsAt;
    const moment = course.at(this.#elapsedMs(at));
    const certainty = at >= endsAt + this.#timetable.confirmMs ? 'confirmed' : 'provisional';
    const listed = this.#listedAt(index);
    const settlements = listed.map((market): Settlement | null => {
      const results = !over
        ? decidedAlready(market, moment)
        : cutBy
          ? this.#resultsOfCut(market, moment)
          : resultsOf(market, course.result);
      return results && { certainty, results };
    });
    const stopped = over || isWithin(stops, at);
    const chances = (market: number) =>
      listed.slice(market, market + 1).flatMap((one) => chancesOf(one, this.#outlookAt(index)));
    return {
      status: over ? (cutBy === 'abandoned' ? 'cancelled' : 'ended') : 'live',
      startsAt: this.#startsAt,
      reason: over ? cutBy : null,
      score: moment.score,
      stopped,
      settlements,
      cancelled: settlements.map((settlement) => over && cutBy !== null && !settlement),
      odds: (market) => {
        const results = settlements[market]?.results;
        const closing = listed[market]?.closed;
        if (closing && closing.from <= index) return closing.odds;
        if (results && (over || !stopped)) return closed(results.map((result) => wins[result]));
        if (over) return closed(chances(market));
        return stopped ? null : this.#onOffer(market, chances(market), 'live');
      },
    };
  }

  /**
   * The results that stand of a match that was cut short; null for a market that is void. The player who retires is the one who would have lost:
   * from any score, the chance that the other wins is then the one behind the price.
   */
  #resultsOfCut(market: Listed, moment: Moment): readonly LegResult[] | null {
    const { course, cutBy } = this.#play();
    const { retirement } = incidentRuleOf(this.fixture.sport.id);
    const counts = cutBy === 'retired' && retirement && moment.score.home + moment.score.away >= retirement.afterSets;
    return counts && retirement.settles.includes(market.rule.type)
      ? resultsOf(market, course.result)
      : decidedAlready(market, moment);
  }

  #elapsedMs(at: number): number {
    return ((Math.min(at, this.#play().endsAt) - this.#startsAt) * this.fixture.paceMilli) / 1_000;
  }

  #outlookAt(index: number): Outlook {
    const found = this.#outlooks.find((one) => one.index === index);
    if (found) return found.outlook;
    const outlook = this.#play()
      .course.at(this.#elapsedMs(this.#instant(index)))
      .outlook();
    this.#outlooks = [...this.#outlooks.slice(-1), { index, outlook }];
    return outlook;
  }

  /** The markets that have been on offer by an index. */
  #listedAt(index: number): readonly Listed[] {
    for (let next = this.#linedUntil + 1; next <= index; next++) this.#changeLines(next);
    this.#linedUntil = Math.max(this.#linedUntil, index);
    return this.#markets.filter(({ opensAt }) => opensAt <= index);
  }

  /** Opens and closes lines at an instant in play; nothing while bets are stopped. */
  #changeLines(index: number): void {
    const { course, stops, endsAt } = this.#play();
    const [before, at] = [this.#instant(index - 1), this.#instant(index)];
    if (at >= endsAt || isWithin(stops, at)) return;
    const looks = (instant: number) => Math.floor(this.#elapsedMs(instant) / lineRules.lookEveryMs);
    if (before >= this.#startsAt && !isWithin(stops, before) && looks(before) === looks(at)) return;
    const moment = course.at(this.#elapsedMs(at));
    for (const rule of sports[this.fixture.sport.id].markets) {
      const known = this.#markets.filter((market) => market.rule === rule);
      if (known[0]?.line === null) continue;
      const open = known.filter((market) => !market.closed && !decidedAlready(market, moment));
      const { opens, closes } = changeLines(rule, this.#outlookAt(index), open, known);
      for (const market of open)
        if (closes.includes(market))
          market.closed = { from: index, odds: closed(chancesOf(market, this.#outlookAt(index))) };
      if (opens && this.#markets.length < lineRules.mostMarkets) this.#markets.push(this.#listed(opens, index));
    }
  }

  #onOffer(index: number, chances: readonly number[], phase: 'upcoming' | 'live'): Odds {
    const market = this.#markets[index];
    const offer =
      market && offerOf(chances, { method: market.rule.margin.method, marginBp: market.rule.margin[phase] });
    return offer ? { status: 'active', offer } : { status: 'suspended', offer: closedOffer(chances) };
  }

  /** The messages of an instant: first the stop of bets, then the change of the fixture, then the changes of its markets. */
  #difference(index: number, pricedLater: ReadonlySet<string>): FeedMessage[] {
    const next = this.#stateAt(index);
    const before = index > 0 ? this.#stateAt(index - 1) : null;
    const at = this.#instant(index);
    const known = this.#listedAt(index - 1).length;
    const messages: FeedMessage[] = [];
    let order = 0;
    const add = (message: Body) => {
      messages.push({
        fixtureId: this.fixture.id,
        sequence: sequenceOf(this.fixture, at, order),
        at: new Date(at).toISOString(),
        ...message,
      });
    };
    // Places are given out in a fixed order whether or not there is something to publish, so a sequence never depends on prices.
    const place = (message: Body | null) => {
      if (message) add(message);
      order += 1;
    };
    place(next.stopped && !before?.stopped ? { kind: 'bet_stop', marketId: null } : null);
    place(before && isSameFixture(before, next) ? null : this.#fixtureChange(next));
    const listed = this.#listedAt(index);
    // Settlements by a wrong score are rolled back before any market is offered again.
    for (const [market, { id }] of listed.entries()) {
      place(
        before?.settlements[market] && !next.settlements[market]
          ? { kind: 'rollback_bet_settlement', marketId: id }
          : null,
      );
    }
    for (const [market, { id }] of listed.entries()) {
      const [settled, settledBefore] = [next.settlements[market] ?? null, before?.settlements[market] ?? null];
      const shown = pricedLater.has(id) ? null : next.odds(market);
      place(
        shown && !sameOdds(shown, (market < known && before?.odds(market)) || null)
          ? this.#oddsChange(market, shown)
          : null,
      );
      place(
        next.cancelled[market] && !before?.cancelled[market]
          ? { kind: 'bet_cancel', marketId: id, from: null, until: null, reason: next.reason ?? '' }
          : null,
      );
      place(settled && settled.certainty !== settledBefore?.certainty ? this.#settlement(market, settled) : null);
    }
    return messages;
  }

  #fixtureChange({ status, startsAt, reason, score }: State): Body {
    const { sport, competition, home, away, paceMilli } = this.fixture;
    return {
      kind: 'fixture_change',
      sport: { id: sport.id, name: sport.name },
      competition: {
        id: competition.id,
        name: competition.name,
        country: competition.country,
        season: seasonOf(sport, this.fixture.startsAt),
      },
      homeTeam: home,
      awayTeam: away,
      startsAt: new Date(startsAt).toISOString(),
      status,
      ...(reason && { reason }),
      score,
      paceMilli,
    };
  }

  #oddsChange(index: number, { status, offer }: Odds): Body | null {
    const market = this.#markets[index];
    if (!market) return null;
    const { rule, line, outcomes, id, selectionIds } = market;
    const names = { home: this.fixture.home, away: this.fixture.away };
    return {
      kind: 'odds_change',
      market: {
        id,
        type: rule.type,
        name: rule.name,
        lineQuarters: line === null ? null : Math.round(line * 4),
        status,
        marginBp: offer.marginBp,
        marginMethod: rule.margin.method,
        ...(offer.refundShare > 0 && { refundShare: offer.refundShare }),
        sortOrder: index,
        selections: outcomes.map((outcome, selection) => ({
          id: selectionIds[selection] ?? '',
          name: selectionName(outcome, line, names),
          outcome,
          oddsMilli: offer.prices[selection]?.oddsMilli ?? 0,
          active: offer.prices[selection]?.active ?? false,
        })),
      },
    };
  }

  #settlement(index: number, { certainty, results }: Settlement): Body | null {
    const market = this.#markets[index];
    if (!market) return null;
    const outcomes = market.selectionIds.map((selectionId, selection) => ({
      selectionId,
      result: results[selection] ?? 'void',
    }));
    return { kind: 'bet_settlement', marketId: market.id, certainty, outcomes };
  }
}

/** No market has later prices, so the odds of every market are included. */
const nothing: ReadonlySet<string> = new Set();

/** A message without the fields that all messages share. */
type Body = FeedMessage extends infer Message
  ? Message extends FeedMessage
    ? Omit<Message, 'fixtureId' | 'sequence' | 'at'>
    : never
  : never;

/** Sequences count tenths of a second from two days before the start, which is before any announcement, with 256 places for the messages of one instant. */
const sequenceStartsMs = 48 * 60 * 60_000;
export const placesPerInstant = 256;
/** A stop, a change of the fixture, and four messages on each market. */
export const placesFor = (markets: number) => 2 + 4 * markets;

function sequenceOf({ startsAt }: Fixture, at: number, place: number): number {
  return Math.round((at - startsAt + sequenceStartsMs) / shortestMs) * placesPerInstant + place + 1;
}

function subjectOf(message: FeedMessage): string {
  if (message.kind === 'odds_change') return `odds_change ${message.market.id}`;
  return 'marketId' in message && message.marketId ? `${message.kind} ${message.marketId}` : message.kind;
}

function isWithin(stops: Play['stops'], at: number): boolean {
  return stops.some(({ from, until }) => from <= at && at < until);
}

function closed(chances: readonly number[]): Odds {
  return { status: 'deactivated', offer: closedOffer(chances) };
}

function isSameFixture(one: State, other: State): boolean {
  return (
    one.status === other.status &&
    one.startsAt === other.startsAt &&
    one.reason === other.reason &&
    sameScore(one.score, other.score)
  );
}

function sameScore(one: Score | null, other: Score | null): boolean {
  if (!one || !other) return one === other;
  return one.home === other.home && one.away === other.away && one.period === other.period && one.clock === other.clock;
}

function sameOdds(one: Odds, other: Odds | null): boolean {
  if (one.status !== other?.status) return false;
  // A market that is not open publishes no price moves.
  if (one.status !== 'active') return true;
  // The returned share moves with every moment of a match; only a change by a hundredth of the stake is published.
  if (Math.round(one.offer.refundShare * 100) !== Math.round(other.offer.refundShare * 100)) return false;
  return one.offer.prices.every(
    ({ oddsMilli, active }, index) =>
      oddsMilli === other.offer.prices[index]?.oddsMilli && active === other.offer.prices[index]?.active,
  );
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
