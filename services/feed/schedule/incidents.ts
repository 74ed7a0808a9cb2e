/**
 * Incidents: fixtures that do not run as planned. Drawn from the secret like everything about a fixture, so they are the same in every process and after a restart.
 * A postponed or moved fixture starts in a later slot of its own round, where none of its competitors plays.
 */
import type { FixtureReason } from '@fairline/proto/feed';
import { secretRandom } from '../models/random.ts';
import type { SportRule } from './sports.ts';

export type Incident =
  /** Known at an instant before the start. */
  | { readonly reason: 'postponed' | 'moved'; readonly knownAt: number; readonly startsAt: number }
  | { readonly reason: 'walkover' | 'not_played'; readonly knownAt: number }
  /** After this time of match time; if the match is over by then, it was not abandoned. */
  | { readonly reason: 'abandoned'; readonly afterMs: number }
  /** After this share of the match. */
  | { readonly reason: 'retired'; readonly share: number };

/** Where a fixture stands in the timetable. */
export interface Planned {
  readonly id: string;
  readonly startsAt: number;
  readonly leadMs: number;
  readonly periodMs: number;
  /** The number of later slots of its round. */
  readonly slotsLeft: number;
}

/** The time of the announcement, as a share of the time from there to the start: late for what nobody could plan, early for a new date. */
const knownAhead = { moved: [0.5, 0.9], others: [0, 0.25] } as const;
/** When a match is abandoned, in minutes of match time. */
const abandonedMinutes = [10, 80] as const;
const retiredShare = [0.15, 0.95] as const;

/** The incident of a fixture, or null. `often` multiplies the chances. Times are multiples of `tickMs` from the start. */
export function incidentOf(
  secret: string,
  fixture: Planned,
  { incidents }: SportRule,
  { often, tickMs }: { often: number; tickMs: number },
): Incident | null {
  const fate = secretRandom(secret, `fate/${fixture.id}`);
  const reason = drawn(fate() / often, incidents);
  if (!reason) return null;
  const within = ([from, to]: readonly [number, number]) => from + (to - from) * fate();
  if (reason === 'abandoned') return { reason, afterMs: within(abandonedMinutes) * 60_000 };
  if (reason === 'retired') return { reason, share: within(retiredShare) };
  const ahead = within(reason === 'moved' ? knownAhead.moved : knownAhead.others);
  const knownAt = fixture.startsAt - Math.max(1, Math.floor((ahead * fixture.leadMs) / tickMs)) * tickMs;
  if (reason === 'walkover' || reason === 'not_played') return { reason, knownAt };
  if (fixture.slotsLeft === 0) return null;
  return {
    reason,
    knownAt,
    startsAt: fixture.startsAt + (1 + Math.floor(fate() * fixture.slotsLeft)) * fixture.periodMs,
  };
}

/** In the order of the chances, abandonment first. */
const order: readonly FixtureReason[] = ['abandoned', 'retired', 'walkover', 'not_played', 'postponed', 'moved'];

function drawn(at: number, incidents: SportRule['incidents']): FixtureReason | null {
  let left = at;
  for (const reason of order) {
    left -= incidents[reason];
    if (left < 0) return reason;
  }
  return null;
}
