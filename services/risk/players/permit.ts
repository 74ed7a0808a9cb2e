/** The play part of a player's permit as wallet gets it, and when an unconfirmed one is sent again. Pure. */
import { type LimitType, permitFields } from '@fairline/proto/risk/limits';
import { type PlaySettings, sessionRules } from '@fairline/proto/risk/sessions';
import type { PlayLimits, RealityChecks } from '@fairline/proto/wallet/players';

/** A permanent exclusion ends here. */
export const forever = new Date('9999-12-31T00:00:00.000Z');

export const initialSettings: PlaySettings = {
  realityCheckMinutes: sessionRules.realityCheckMinutes.initial,
  sessionWarningMinutes: sessionRules.sessionWarningMinutes.initial,
  lossWarningMinor: sessionRules.lossWarningMinor.initial,
  popupReminders: true,
  timeDisplays: true,
  spendingDisplays: true,
};

export interface PlayPart {
  version: number;
  excludedUntil: string | null;
  limits: PlayLimits;
  realityChecks: RealityChecks;
}

export interface PermitParts {
  version: number;
  excludedUntil: Date | null;
  limits: readonly { limitType: LimitType; value: number }[];
  checkMinutes: number;
  acknowledgedAt: Date | null;
}

/** The whole part: wallet keeps nothing of an earlier version. */
export function playPartOf({ version, excludedUntil, limits, checkMinutes, acknowledgedAt }: PermitParts): PlayPart {
  return {
    version,
    excludedUntil: excludedUntil?.toISOString() ?? null,
    limits: Object.fromEntries(limits.map(({ limitType, value }) => [permitFields[limitType], value])),
    realityChecks: { minutes: checkMinutes, acknowledgedAt: acknowledgedAt?.toISOString() ?? null },
  };
}

/** Wallet replies within this, or the call is refused. */
export const deadlineMs = 2_000;
const longestRetryMs = 60_000;

/** When an unconfirmed permit is sent again: first once the call that changed it has given up. */
export function retryDelayMs(retries: number): number {
  return Math.min(deadlineMs * 2 ** Math.min(retries, 10), longestRetryMs);
}
