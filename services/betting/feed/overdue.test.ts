/** When bets on a match have waited long enough, per sport and state. */
import { expect, test } from 'vitest';
import { type Fixture, type Overdue, overdueOf } from './overdue.ts';

const now = new Date('2026-03-10T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

function fixture(changes: Partial<Fixture>): Fixture {
  const startsAt = changes.startsAt ?? ago(0);
  return {
    sportId: 'soccer',
    status: 'upcoming',
    startsAt,
    originalStartsAt: startsAt,
    reportedAt: startsAt,
    endedAt: null,
    reason: null,
    ...changes,
  };
}

const notPlayed: Overdue = { kind: 'cancel', reason: 'not_played' };
const abandoned: Overdue = { kind: 'cancel', reason: 'abandoned' };
const restart: Overdue = { kind: 'restart', reason: 'postponed' };

test.each<[string, Partial<Fixture>, boolean, Overdue | null]>([
  ['has not started 37 h after its start', { startsAt: ago(37) }, true, null],
  ['has not started any longer after it', { startsAt: ago(37.01) }, true, notPlayed],
  [
    'was postponed to 5 minutes within 36 h and is reported late',
    { startsAt: ago(0.9), originalStartsAt: ago(36.8) },
    true,
    null,
  ],
  [
    'was postponed to 5 minutes within 36 h and is not reported for an hour',
    { startsAt: ago(1.1), originalStartsAt: ago(37.01) },
    true,
    notPlayed,
  ],
  [
    'was postponed beyond 36 h and is past its new start',
    { startsAt: ago(0.1), originalStartsAt: ago(36.2) },
    true,
    restart,
  ],
  ['has not started while the feed is down', { startsAt: ago(40) }, false, null],
  ['has not started in a week without the feed', { startsAt: ago(169) }, false, notPlayed],
  ['in tennis has not started for two days', { sportId: 'tennis', startsAt: ago(48) }, true, null],
  ['in tennis has not started for a week', { sportId: 'tennis', startsAt: ago(169) }, true, null],
  ['in tennis has not started an hour after the week', { sportId: 'tennis', startsAt: ago(169.01) }, true, notPlayed],
  ['in an unknown sport has not started in time', { sportId: 'curling', startsAt: ago(38) }, true, notPlayed],
  ['is postponed by 36 h', { startsAt: ago(-36), originalStartsAt: ago(0) }, true, null],
  ['is postponed by more', { startsAt: ago(-37), originalStartsAt: ago(0) }, true, restart],
  ['is postponed by more while the feed is down', { startsAt: ago(-37), originalStartsAt: ago(0) }, false, restart],
  [
    'is moved by two days',
    { startsAt: ago(-50), originalStartsAt: ago(-2), reason: 'moved' },
    true,
    { kind: 'restart', reason: 'moved' },
  ],
  [
    'in American football is moved by two days',
    { sportId: 'football', startsAt: ago(-50), originalStartsAt: ago(-2), reason: 'moved' },
    true,
    null,
  ],
  ['is postponed in steps that add up', { startsAt: ago(-30), originalStartsAt: ago(7) }, true, restart],
  ['is earlier than planned', { startsAt: ago(-1), originalStartsAt: ago(-48), reason: 'moved' }, true, null],
  ['is in play and reported', { status: 'live', startsAt: ago(50), reportedAt: ago(1) }, true, null],
  ['is in play and not reported for 36 h', { status: 'live', startsAt: ago(50), reportedAt: ago(37) }, true, abandoned],
  [
    'is in play and not reported while the feed is down',
    { status: 'live', startsAt: ago(50), reportedAt: ago(37) },
    false,
    null,
  ],
  ['ended two days ago', { status: 'ended', startsAt: ago(50), endedAt: ago(48) }, true, null],
  [
    'ended more than three days ago',
    { status: 'ended', startsAt: ago(80), endedAt: ago(73) },
    true,
    { kind: 'no_result' },
  ],
])('a match that %s', (_what, changes, feedUp, expected) => {
  expect(overdueOf(fixture(changes), now, feedUp)).toEqual(expected);
});
