/** Reminders of a play session, after the time or loss that the player chose. Pure; the session and the current time are arguments. */

import type { Session } from '@fairline/proto/risk/sessions';
import { minuteMs } from '@fairline/proto/time';

export type Reminder = 'time' | 'loss';

/** A session that was loaded a while ago may be over. */
export function isPlaying({ startedAt, endsAt }: Partial<Session>, nowMs: number): boolean {
  return startedAt !== undefined && (endsAt === undefined || nowMs < Date.parse(endsAt));
}

/** Whole minutes since the session began; 0 outside one. */
export function minutesOf(session: Partial<Session>, nowMs: number): number {
  if (!session.startedAt || !isPlaying(session, nowMs)) return 0;
  return Math.max(0, Math.floor((nowMs - Date.parse(session.startedAt)) / minuteMs));
}

export function remindersOf(session: Session, nowMs: number): Reminder[] {
  if (!isPlaying(session, nowMs)) return [];
  const { sessionWarningMinutes, lossWarningMinor } = session.settings;
  return [
    ...(minutesOf(session, nowMs) >= sessionWarningMinutes ? (['time'] as const) : []),
    ...(-session.netMinor >= lossWarningMinor ? (['loss'] as const) : []),
  ];
}

/** When a session must be refetched: at the next check, but neither at once nor later than in a minute. A due check waits for the player. */
export function readAgainMs({ nextCheckAt, realityCheck }: Partial<Session>, nowMs: number): number {
  const dueMs = nextCheckAt && !realityCheck ? Date.parse(nextCheckAt) - nowMs : minuteMs;
  return Math.min(minuteMs, Math.max(2_000, dueMs + 500));
}
