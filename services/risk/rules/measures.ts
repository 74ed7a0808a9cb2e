/**
 * Measures: functions by which rules find cases in signals. Pure: the same signals give the same cases, in any order of arrival.
 * A case is identified by its key and its UTC period, which is as long as the window and at least a day. So one situation raises one alert, however many signals it has.
 */

import type { Severity } from '@fairline/proto/risk/alerts';
import { dayMs, minuteMs } from '@fairline/proto/time';
import { approvalsIn } from './operator-signals.ts';
import { type DaySum, inOrder, ofKinds, playKinds, type Signal, type SignalKind } from './signal.ts';

export interface Tuning {
  readonly enabled: boolean;
  readonly severity: Severity;
  readonly threshold: number;
  readonly windowMinutes?: number | undefined;
}

/** The signals and sums of one key: a player, a trait, or all of them. */
export interface Evidence {
  readonly key: string;
  /** In the order of `inOrder`. */
  readonly signals: readonly Signal[];
  readonly days: readonly DaySum[];
  /** By the event of a withdrawal: the sum staked from the start of its window until the withdrawal. */
  readonly staked?: ReadonlyMap<string, number>;
}

export interface Case {
  readonly key: string;
  readonly period: string;
  readonly from: Date;
  /** The time of the last signal that reached the threshold. */
  readonly until: Date;
  /** The highest value in the period. */
  readonly measured: number;
  readonly signals: readonly Signal[];
  readonly playerId?: string;
  readonly operatorId?: string;
  readonly about?: { readonly type: string; readonly id: string };
  readonly amount?: { readonly minor: number; readonly currency: string };
}

export type Measure = (evidence: Evidence, tuning: Tuning) => Case[];

/** The most signals that a case names. */
export const signalsMost = 100;

export const windowMsOf = ({ windowMinutes = 0 }: Pick<Tuning, 'windowMinutes'>): number => windowMinutes * minuteMs;
/** The length of the period of a case. */
export const periodMsOf = (tuning: Pick<Tuning, 'windowMinutes'>): number => Math.max(windowMsOf(tuning), dayMs);

type Who = Pick<Case, 'playerId' | 'operatorId' | 'about' | 'amount'>;

const newestOf = (signals: Iterable<Signal>): Signal[] => [...new Set(signals)].sort(inOrder).slice(-signalsMost);
const spread = (one: Omit<Case, 'signals'>, other: Omit<Case, 'signals'>) => ({
  from: new Date(Math.min(one.from.getTime(), other.from.getTime())),
  until: new Date(Math.max(one.until.getTime(), other.until.getTime())),
  measured: Math.max(one.measured, other.measured),
});

/** Merges two cases of the same key and period. */
export const mergeCases = (known: Case, other: Case): Case => ({
  ...other,
  ...spread(known, other),
  signals: newestOf([...known.signals, ...other.signals]),
});

/** Collects the cases of a measurement and merges those of the same key and period. Windows overlap, so the signals of a case are sorted once, at the end. */
class Cases {
  private readonly found = new Map<string, Omit<Case, 'signals'> & { readonly signals: Set<Signal> }>();
  private readonly periodMs: number;

  constructor(tuning: Tuning) {
    this.periodMs = periodMsOf(tuning);
  }

  /** `signals` are in order; the last one reached the threshold. */
  add(key: string, signals: readonly Signal[], measured: number, who: Who = {}, period?: string): void {
    const [first, last] = [signals[0], signals.at(-1)];
    if (!first || !last) return;
    const named = period ?? new Date(Math.floor(last.at.getTime() / this.periodMs) * this.periodMs).toISOString();
    const id = `${key} ${named}`;
    const known = this.found.get(id);
    const found = {
      ...who,
      key,
      period: named,
      from: first.at,
      until: last.at,
      measured,
      signals: known?.signals ?? new Set(),
    };
    for (const signal of signals.slice(-signalsMost)) found.signals.add(signal);
    this.found.set(id, known ? { ...found, ...spread(known, found) } : found);
  }

  all(): Case[] {
    return [...this.found.values()].map((found) => ({ ...found, signals: newestOf(found.signals) }));
  }
}

/** Counts of values among the signals in a window. */
class Tally {
  private readonly counts = new Map<string | null, number>();

  count(value: string | null, by: 1 | -1): void {
    const left = (this.counts.get(value) ?? 0) + by;
    if (left > 0) this.counts.set(value, left);
    else this.counts.delete(value);
  }

  of(value: string): number {
    return this.counts.get(value) ?? 0;
  }

  get size(): number {
    return this.counts.size;
  }
}

/** Moves a window over the signals. `count` is called when a signal enters (1) or leaves (-1); `visit` is called at each signal, with the window that ends with it. */
function slide(
  signals: readonly Signal[],
  windowMs: number,
  visit: (window: () => readonly Signal[], size: number, last: Signal) => void,
  count: (signal: Signal, by: 1 | -1) => void = () => undefined,
): void {
  let first = 0;
  signals.forEach((signal, at) => {
    count(signal, 1);
    for (; first < at && (signals[first] as Signal).at.getTime() <= signal.at.getTime() - windowMs; first++)
      count(signals[first] as Signal, -1);
    visit(() => signals.slice(first, at + 1), at + 1 - first, signal);
  });
}

/** One signal whose value reaches the threshold; each is a case of its own. */
export const each =
  (kinds: readonly SignalKind[]): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    for (const signal of ofKinds(signals, kinds)) {
      if (signal.value >= tuning.threshold)
        cases.add(
          key,
          [signal],
          signal.value,
          { amount: { minor: signal.value, currency: signal.detail } },
          signal.eventId,
        );
    }
    return cases.all();
  };

/** At least `threshold` signals within the window. */
export const count =
  (kinds: readonly SignalKind[], accepts: (signal: Signal) => boolean = () => true): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    slide(ofKinds(signals, kinds).filter(accepts), windowMsOf(tuning), (window, size) => {
      if (size >= tuning.threshold) cases.add(key, window(), size);
    });
    return cases.all();
  };

/** The operator and the player that a trait names, and an amount. */
const aboutPair = (key: string, minor: number): Who => {
  const [operatorId = '', playerId = ''] = key.split(' ');
  return { operatorId, playerId, amount: { minor, currency: '' } };
};

/** Values that add up to the threshold within the window. With `pairs`, the key is an operator and a player. */
export const sum =
  (kinds: readonly SignalKind[], { pairs = false } = {}): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    let total = 0;
    slide(
      ofKinds(signals, kinds),
      windowMsOf(tuning),
      (window) => {
        if (total >= tuning.threshold) cases.add(key, window(), total, pairs ? aboutPair(key, total) : {});
      },
      ({ value }, by) => {
        total += by * value;
      },
    );
    return cases.all();
  };

/** At least `threshold` different subjects within the window. `about` names what they share. */
export const distinct =
  (kinds: readonly SignalKind[], about: string): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    const subjects = new Tally();
    slide(
      ofKinds(signals, kinds).filter(({ subject }) => subject !== null),
      windowMsOf(tuning),
      (window) => {
        if (subjects.size < tuning.threshold) return;
        // One signal of each subject, so that repeats by one subject do not displace the others from the case.
        const newest = new Map(window().map((signal) => [signal.subject, signal]));
        cases.add(key, [...newest.values()].sort(inOrder), subjects.size, { about: { type: about, id: key } });
      },
      ({ subject }, by) => subjects.count(subject, by),
    );
    return cases.all();
  };

/** A `then` signal that reaches the threshold within the window after a `first` one (with `eitherOrder` also before it). With `isCount`, that many `then` signals. */
export const sequence =
  (
    first: readonly SignalKind[],
    then: readonly SignalKind[],
    { eitherOrder = false, isCount = false, crossSubjects = false } = {},
  ): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    const [starts, windowMs] = [ofKinds(signals, first), windowMsOf(tuning)];
    const ends = ofKinds(signals, then).filter(({ value }) => isCount || value >= tuning.threshold);
    for (const end of ends) {
      const near = starts.filter(({ at }) => {
        const afterMs = end.at.getTime() - at.getTime();
        return (afterMs >= 0 || eitherOrder) && Math.abs(afterMs) <= windowMs;
      });
      for (const start of near) {
        const who = crossSubjects ? { playerId: end.subject ?? '', operatorId: start.subject ?? '' } : {};
        const own = crossSubjects ? `${key} ${start.subject} ${end.subject}` : key;
        const isSince = ({ at }: Signal) =>
          (eitherOrder || at >= start.at) && Math.abs(at.getTime() - start.at.getTime()) <= windowMs;
        const counted = isCount
          ? ends.filter((other) => isSince(other) && inOrder(other, end) <= 0).length
          : tuning.threshold;
        if (counted >= tuning.threshold) cases.add(own, [start, end].sort(inOrder), isCount ? counted : end.value, who);
      }
    }
    return cases.all();
  };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** A withdrawal before which less than `threshold` per cent of the window's deposits had been staked. The first day of the window counts whole, in the player's favour. */
export const unplayedShare =
  (minimumMinor: number): Measure =>
  ({ key, signals, staked }, tuning) => {
    const cases = new Cases(tuning);
    let deposited = 0;
    slide(
      ofKinds(signals, ['deposit', 'withdrawal']),
      windowMsOf(tuning),
      (window, _size, last) => {
        if (last.kind !== 'withdrawal' || last.isNew || last.value < minimumMinor || deposited === 0) return;
        const share = (100 * (staked?.get(last.eventId) ?? 0)) / deposited;
        const deposits = () => window().filter(({ kind }) => kind === 'deposit');
        if (share < tuning.threshold) cases.add(key, [...deposits(), last], Math.floor(share));
      },
      ({ kind, value }, by) => {
        if (kind === 'deposit') deposited += by * value;
      },
    );
    return cases.all();
  };

/** A stake of at least `threshold` times the mean stake of the earlier days of the window, which need at least `stakesLeast` stakes. */
export const multiple =
  ({ minimumMinor, stakesLeast }: { minimumMinor: number; stakesLeast: number }): Measure =>
  ({ key, signals, days }, tuning) => {
    const cases = new Cases(tuning);
    for (const signal of ofKinds(signals, playKinds)) {
      if (signal.isNew || signal.value < minimumMinor) continue;
      const [since, today] = [dayOf(new Date(signal.at.getTime() - windowMsOf(tuning))), dayOf(signal.at)];
      const before = days.filter(({ kind, day }) => playKinds.includes(kind) && day >= since && day < today);
      const [stakes, total] = [
        before.reduce((added, day) => added + day.count, 0),
        before.reduce((added, day) => added + day.sum, 0),
      ];
      const times = (signal.value * stakes) / total;
      if (stakes >= stakesLeast && total > 0 && times >= tuning.threshold)
        cases.add(key, [signal], Math.floor(times * 10) / 10);
    }
    return cases.all();
  };

/** A signal after at least `threshold` days without activity. A player without earlier activity has no gap. */
export const gap =
  (wakes: readonly SignalKind[]): Measure =>
  ({ key, signals, days }, tuning) => {
    const cases = new Cases(tuning);
    const active = [...new Set(days.map(({ day }) => day))].sort();
    for (const signal of ofKinds(signals, wakes).filter(({ isNew }) => !isNew)) {
      const today = dayOf(signal.at);
      const last = active.findLast((day) => day < today);
      const asleep = last === undefined ? 0 : (Date.parse(today) - Date.parse(last)) / dayMs;
      if (asleep >= tuning.threshold) cases.add(key, [signal], asleep);
    }
    return cases.all();
  };

/** At least `threshold` markets in which the player backed different selections within `withinMs`. */
export const bothSides =
  (withinMs: number): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    const pairs: (readonly [Signal, Signal])[] = [];
    for (const [, legs] of Map.groupBy(signals, ({ trait }) => trait)) {
      legs.forEach((leg, at) => {
        const other = legs.findLast(
          ({ detail, eventId, at: time }, place) =>
            place < at &&
            detail !== leg.detail &&
            eventId !== leg.eventId &&
            leg.at.getTime() - time.getTime() <= withinMs,
        );
        if (other) pairs.push([other, leg]);
      });
    }
    const second = pairs.map(([, leg]) => leg).sort(inOrder);
    const firstOf = new Map(pairs.map(([other, leg]) => [leg, other]));
    const markets = new Tally();
    slide(
      second,
      windowMsOf(tuning),
      (window) => {
        if (markets.size < tuning.threshold) return;
        const named = [...new Set(window().flatMap((leg) => [firstOf.get(leg) ?? leg, leg]))].sort(inOrder);
        cases.add(key, named, markets.size);
      },
      ({ trait }, by) => markets.count(trait, by),
    );
    return cases.all();
  };

/** At least `threshold` live bets accepted shortly before their market was suspended. */
export const betsBeforeSuspension =
  (withinMs: number): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    const stops = Map.groupBy(ofKinds(signals, ['suspended']), ({ trait }) => trait);
    const isLate = ({ trait, at }: Signal) =>
      stops
        .get(trait)
        ?.some((stop) => stop.at.getTime() > at.getTime() && stop.at.getTime() - at.getTime() <= withinMs) ?? false;
    const bets = new Tally();
    slide(
      ofKinds(signals, ['live_leg']).filter(isLate),
      windowMsOf(tuning),
      (window) => {
        if (bets.size >= tuning.threshold) cases.add(key, window(), bets.size);
      },
      ({ eventId }, by) => bets.count(eventId, by),
    );
    return cases.all();
  };

/** Of at least `attemptsLeast` attempts within the window, the share that failed reaches the threshold, in per cent. A failure names its attempt by its detail. */
export const failedShare =
  (attempt: SignalKind, failure: SignalKind, attemptsLeast: number): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    const failureOf = new Map(ofKinds(signals, [failure]).map((signal) => [signal.detail, signal]));
    let failed = 0;
    slide(
      ofKinds(signals, [attempt]),
      windowMsOf(tuning),
      (window, size, last) => {
        const share = (100 * failed) / size;
        if (last.isNew || size < attemptsLeast || share < tuning.threshold) return;
        const failures = window().flatMap(({ detail }) => failureOf.get(detail) ?? []);
        cases.add(key, failures.sort(inOrder), Math.floor(share));
      },
      ({ detail }, by) => {
        if (failureOf.has(detail)) failed += by;
      },
    );
    return cases.all();
  };

/** Players who share the key backed different selections of one market within the window. */
export const oppositeSides =
  (about: string): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    for (const [market, legs] of Map.groupBy(ofKinds(signals, ['leg', 'live_leg']), ({ trait }) => trait)) {
      const [players, selections] = [new Tally(), new Tally()];
      slide(
        legs,
        windowMsOf(tuning),
        (window) => {
          const isCase = selections.size >= 2 && players.size >= Math.max(2, tuning.threshold);
          if (isCase) cases.add(`${key} ${market}`, window(), players.size, { about: { type: about, id: key } });
        },
        ({ subject, detail }, by) => {
          players.count(subject, by);
          selections.count(detail, by);
        },
      );
    }
    return cases.all();
  };

/** At one of their bets, a player's stakes on a market since an operator set its prices reached the threshold and the share of all stakes. Later bets of others hide nothing. */
export const mostOf =
  (share: number): Measure =>
  ({ key, signals }, tuning) => {
    const cases = new Cases(tuning);
    const legs = ofKinds(signals, ['leg', 'live_leg']);
    for (const own of ofKinds(signals, ['own_prices'])) {
      const betsOf = new Map<string, { readonly legs: Signal[]; staked: number }>();
      let total = 0;
      for (const leg of legs) {
        const afterMs = leg.at.getTime() - own.at.getTime();
        if (afterMs < 0 || afterMs > windowMsOf(tuning) || leg.subject === null) continue;
        const mine = betsOf.get(leg.subject) ?? { legs: [], staked: 0 };
        betsOf.set(leg.subject, mine);
        mine.legs.push(leg);
        mine.staked += leg.value;
        total += leg.value;
        if (leg.isNew || mine.staked < tuning.threshold || mine.staked < share * total) continue;
        const who = { playerId: leg.subject, operatorId: own.subject ?? '', about: { type: 'market', id: key } };
        cases.add(`${key} ${own.subject} ${leg.subject}`, [own, ...mine.legs.slice(1 - signalsMost)], mine.staked, who);
      }
    }
    return cases.all();
  };

/** Documents that an operator approved without having opened them in the window before; those of one player are one case. */
export const approvedUnseen: Measure = ({ signals }, tuning) => {
  const cases = new Cases(tuning);
  const views = ofKinds(signals, ['document_viewed']);
  for (const approval of ofKinds(signals, ['document_approved'])) {
    const since = approval.at.getTime() - windowMsOf(tuning);
    const isSeen = views.some(({ at }) => at <= approval.at && at.getTime() > since);
    const who = { operatorId: approval.subject ?? '', playerId: approval.detail };
    if (!approval.isNew && !isSeen) cases.add(`${approval.subject} ${approval.detail}`, [approval], 1, who);
  }
  return cases.all();
};

const aboutOperators = (operatorId: string, other: string) => ({ operatorId, about: { type: 'operator', id: other } });

/** Two operators approved each other's requests, at least `threshold` each way. */
export const mutualApprovals: Measure = ({ signals }, tuning) => {
  const cases = new Cases(tuning);
  for (const [pair, approvals] of Map.groupBy(approvalsIn(signals), ({ by, of }) => [by, of].sort().join(' '))) {
    const [one = '', other = ''] = pair.split(' ');
    const by = new Tally();
    slide(
      approvals.map(({ signal }) => signal),
      windowMsOf(tuning),
      (window) => {
        const least = Math.min(by.of(one), by.of(other));
        if (least >= tuning.threshold) cases.add(pair, window(), least, aboutOperators(one, other));
      },
      ({ subject }, change) => by.count(subject, change),
    );
  }
  return cases.all();
};

/** An operator approved at least `threshold` requests of the operator who invited them. */
export const approvalsOfInviter: Measure = ({ signals }, tuning) => {
  const cases = new Cases(tuning);
  const invited = new Set(ofKinds(signals, ['invited']).map(({ subject, detail }) => `${detail} ${subject}`));
  const own = approvalsIn(signals).filter(({ by, of }) => invited.has(`${by} ${of}`));
  for (const [pair, approvals] of Map.groupBy(own, ({ by, of }) => `${by} ${of}`)) {
    const [by = '', of = ''] = pair.split(' ');
    slide(
      approvals.map(({ signal }) => signal),
      windowMsOf(tuning),
      (window, size) => {
        if (size >= tuning.threshold) cases.add(pair, window(), size, aboutOperators(by, of));
      },
    );
  }
  return cases.all();
};
