/** All messages of a fixture: in order, valid by the contract, the same for every publisher and start, and consistent with its result. */

import { FeedMessage, type FixtureChange, type FixtureReason, feedSubject, fixtureReasons } from '@fairline/proto/feed';
import { hourMs } from '@fairline/proto/time';
import { describe, expect, it, vi } from 'vitest';
import { catalogue } from '../schedule/catalogue.ts';
import { type Fixture, fixtureOf, slotsStarting, timetable } from '../schedule/schedule.ts';
import { sports } from '../schedule/sports.ts';
import { placesFor, placesPerInstant, Script } from './script.ts';

/** Thousands of fixtures take long on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const secret = 'the secret of the scripts under test';
const noon = Date.UTC(2026, 0, 31, 12);
const demo = timetable(true, { pace: 3, incidents: 0 });
/** Many matches do not run as planned. */
const troubled = timetable(true, { pace: 3, incidents: 20 });

function fixtures(hours: number, table = demo): Fixture[] {
  return slotsStarting(table, noon, noon + hours * hourMs).map((slot) => fixtureOf(table, secret, slot));
}

const withIncident = fixtures(12, troubled).filter(({ incident }) => incident);

function ofSports(sportIds: readonly string[], hours: number): Fixture[] {
  return fixtures(hours).filter(({ sport }) => sportIds.includes(sport.id));
}

/** All messages that the stream has once the fixture is over. */
function ending(fixture: Fixture): FeedMessage[] {
  const script = new Script(secret, demo, fixture);
  return script.latest(script.indexAt(Number.POSITIVE_INFINITY));
}

function whole(fixture: Fixture, table = demo): { script: Script; last: number; messages: FeedMessage[] } {
  const script = new Script(secret, table, fixture);
  const last = script.indexAt(Number.POSITIVE_INFINITY);
  return { script, last, messages: script.messages(-1, last) };
}

type Of<Kind extends FeedMessage['kind']> = Extract<FeedMessage, { kind: Kind }>;

function of<Kind extends FeedMessage['kind']>(kind: Kind, messages: readonly FeedMessage[]): Of<Kind>[] {
  return messages.filter((message): message is Of<Kind> => message.kind === kind);
}

/** The state of each market, for a reader who applies the messages in order. */
class Reader {
  readonly markets = new Map<string, { open: boolean; settled: Of<'bet_settlement'> | null; cancelled: boolean }>();
  fixture: FixtureChange | undefined;

  apply(message: FeedMessage): void {
    const market = (id: string) => {
      const found = this.markets.get(id) ?? { open: false, settled: null, cancelled: false };
      this.markets.set(id, found);
      return found;
    };
    if (message.kind === 'fixture_change') this.fixture = message;
    if (message.kind === 'odds_change') market(message.market.id).open = message.market.status === 'active';
    if (message.kind === 'bet_stop') for (const one of this.markets.values()) one.open = false;
    if (message.kind === 'bet_settlement') market(message.marketId).settled = message;
    if (message.kind === 'rollback_bet_settlement') market(message.marketId).settled = null;
    if (message.kind === 'bet_cancel') market(message.marketId).cancelled = true;
  }
}

function read(messages: readonly FeedMessage[]): Reader {
  const reader = new Reader();
  for (const message of messages) reader.apply(message);
  return reader;
}

const oneOfEach = [
  ...catalogue.map(({ id }) => [id, fixtures(1).find(({ sport }) => sport.id === id), demo] as const),
  ...fixtureReasons.map(
    (reason) => [reason, withIncident.find(({ incident }) => incident?.reason === reason), troubled] as const,
  ),
];

describe.each(oneOfEach)('%s', (name, fixture, table) => {
  if (!fixture) throw new Error(`no ${name} within hours`);
  const sport = fixture.sport.id;
  const { script, last, messages } = whole(fixture, table);

  it('publishes valid messages, in a sequence that only rises, never before its time', () => {
    expect(messages.length).toBeGreaterThan(50);
    let sequence = 0;
    let at = '';
    for (const message of messages) {
      expect(FeedMessage.safeParse(message).error).toBeUndefined();
      expect(message.sequence).toBeGreaterThan(sequence);
      expect(message.at >= at).toBe(true);
      ({ sequence, at } = message);
    }
    expect(Date.parse(messages[0]?.at ?? '')).toBe(fixture.announcedAt);
  });

  it('is over when its last change is published', () => {
    expect(new Date(script.endsAt).toISOString()).toBe(of('fixture_change', messages).at(-1)?.at);
  });

  it('publishes exactly the same again, from any point on', () => {
    const again = new Script(secret, table, fixture);
    for (const cut of [0, 25, last - 3].filter((index) => index < last)) {
      const split = [...new Script(secret, table, fixture).messages(-1, cut), ...again.messages(cut, last)];
      expect(JSON.stringify(split)).toBe(JSON.stringify(messages));
    }
  });

  it('a reader who begins anywhere gets the last of every subject and ends like the others', () => {
    const received: FeedMessage[] = [];
    for (let cut = 0, before = -1; cut <= last; before = cut, cut += 7) {
      received.push(...script.messages(before, cut));
      const newest = new Map(received.map((message) => [feedSubject(message), message]));
      const expected = [...newest.values()].sort((one, other) => one.sequence - other.sequence);
      expect(new Script(secret, table, fixture).latest(cut)).toEqual(expected);
      expect(read(expected)).toEqual(read(received));
    }
  });

  it('takes prices off before it shows a new score, where goals come one by one', () => {
    const reader = new Reader();
    for (const message of messages) {
      const before = reader.fixture?.score;
      const open = [...reader.markets.values()].some((market) => market.open);
      reader.apply(message);
      const after = reader.fixture?.score;
      const scored = before && after && (before.home !== after.home || before.away !== after.away);
      if (scored && ['soccer', 'hockey', 'football', 'baseball'].includes(sport)) expect(open).toBe(false);
    }
  });

  it('carries the margin of its market and phase, or lifts the likeliest side half way', () => {
    const margins = sports[fixture.sport.id].markets;
    let status: FixtureChange['status'] = 'upcoming';
    for (const message of messages) {
      if (message.kind === 'fixture_change') status = message.status;
      if (message.kind !== 'odds_change' || message.market.status !== 'active') continue;
      const { upcoming, live } = margins.find(({ type }) => type === message.market.type)?.margin ?? {};
      const { marginBp, selections } = message.market;
      const priced = selections.map(({ oddsMilli }) => 1_000 / oddsMilli);
      const [likeliest, sum] = [Math.max(...priced), priced.reduce((all, chance) => all + chance, 0)];
      const halfWay = (1 + likeliest / sum) / 2;
      expect(marginBp >= ((status === 'upcoming' ? upcoming : live) ?? Number.NaN) || likeliest > halfWay - 0.001).toBe(
        true,
      );
      expect(sum).toBeGreaterThan(1.01);
    }
  });
});

it('has a place in the sequence for all messages of every market at one instant', () => {
  for (const { markets } of Object.values(sports)) {
    const most = markets.reduce((sum, { beside }) => sum + 1 + (beside?.lines ?? 0), 0);
    expect(placesFor(most)).toBeLessThanOrEqual(placesPerInstant);
  }
});

it('gives every line its own market and selections, with its return and margin method', () => {
  const offered = fixtures(1 / 3).map((fixture) => ({ fixture, first: new Script(secret, demo, fixture).latest(0) }));
  for (const { fixture, first } of offered) {
    const markets = of('odds_change', first).map(({ market }) => market);
    const ids = markets.flatMap(({ id, selections }) => [id, ...selections.map((selection) => selection.id)]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const type of ['spread', 'total'] as const) {
      const lines = markets.filter((market) => market.type === type);
      expect(lines).toHaveLength(fixture.sport.id === 'soccer' ? 5 : 3);
      expect(new Set(lines.map(({ lineQuarters }) => lineQuarters)).size).toBe(lines.length);
      // The main line, a half-point line, comes first.
      expect(Math.abs(lines[0]?.lineQuarters ?? 0) % 4).toBe(2);
    }
    for (const { type, lineQuarters, marginMethod, refundShare, status } of markets) {
      expect(marginMethod).toBe('proportional');
      if (type === 'draw_no_bet') expect(refundShare).toBeGreaterThan(0.1);
      if (lineQuarters === null || status !== 'active') continue;
      if (lineQuarters % 4 === 2 || lineQuarters % 4 === -2) expect(refundShare).toBeUndefined();
      else if (fixture.sport.id === 'soccer') expect(refundShare).toBeGreaterThan(0);
    }
  }
});

it('every fixture ends settled within five minutes of its start, every market by the score', () => {
  const played = fixtures(1 / 3);
  expect(new Set(played.map(({ sport }) => sport.id)).size).toBe(catalogue.length);
  for (const fixture of played) {
    const messages = ending(fixture);
    const { fixture: end, markets } = read(messages);
    expect(Date.parse(messages.at(-1)?.at ?? '') - fixture.startsAt).toBeLessThanOrEqual(300_000);
    const offered = new Set(of('odds_change', messages).map(({ market }) => market.type));
    expect([...offered].sort()).toEqual(sports[fixture.sport.id].markets.map(({ type }) => type).sort());
    for (const { open, settled, cancelled } of markets.values()) {
      expect(open).toBe(false);
      if (end?.status === 'cancelled') expect(cancelled).toBe(settled === null);
      else expect(settled).toMatchObject({ certainty: 'confirmed' });
    }
    if (end?.status === 'cancelled') continue;
    expect(end?.status).toBe('ended');
    const winner = messages.find(
      (message): message is Of<'odds_change'> =>
        message.kind === 'odds_change' && ['1x2', 'moneyline'].includes(message.market.type),
    );
    const { home = 0, away = 0 } = end?.score ?? {};
    const won = winner?.market.selections.find(
      ({ outcome }) => outcome === (home > away ? 'home' : home < away ? 'away' : 'draw'),
    );
    const outcomes = markets.get(winner?.market.id ?? '')?.settled?.outcomes ?? [];
    if (fixture.sport.id !== 'hockey')
      expect(outcomes.find(({ result }) => result === 'won')?.selectionId).toBe(won?.id);
    expect(outcomes.filter(({ result }) => result === 'won')).toHaveLength(1);
  }
});

it('settles a total passed in play at once by live scouting, and confirms it at the end', () => {
  const early = ofSports(['soccer', 'hockey'], 1).flatMap((fixture) => {
    const { messages } = whole(fixture);
    const ended = of('fixture_change', messages).find(({ status }) => status !== 'upcoming' && status !== 'live');
    return of('bet_settlement', messages).filter(
      ({ certainty, at }) => certainty === 'provisional' && at < (ended?.at ?? ''),
    );
  });
  expect(early.length).toBeGreaterThan(20);
});

it('rolls back what a goal taken back settled; the market returns or is settled anew', () => {
  const rolledBack = ofSports(['soccer', 'hockey'], 2)
    .filter((fixture) => of('rollback_bet_settlement', ending(fixture)).length > 0)
    .map((fixture) => whole(fixture));
  expect(rolledBack.length).toBeGreaterThan(3);
  for (const { messages } of rolledBack) {
    for (const rollback of of('rollback_bet_settlement', messages)) {
      const settlements = of('bet_settlement', messages).filter(({ marketId }) => marketId === rollback.marketId);
      const before = settlements.filter(({ sequence }) => sequence < rollback.sequence);
      const after = settlements.filter(({ sequence }) => sequence > rollback.sequence);
      expect(before.at(-1)?.certainty).toBe('provisional');
      expect(after.at(-1)?.certainty).toBe('confirmed');
      // No bet was possible while the score was wrong.
      const meanwhile = of('odds_change', messages).filter(
        ({ sequence }) => (before.at(-1)?.sequence ?? 0) < sequence && sequence < rollback.sequence,
      );
      expect(meanwhile).toEqual([]);
    }
  }
});

/** The messages of some fixtures that did not run as planned for one of these reasons. */
function ofReason(
  reasons: readonly FixtureReason[],
  { most = 8, only = () => true }: { most?: number; only?: (fixture: Fixture) => boolean } = {},
): { fixture: Fixture; messages: FeedMessage[] }[] {
  const chosen = withIncident
    .filter(({ incident }) => incident && reasons.includes(incident.reason))
    .filter(only)
    .slice(0, most);
  expect(chosen.length).toBeGreaterThan(3);
  return chosen.map((fixture) => ({ fixture, messages: whole(fixture, troubled).messages }));
}

const end = (messages: readonly FeedMessage[]) => read(messages).fixture;

it('a postponed or moved fixture has bets stopped, its new start published, and is played then', () => {
  for (const { fixture, messages } of ofReason(['postponed', 'moved'])) {
    const { incident, startsAt } = fixture;
    if (!incident || !('startsAt' in incident)) throw new Error('it is not postponed');
    expect(incident.startsAt).toBeGreaterThan(startsAt);
    const changes = of('fixture_change', messages);
    expect(changes.slice(0, 3)).toMatchObject([
      { status: 'upcoming', startsAt: new Date(startsAt).toISOString() },
      {
        status: 'upcoming',
        startsAt: new Date(incident.startsAt).toISOString(),
        reason: incident.reason,
        at: new Date(incident.knownAt).toISOString(),
      },
      {
        status: 'live',
        startsAt: new Date(incident.startsAt).toISOString(),
        at: new Date(incident.startsAt).toISOString(),
      },
    ]);
    expect(changes[0]).not.toHaveProperty('reason');
    expect(changes[2]).not.toHaveProperty('reason');
    const [stop] = of('bet_stop', messages);
    expect(stop?.sequence).toBeLessThan(changes[1]?.sequence ?? 0);
    const reopened = of('odds_change', messages).filter(
      ({ at, market }) => market.status === 'active' && at > (stop?.at ?? '') && at < (changes[2]?.at ?? ''),
    );
    expect(reopened.length).toBeGreaterThan(3);
    expect(end(messages)?.status).toBe('ended');
    expect(of('bet_cancel', messages)).toEqual([]);
    for (const { settled } of read(messages).markets.values())
      expect(settled).toMatchObject({ certainty: 'confirmed' });
  }
});

it('a walkover or a match that is not played is cancelled before the start, every bet void', () => {
  for (const { fixture, messages } of ofReason(['walkover', 'not_played'])) {
    expect(end(messages)).toMatchObject({ status: 'cancelled', reason: fixture.incident?.reason, score: null });
    expect(Date.parse(end(messages)?.at ?? '')).toBeLessThan(fixture.startsAt);
    expect(of('bet_settlement', messages)).toEqual([]);
    for (const { open, cancelled } of read(messages).markets.values())
      expect({ open, cancelled }).toEqual({ open: false, cancelled: true });
    for (const cancel of of('bet_cancel', messages))
      expect(cancel).toMatchObject({ from: null, until: null, reason: fixture.incident?.reason });
  }
});

/** Abandoned late, when totals may already be decided. */
const isLate = ({ sport, incident }: Fixture) =>
  sport.id === 'soccer' && incident?.reason === 'abandoned' && incident.afterMs > 60 * 60_000;

it('an abandoned fixture is cancelled: what was decided stands, every other market is void', () => {
  const abandoned = ofReason(['abandoned'], { most: 12, only: isLate }).filter(
    ({ messages }) => end(messages)?.status === 'cancelled',
  );
  expect(abandoned.length).toBeGreaterThan(3);
  expect(abandoned.some(({ messages }) => of('bet_settlement', messages).length > 0)).toBe(true);
  for (const { messages } of abandoned) {
    expect(end(messages)?.reason).toBe('abandoned');
    const { markets } = read(messages);
    const cancels = of('bet_cancel', messages);
    expect(cancels.length).toBeGreaterThan(0);
    for (const cancel of cancels) expect(cancel).toMatchObject({ from: null, until: null, reason: 'abandoned' });
    for (const { open, settled, cancelled } of markets.values()) {
      expect(open).toBe(false);
      expect(cancelled).toBe(settled === null);
      if (settled) expect(settled.certainty).toBe('confirmed');
    }
  }
});

it('a retirement ends the match: after a set its winner stands, and what was decided', () => {
  const sets = new Set<boolean>();
  for (const { messages } of ofReason(['retired'], { most: 12 })) {
    const { fixture, markets } = read(messages);
    expect(fixture).toMatchObject({ status: 'ended', reason: 'retired' });
    const hasSet = (fixture?.score?.home ?? 0) + (fixture?.score?.away ?? 0) >= 1;
    sets.add(hasSet);
    for (const { market } of of('odds_change', messages)) {
      const { settled, cancelled, open } = markets.get(market.id) ?? {};
      expect(open).toBe(false);
      expect(cancelled).toBe(settled === null);
      if (market.type === 'moneyline') expect(settled?.certainty).toBe(hasSet ? 'confirmed' : undefined);
      if (market.type === 'spread') expect(settled).toBeNull();
      if (market.type === 'total' && settled)
        expect(settled.outcomes.map(({ result }) => result)).toEqual(['won', 'lost']);
    }
    for (const { reason } of of('bet_cancel', messages)) expect(reason).toBe('retired');
  }
  expect([...sets].sort()).toEqual([false, true]);
});
