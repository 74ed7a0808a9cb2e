/** Rules of exclusions: their end, their kind, and that none can be shortened. Pure: the time is an argument. */
import { Refusal } from '@fairline/proto/contract';
import { exclusionRefusals } from '@fairline/proto/risk/exclusions';

/** Refuses an exclusion that does not end after the one in force. Null means no end; `current` undefined means that none is in force. */
export function checkLonger(current: Date | null | undefined, endsAt: Date | null): void {
  if (current === undefined) return;
  if (current === null) throw new Refusal(exclusionRefusals.shorter, {});
  if (endsAt !== null && endsAt <= current)
    throw new Refusal(exclusionRefusals.shorter, { endsAt: current.toISOString() });
}

export function isOver(endsAt: Date | null, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}
