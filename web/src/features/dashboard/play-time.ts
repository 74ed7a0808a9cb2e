/** The length of a play session in whole minutes, its start, and its share of the recommended time. The session and the current time are arguments. */
import type { PlaySession } from '@fairline/proto/wallet/players';
import { recommendedSessionMinutes } from '@fairline/proto/wallet/rules';
import { dayText, timeText, whenText } from '../../domain/people/display-settings.ts';

export interface PlayTime {
  /** 0 where no session is under way, also once the one that was read is over. */
  minutes: number;
  /** Share of the bar, which ends at the recommended time. */
  share: number;
  playing: boolean;
  /** As long as recommended, or longer. */
  long: boolean;
}

const minuteMs = 60_000;

export function playTime(session: PlaySession | undefined, nowMs: number): PlayTime {
  const playing = session !== undefined && nowMs < Date.parse(session.endsAt);
  const minutes = playing ? Math.max(0, Math.floor((nowMs - Date.parse(session.startedAt)) / minuteMs)) : 0;
  return { minutes, share: Math.min(1, minutes / recommendedSessionMinutes), playing, long: minutes >= recommendedSessionMinutes };
}

/** The time alone, and where that was another day the day too. */
export function sinceText(startedAt: string, nowMs: number): string {
  return dayText(startedAt) === dayText(new Date(nowMs).toISOString()) ? timeText(startedAt) : whenText(startedAt);
}
