/** Time-outs (up to 90 days) and self-exclusion. They apply at once, and nobody can shorten them. Withdrawals and support remain available. */

import { z } from 'zod';
import { common, event, Id, Instant, refusal, route } from '../contract.ts';
import type { JurisdictionRules } from '../jurisdictions.ts';
import { laterDate, localDate, midnightIn } from '../periods.ts';
import { fieldMessages } from '../texts.ts';
import { dayMs } from '../time.ts';

export const exclusionDays = [1, 7, 30, 90, 180, 365] as const;
/** An exclusion of this many days or more is a self-exclusion, a shorter one a time-out. */
export const selfExclusionDays = 180;

export const ExclusionKind = z.enum(['time_out', 'self_exclusion']);

export const Exclusion = z.object({
  id: Id,
  type: z.enum(['timed', 'permanent']),
  kind: ExclusionKind,
  reason: z.string(),
  startsAt: Instant,
  endsAt: Instant.optional(),
  /** It does not end by itself: once `endsAt` has passed, the player asks to return, and it ends at `returnsAt`. */
  returnsOnRequest: z.literal(true).optional(),
  returnsAt: Instant.optional(),
  status: z.enum(['active', 'ended']),
  createdAt: Instant,
});
export type Exclusion = z.infer<typeof Exclusion>;

const ExclusionReason = z
  .string({ error: fieldMessages.exclusionReasonRequired })
  .trim()
  .min(1, fieldMessages.exclusionReasonRequired)
  .max(500);

/** Either `days` or `permanent`. It is one object, not a union, so that each field has its own error message. */
export const ExclusionBody = z
  .strictObject({
    days: z.literal(exclusionDays, fieldMessages.exclusionLength).optional(),
    permanent: z.literal(true).optional(),
    reason: ExclusionReason,
  })
  .refine(({ days, permanent }) => (days === undefined) !== (permanent === undefined), {
    error: fieldMessages.exclusionEither,
    path: ['days'],
  });
export type ExclusionBody = z.infer<typeof ExclusionBody>;

/**
 * The end of an exclusion. Days have 24 hours, whatever the local clock does; null days mean permanent.
 * Where the jurisdiction counts in calendar months, it ends at the midnight after the day that many months later.
 */
export function exclusionEnd(
  days: number | null,
  startsAt: Date,
  { exclusionMonths, timeZone }: Pick<JurisdictionRules, 'exclusionMonths' | 'timeZone'>,
): Date | null {
  if (days === null) return null;
  const months = exclusionMonths[days];
  if (months === undefined) return new Date(startsAt.getTime() + days * dayMs);
  return midnightIn(laterDate(localDate(startsAt, timeZone), { months, days: 1 }), timeZone);
}

export function exclusionKind(days: number | null): Exclusion['kind'] {
  return days === null || days >= selfExclusionDays ? 'self_exclusion' : 'time_out';
}

/** Whether it lasts until the player asks to return. A permanent one lasts for good. */
export function returnsOnRequest(
  days: number | null,
  { returnHours }: Pick<JurisdictionRules, 'returnHours'>,
): boolean {
  return days !== null && exclusionKind(days) === 'self_exclusion' && returnHours !== null;
}

export const exclusionRefusals = {
  /** There is no exclusion that is over and waits for the player's request. */
  noReturn: refusal('exclusion_not_over', 409, 'Your time-out or self-exclusion is not over yet'),
  /** The current exclusion ends no earlier. params: {endsAt}, absent if it is permanent. */
  shorter: refusal(
    'exclusion_in_force',
    409,
    'Your current time-out or self-exclusion ends no earlier than this one. You can only extend it.',
  ),
} as const;

export const exclusionRoutes = {
  exclusion: route('GET /api/risk/self-exclusion', {
    summary: "The exclusion in force, and the player's earlier ones",
    access: 'player',
    reply: z.object({ current: Exclusion.optional(), items: z.array(Exclusion) }),
  }),
  exclude: route('POST /api/risk/self-exclusion', {
    summary:
      'Excludes the player from play and deposits, effective before the reply. An exclusion can be extended, never shortened',
    access: 'player',
    keyed: true,
    body: ExclusionBody,
    reply: Exclusion,
    status: 201,
    refusals: [exclusionRefusals.shorter, common.cardNumber, common.unavailable],
  }),
  askReturn: route('POST /api/risk/self-exclusion/return', {
    summary: 'Asks to play again after a self-exclusion that ends only on request. A repeat returns the same',
    access: 'player',
    reply: Exclusion,
    refusals: [exclusionRefusals.noReturn, common.unavailable],
  }),
} as const;

const exclusion = { exclusionId: Id, playerId: Id, kind: ExclusionKind };

export const exclusionEvents = {
  playerExcluded: event('risk', 'PlayerExcluded', {
    summary: 'A player took a time-out or self-excluded: no stakes, deposits, new bonuses or marketing while it lasts.',
    data: z.object({
      ...exclusion,
      permanent: z.boolean(),
      endsAt: Instant.optional(),
      returnsOnRequest: z
        .literal(true)
        .optional()
        .meta({ description: 'it lasts until the player asks to return, at least until endsAt' }),
    }),
    audience: { player: 'playerId', operators: 'risk.read' },
    notice: { template: 'player_excluded' },
  }),
  exclusionEnded: event('risk', 'ExclusionEnded', {
    summary: 'The last exclusion of a player ended: they can play again.',
    data: z.object(exclusion),
    audience: { player: 'playerId', operators: 'risk.read' },
  }),
} as const;
