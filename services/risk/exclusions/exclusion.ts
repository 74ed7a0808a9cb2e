/** Rules of exclusions: when one ends, what it is called, and that none is shortened. Pure: the time is an argument. */
import { Refusal } from '@fairline/proto/contract';
import { type Exclusion, exclusionRefusals, selfExclusionDays } from '@fairline/proto/risk/exclusions';

const dayMs = 86_400_000;

/** Days of 24 hours, whatever the clocks of the player's country do. `days` null: permanent. */
export function endOf(days: number | null, startsAt: Date): Date | null {
  return days === null ? null : new Date(startsAt.getTime() + days * dayMs);
}

export function kindOf(days: number | null): Exclusion['kind'] {
  return days === null || days >= selfExclusionDays ? 'self_exclusion' : 'time_out';
}

/** Refuses an exclusion that ends before the one in force, or with it. `null` never ends; `current` undefined: none is in force. */
export function checkLonger(current: Date | null | undefined, endsAt: Date | null): void {
  if (current === undefined) return;
  if (current === null) throw new Refusal(exclusionRefusals.shorter, {});
  if (endsAt !== null && endsAt <= current) throw new Refusal(exclusionRefusals.shorter, { endsAt: current.toISOString() });
}

export function isOver(endsAt: Date | null, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}
