/**
 * Whether the player's own limits stop a stake before it is sent, and which of them refused a stake or a deposit. The checks and their order are those of
 * wallet. Pure.
 */
import type { LimitType, PlayLimit } from '@fairline/proto/risk/limits';
import type { Session } from '@fairline/proto/risk/sessions';
import { isPlaying, minutesOf } from './reminders.ts';

export interface LimitStop {
  limitType: LimitType;
  /** The largest bet, or the rest of a loss or deposit limit. */
  leftMinor?: number | undefined;
  /** Of a session. */
  minutes?: number | undefined;
  /** From when on stakes are taken again. */
  againAt?: string | undefined;
}

/** The next bets: each is a stake of its own. */
export interface NextStakes {
  largestMinor: number;
  /** How much of the player's money can be lost. */
  ownMinor: number;
}

const losses: readonly LimitType[] = ['loss_daily', 'loss_weekly', 'loss_monthly'];

type Limits = readonly Pick<PlayLimit, 'limitType' | 'active' | 'amountMinor' | 'remainingMinor' | 'resetsAt'>[];

/** The rest of each loss limit, except of one whose period ended since it was read. */
function lossesLeft(limits: Limits, nowMs: number): LimitStop[] {
  return losses.flatMap((limitType) => {
    const found = limits.find((limit) => limit.active && limit.limitType === limitType);
    if (found?.remainingMinor === undefined || (found.resetsAt && Date.parse(found.resetsAt) <= nowMs)) return [];
    return [{ limitType, leftMinor: found.remainingMinor, againAt: found.resetsAt }];
  });
}

const largestBet = (limits: Limits) => limits.find(({ active, limitType }) => active && limitType === 'bet_amount')?.amountMinor;

/** When the session that has reached its limit will be over; undefined while it has not. */
export function sessionOverAt(session: Partial<Session>, nowMs: number): Partial<LimitStop> | null {
  const { limitMinutes } = session;
  if (limitMinutes === undefined || !isPlaying(session, nowMs) || minutesOf(session, nowMs) < limitMinutes) return null;
  return { minutes: limitMinutes, againAt: session.endsAt };
}

/** The first of the limits that the next stakes would break; null where they may be sent. */
export function stakeStop(limits: Limits, session: Partial<Session>, { largestMinor, ownMinor }: NextStakes, nowMs: number): LimitStop | null {
  const most = largestBet(limits);
  if (most !== undefined && largestMinor > most) return { limitType: 'bet_amount', leftMinor: most };
  const over = sessionOverAt(session, nowMs);
  if (over) return { limitType: 'session_time', ...over };
  return lossesLeft(limits, nowMs).find(({ leftMinor = 0 }) => ownMinor > leftMinor) ?? null;
}

/** The loss limit with the least left: the one that the next stake meets first. */
export function tightestLoss(limits: Limits, nowMs: number): LimitType | null {
  const [first, ...others] = lossesLeft(limits, nowMs);
  return first ? others.reduce((least, next) => ((next.leftMinor ?? 0) < (least.leftMinor ?? 0) ? next : least), first).limitType : null;
}

/** The largest single stake that no limit stops; null where there is none such, or no limit at all. */
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

/** The player's own limit in a refusal; null for one of the account. Both have a largest bet, so the player's own is recognised by its size. */
export function refusedStop(params: Readonly<Record<string, unknown>> | undefined, limits: Limits): LimitStop | null {
  const limitType = typeof params?.limit === 'string' && Object.hasOwn(refused, params.limit) ? refused[params.limit] : undefined;
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
