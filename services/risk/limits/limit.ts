/**
 * Rules of limits: valid values, and the outcome of setting, removing, confirming or taking back a limit. Pure: the time is an argument.
 * A tighter limit applies at once. A looser one waits 24 hours, must then be confirmed by the player, and lapses after 7 days.
 */

import { Refusal } from '@fairline/proto/contract';
import { type LimitBody, type LimitType, limitRefusals, limitRules, type PlayLimit } from '@fairline/proto/risk/limits';
import { hourMs, minuteMs } from '@fairline/proto/time';
import type { PlayState, UsedLimits } from '@fairline/proto/wallet/players';

/** A pending raise to `value`, or a pending removal if it is null. */
export interface Pending {
  value: number | null;
  requestedAt: Date;
}

/** `value` is the limit in force; null if there is none. */
export interface LimitState {
  value: number | null;
  pending: Pending | null;
}

export const noLimit: LimitState = { value: null, pending: null };

export type LimitChange =
  | 'set'
  | 'lowered'
  | 'raised'
  | 'removed'
  | 'raise_requested'
  | 'removal_requested'
  | 'taken_back'
  | 'lapsed';

/** The outcome of a call: the new state of the limit, and the change, if any. */
export interface Decision {
  state: LimitState;
  change: LimitChange | undefined;
}

/** The changes that alter the value wallet enforces. */
const changesInForce: readonly LimitChange[] = ['set', 'lowered', 'raised', 'removed'];
export const changesPermit = (change: LimitChange | undefined): boolean =>
  change !== undefined && changesInForce.includes(change);

/** Whether a change loosens a limit. Such changes are refused while the harm score is at its threshold or above. */
export const isLoosening = (change: LimitChange | undefined): boolean =>
  change === 'raise_requested' || change === 'removal_requested' || change === 'raised' || change === 'removed';

/** The value in the form: minutes for a session, else minor units. Refuses an invalid one. */
export function valueInForm({ limitType, amountMinor, minutes }: LimitBody): number {
  const isSession = limitType === 'session_time';
  const [value, other, most] = isSession
    ? [minutes, amountMinor, limitRules.maxMinutes]
    : [amountMinor, minutes, limitRules.maxAmountMinor];
  if (other !== undefined || typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1 || value > most)
    throw new Refusal(limitRefusals.value);
  return value;
}

export const confirmableAt = ({ requestedAt }: Pending): Date =>
  new Date(requestedAt.getTime() + limitRules.raiseHours * hourMs);
export const lapsesAt = ({ requestedAt }: Pending): Date =>
  new Date(requestedAt.getTime() + limitRules.lapseDays * 24 * hourMs);

/** The change that is still pending. A lapsed change does not count, even if the job has not removed it yet. */
function withoutLapsed({ value, pending }: LimitState, now: Date): LimitState {
  return { value, pending: pending && lapsesAt(pending) > now ? pending : null };
}

/** New and lower values apply at once. A lower one drops the pending change, because the player no longer wants a looser limit. A higher value replaces the pending change. */
export function decideSet(before: LimitState, value: number, now: Date): Decision {
  const state = withoutLapsed(before, now);
  if (state.value === null) return { state: { value, pending: null }, change: 'set' };
  if (value === state.value) return { state, change: undefined };
  if (value < state.value) return { state: { value, pending: null }, change: 'lowered' };
  if (state.pending?.value === value) return { state, change: undefined };
  return { state: { ...state, pending: { value, requestedAt: now } }, change: 'raise_requested' };
}

export function decideRemoval(before: LimitState, now: Date): Decision {
  const state = withoutLapsed(before, now);
  if (state.value === null) throw new Refusal(limitRefusals.unknown);
  if (state.pending?.value === null) return { state, change: undefined };
  return { state: { ...state, pending: { value: null, requestedAt: now } }, change: 'removal_requested' };
}

export function decideConfirmation(before: LimitState, now: Date): Decision {
  const { pending } = withoutLapsed(before, now);
  if (!pending) throw new Refusal(limitRefusals.nothingPending);
  const from = confirmableAt(pending);
  if (now < from) throw new Refusal(limitRefusals.tooEarly, { confirmableAt: from.toISOString() });
  return { state: { value: pending.value, pending: null }, change: pending.value === null ? 'removed' : 'raised' };
}

export function decideCancellation(before: LimitState, now: Date): Decision {
  const state = withoutLapsed(before, now);
  if (!state.pending) throw new Refusal(limitRefusals.nothingPending);
  return { state: { ...state, pending: null }, change: 'taken_back' };
}

/** The fields of a limit's value in the contract. */
export const valueFields = (limitType: LimitType, value: number | null) =>
  value === null ? {} : limitType === 'session_time' ? { minutes: value } : { amountMinor: value };

const usedFields: Readonly<
  Partial<Record<LimitType, [keyof UsedLimits, 'dayResetsAt' | 'weekResetsAt' | 'monthResetsAt']>>
> = {
  deposit_daily: ['depositDayMinor', 'dayResetsAt'],
  deposit_weekly: ['depositWeekMinor', 'weekResetsAt'],
  deposit_monthly: ['depositMonthMinor', 'monthResetsAt'],
  loss_daily: ['lossDayMinor', 'dayResetsAt'],
  loss_weekly: ['lossWeekMinor', 'weekResetsAt'],
  loss_monthly: ['lossMonthMinor', 'monthResetsAt'],
};

/** The unused part of a limit. Winnings of the period can be lost on top of a loss limit. A limit on the largest bet has no such part. */
export function remainderOf(
  limitType: LimitType,
  value: number | null,
  state: PlayState,
  now: Date,
): Pick<PlayLimit, 'remainingMinor' | 'remainingMinutes' | 'resetsAt'> {
  if (value === null) return {};
  if (limitType === 'session_time') {
    if (!state.session) return { remainingMinutes: value };
    const playedMs = now.getTime() - Date.parse(state.session.startedAt);
    return { remainingMinutes: Math.max(0, value - Math.floor(playedMs / minuteMs)), resetsAt: state.session.endsAt };
  }
  const used = usedFields[limitType];
  return used ? { remainingMinor: Math.max(0, value - state.used[used[0]]), resetsAt: state[used[1]] } : {};
}
