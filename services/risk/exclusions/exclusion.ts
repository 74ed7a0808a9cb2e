/** Rules of exclusions: their end, their kind, and that none can be shortened. Pure: the time is an argument. */
import { Refusal } from '@fairline/proto/contract';
import { type Exclusion, exclusionRefusals, selfExclusionDays } from '@fairline/proto/risk/exclusions';

const dayMs = 86_400_000;

/** The end of an exclusion. Days have 24 hours, whatever the local clock does; null days mean permanent. */
export function endOf(days: number | null, startsAt: Date): Date | null {
  return days === null ? null : new Date(startsAt.getTime() + days * dayMs);
}

export function kindOf(days: number | null): Exclusion['kind'] {
  return days === null || days >= selfExclusionDays ? 'self_exclusion' : 'time_out';
}

/** Refuses an exclusion that does not end after the one in force. Null means no end; `current` undefined means that none is in force. */
export function checkLonger(current: Date | null | undefined, endsAt: Date | null): void {
  if (current === undefined) return;
  if (current === null) throw new Refusal(exclusionRefusals.shorter, {});
  if (endsAt !== null && endsAt <= current) throw new Refusal(exclusionRefusals.shorter, { endsAt: current.toISOString() });
}

export function isOver(endsAt: Date | null, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}
