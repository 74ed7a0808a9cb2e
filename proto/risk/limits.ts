/** A player's own limits. Lowering one applies at once; raising or removing one needs the player's confirmation after a delay. Wallet enforces the limits. */
import { z } from 'zod';
import { byId, common, event, Id, Instant, refusal, route } from '../contract.ts';
import { BalanceMinor } from '../money.ts';
import type { PlayLimits } from '../wallet/players.ts';

export const limitTypes = [
  'deposit_daily',
  'deposit_weekly',
  'deposit_monthly',
  'loss_daily',
  'loss_weekly',
  'loss_monthly',
  'session_time',
  'bet_amount',
] as const;
export const LimitType = z.enum(limitTypes);
export type LimitType = z.infer<typeof LimitType>;

/** The field of wallet's permit that enforces each type. */
export const permitFields = {
  deposit_daily: 'depositDayMinor',
  deposit_weekly: 'depositWeekMinor',
  deposit_monthly: 'depositMonthMinor',
  loss_daily: 'lossDayMinor',
  loss_weekly: 'lossWeekMinor',
  loss_monthly: 'lossMonthMinor',
  session_time: 'sessionMinutes',
  bet_amount: 'betMinor',
} as const satisfies Record<LimitType, keyof PlayLimits>;

export const limitRules = {
  /** A raise or a removal can be confirmed from `raiseHours` after its request on, and lapses `lapseDays` after its request. */
  raiseHours: 24,
  lapseDays: 7,
  /** The largest amount and the longest session that a limit can have. More would limit nothing. */
  maxAmountMinor: 100_000_000_000,
  maxMinutes: 1_440,
} as const;

/** The value in the play currency, or in minutes for `session_time`. */
const value = { amountMinor: z.int().optional(), minutes: z.int().optional() };

export const PlayLimit = z.object({
  id: Id,
  limitType: LimitType,
  ...value,
  /** The rest in the current period: minor units of an amount, or minutes of a session. A limit of the stake of a bet has no rest. */
  remainingMinor: BalanceMinor.optional(),
  remainingMinutes: z.int().min(0).optional(),
  resetsAt: Instant.optional(),
  active: z.boolean(),
  effectiveFrom: Instant,
  createdAt: Instant,
  /** A raise, or a removal if it has no value. It can be confirmed between the two times. */
  pending: z.object({ ...value, confirmableAt: Instant, lapsesAt: Instant }).optional(),
});
export type PlayLimit = z.infer<typeof PlayLimit>;

/** Accepts any value. The rules of limits refuse everything but a whole number above zero with one refusal, `invalid_limit`. */
const Given = z.unknown().optional();

/** The form of a limit: an amount, or minutes for a session. */
export const LimitBody = z.strictObject({
  limitType: LimitType,
  amountMinor: Given.meta({ description: 'a whole number of minor units of the play currency' }),
  minutes: Given.meta({ description: 'whole minutes; for session_time only' }),
});
export type LimitBody = z.infer<typeof LimitBody>;

export const limitRefusals = {
  /** The value is missing, not above zero, too large, or not of this type. */
  value: refusal('invalid_limit', 422, 'Please enter a valid limit amount'),
  unknown: refusal('not_found', 404, 'Limit not found', 'limit'),
  nothingPending: refusal('nothing_pending', 409, 'There is no pending change'),
  /** params: {confirmableAt} */
  tooEarly: refusal('limit_too_early', 409, 'This change can be confirmed 24 hours after you requested it'),
  /** params: {reasons} */
  noRaise: refusal(
    'limit_raise_refused',
    403,
    'You cannot raise or remove limits at the moment. You can still lower them or set new ones.',
  ),
} as const;

export const limitRoutes = {
  limits: route('GET /api/risk/limits', {
    summary: "The player's limits with what is left of them",
    access: 'player',
    reply: z.object({
      items: z.array(PlayLimit),
      depositLimitAnswered: z
        .boolean()
        .optional()
        .meta({ description: 'whether the player has ever set a limit of deposits or declined one' }),
    }),
    refusals: [common.unavailable],
  }),
  setLimit: route('POST /api/risk/limits', {
    summary:
      'Sets a limit. A new or lower one applies before the reply; a higher one waits 24 hours for its confirmation',
    access: 'player',
    keyed: true,
    body: LimitBody,
    reply: PlayLimit,
    refusals: [limitRefusals.value, limitRefusals.noRaise, common.unavailable],
  }),
  declineDepositLimit: route('POST /api/risk/deposit-limit/decline', {
    summary: 'The player wants no deposit limit for now, and is not asked for one again. Repeating it changes nothing',
    access: 'player',
  }),
  removeLimit: route('DELETE /api/risk/limits/:id', {
    summary: 'Requests the removal of a limit, to be confirmed like a raise',
    access: 'player',
    params: byId,
    reply: PlayLimit,
    refusals: [limitRefusals.unknown, limitRefusals.noRaise, common.unavailable],
  }),
  cancelPending: route('POST /api/risk/limits/:id/cancel', {
    summary: 'Cancels a raise or a removal that is not confirmed; the limit stays as it is',
    access: 'player',
    params: byId,
    reply: PlayLimit,
    refusals: [limitRefusals.unknown, limitRefusals.nothingPending],
  }),
  confirmLimit: route('POST /api/risk/limits/:id/confirm', {
    summary: 'Confirms a raise or a removal once 24 hours have passed',
    access: 'player',
    params: byId,
    reply: PlayLimit,
    refusals: [
      limitRefusals.unknown,
      limitRefusals.nothingPending,
      limitRefusals.tooEarly,
      limitRefusals.noRaise,
      common.unavailable,
    ],
  }),
} as const;

export const limitEvents = {
  limitSet: event('risk', 'LimitSet', {
    summary: 'A limit was set or changed, or a raise or removal was requested, cancelled or lapsed.',
    data: z.object({
      playerId: Id,
      limitId: Id,
      limitType: LimitType,
      change: z.enum([
        'set',
        'lowered',
        'raised',
        'removed',
        'raise_requested',
        'removal_requested',
        'taken_back',
        'lapsed',
      ]),
      /** The value in force after the change; absent if there is none. */
      value: z.int().optional(),
    }),
    audience: { player: 'playerId' },
  }),
} as const;
