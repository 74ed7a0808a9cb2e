/** The play part of a player's permit as it is sent to wallet, and the retry times of an unconfirmed one. Pure. */
import { type LimitType, permitFields } from '@fairline/proto/risk/limits';
import { type PlaySettings, sessionRules } from '@fairline/proto/risk/sessions';
import { openEnd, type PlayLimits, type RealityChecks } from '@fairline/proto/wallet/players';

/** The end of a permanent exclusion, as sent to wallet. */
export const forever = new Date('9999-12-31T00:00:00.000Z');
/** The end of an exclusion that lasts until the player asks to return. */
export const untilAsked = new Date(openEnd);

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
  returnsAt?: string;
  limits: PlayLimits;
  realityChecks: RealityChecks;
}

export interface PermitParts {
  version: number;
  excludedUntil: Date | null;
  /** The end of an exclusion that the player asked to return from. */
  returnsAt?: Date | null;
  limits: readonly { limitType: LimitType; value: number }[];
  checkMinutes: number;
  acknowledgedAt: Date | null;
}

/** The whole play part, because each version replaces all of the previous one in wallet. */
export function playPartOf({
  version,
  excludedUntil,
  returnsAt,
  limits,
  checkMinutes,
  acknowledgedAt,
}: PermitParts): PlayPart {
  return {
    version,
    excludedUntil: excludedUntil?.toISOString() ?? null,
    ...(returnsAt && { returnsAt: returnsAt.toISOString() }),
    limits: Object.fromEntries(limits.map(({ limitType, value }) => [permitFields[limitType], value])),
    realityChecks: { minutes: checkMinutes, acknowledgedAt: acknowledgedAt?.toISOString() ?? null },
  };
}

/** The deadline for wallet's reply, after which a call is refused. */
export const deadlineMs = 2_000;
const longestRetryMs = 60_000;

/** The delay before an unconfirmed permit is sent again. The first retry comes after the deadline of the call that changed it. */
export function retryDelayMs(retries: number): number {
  return Math.min(deadlineMs * 2 ** Math.min(retries, 10), longestRetryMs);
}
