/** The length of a play session in whole minutes, its start, and its share of the recommended time. The session and the current time are arguments. */
import { minuteMs } from '@fairline/proto/time';
import type { PlaySession } from '@fairline/proto/wallet/players';
import { recommendedSessionMinutes } from '@fairline/proto/wallet/rules';
import { dayText, timeText, whenText } from '../../domain/people/display-settings.ts';

export interface PlayTime {
  /** 0 without a session, also once the loaded one is over. */
  minutes: number;
  /** The filled share of the bar, whose end is the recommended time. */
  share: number;
  playing: boolean;
  /** Whether the session is as long as recommended, or longer. */
  long: boolean;
}

export function playTime(session: PlaySession | undefined, nowMs: number): PlayTime {
  const playing = session !== undefined && nowMs < Date.parse(session.endsAt);
  const minutes = playing ? Math.max(0, Math.floor((nowMs - Date.parse(session.startedAt)) / minuteMs)) : 0;
  return {
    minutes,
    share: Math.min(1, minutes / recommendedSessionMinutes),
    playing,
    long: minutes >= recommendedSessionMinutes,
  };
}

/** Only the time; if that was on another day, the day too. */
export function sinceText(startedAt: string, nowMs: number): string {
  return dayText(startedAt) === dayText(new Date(nowMs).toISOString()) ? timeText(startedAt) : whenText(startedAt);
}
