/**
 * Whether the player's own limits stop a stake before it is sent, and which of them refused a stake or a deposit. The checks and their order are those of
 * wallet. Pure.
 */
import type { LimitType, PlayLimit } from '@fairline/proto/risk/limits';
import type { Session } from '@fairline/proto/risk/sessions';
import { isPlaying, minutesOf } from './reminders.ts';

export interface LimitStop {
  limitType: LimitType;
  /** The maximum bet, or what is left of a loss or deposit limit. */
  leftMinor?: number | undefined;
  /** The length of a session limit. */
  minutes?: number | undefined;
  /** When stakes are accepted again. */
  againAt?: string | undefined;
}

/** The next bets: each is a stake of its own. */
export interface NextStakes {
  largestMinor: number;
  /** The part of the stakes that is the player's own money. */
  ownMinor: number;
}

const losses: readonly LimitType[] = ['loss_daily', 'loss_weekly', 'loss_monthly'];

type Limits = readonly Pick<PlayLimit, 'limitType' | 'active' | 'amountMinor' | 'remainingMinor' | 'resetsAt'>[];

/** What is left of each loss limit, except of one whose period ended since it was loaded. */
function lossesLeft(limits: Limits, nowMs: number): LimitStop[] {
  return losses.flatMap((limitType) => {
    const found = limits.find((limit) => limit.active && limit.limitType === limitType);
    if (found?.remainingMinor === undefined || (found.resetsAt && Date.parse(found.resetsAt) <= nowMs)) return [];
    return [{ limitType, leftMinor: found.remainingMinor, againAt: found.resetsAt }];
  });
}

const largestBet = (limits: Limits) =>
  limits.find(({ active, limitType }) => active && limitType === 'bet_amount')?.amountMinor;

/** The end of the session, if its time limit is reached; otherwise null. */
export function sessionOverAt(session: Partial<Session>, nowMs: number): Partial<LimitStop> | null {
  const { limitMinutes } = session;
  if (limitMinutes === undefined || !isPlaying(session, nowMs) || minutesOf(session, nowMs) < limitMinutes) return null;
  return { minutes: limitMinutes, againAt: session.endsAt };
}

/** The first limit that the next stakes would exceed; null if they may be sent. */
export function stakeStop(
  limits: Limits,
  session: Partial<Session>,
  { largestMinor, ownMinor }: NextStakes,
  nowMs: number,
): LimitStop | null {
  const most = largestBet(limits);
  if (most !== undefined && largestMinor > most) return { limitType: 'bet_amount', leftMinor: most };
  const over = sessionOverAt(session, nowMs);
  if (over) return { limitType: 'session_time', ...over };
  return lossesLeft(limits, nowMs).find(({ leftMinor = 0 }) => ownMinor > leftMinor) ?? null;
}

/** The loss limit with the least left, which the next stake would reach first. */
export function tightestLoss(limits: Limits, nowMs: number): LimitType | null {
  const [first, ...others] = lossesLeft(limits, nowMs);
  return first
    ? others.reduce((least, next) => ((next.leftMinor ?? 0) < (least.leftMinor ?? 0) ? next : least), first).limitType
    : null;
}

/** The largest single stake within all limits; null if there is none, or no limit is set. */
export function largestStake(limits: Limits, nowMs: number): number | null {
  const left = lossesLeft(limits, nowMs).map(({ leftMinor = 0 }) => leftMinor);
  const most = Math.min(largestBet(limits) ?? Number.POSITIVE_INFINITY, ...left);
  return Number.isFinite(most) && most > 0 ? most : null;
}

/** The names that wallet gives the player's own limits in a refusal. */
const refused: Readonly<Record<string, LimitType>> = {
  bet: 'bet_amount',
  session: 'session_time',
  lossDay: 'loss_daily',
  lossWeek: 'loss_weekly',
  lossMonth: 'loss_monthly',
  depositDay: 'deposit_daily',
  depositWeek: 'deposit_weekly',
  depositMonth: 'deposit_monthly',
};

/**
 * The player's own limit that a refusal names; null if it is a limit of the account. Both kinds have a maximum bet, so the player's own is recognised by its
 * amount.
 */
export function refusedStop(params: Readonly<Record<string, unknown>> | undefined, limits: Limits): LimitStop | null {
  const limitType =
    typeof params?.limit === 'string' && Object.hasOwn(refused, params.limit) ? refused[params.limit] : undefined;
  if (!params || !limitType) return null;
  const { limitMinor, remainingMinor, limitMinutes, resetsAt } = params;
  if (limitType === 'bet_amount' && (typeof limitMinor !== 'number' || largestBet(limits) !== limitMinor)) return null;
  return {
    limitType,
    leftMinor: typeof remainingMinor === 'number' ? remainingMinor : undefined,
    minutes: typeof limitMinutes === 'number' ? limitMinutes : undefined,
    againAt: typeof resetsAt === 'string' ? resetsAt : undefined,
  };
}
