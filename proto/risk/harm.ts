/** Markers of harm: a score per player, computed from events, with its reasons; its interventions; and the player as operators see them. */
import { z } from 'zod';
import { RiskLevelName } from '../auth/fields.ts';
import { byId, common, event, Id, Instant, refusal, route } from '../contract.ts';
import { Exclusion } from './exclusions.ts';
import { RiskLevel } from './levels.ts';
import { PlayLimit } from './limits.ts';

/** Each marker adds its points once; the score is their sum, at most 100. */
export const harmMarkers = {
  chasing: { points: 25, text: 'Raised stakes after losses, five times or more in a day' },
  rising_deposits: { points: 20, text: 'Deposited more than twice the usual weekly amount in the last 7 days' },
  frequent_deposits: { points: 15, text: 'Deposited four times or more within a day' },
  failed_deposits: { points: 10, text: 'At least three deposits failed or were rejected within 24 hours' },
  night_play: { points: 10, text: 'Played between midnight and 06:00 UTC on at least three of the last 7 days' },
  long_sessions: { points: 15, text: 'Played for more than 4 hours without a 30-minute break' },
  raised_limits: { points: 15, text: 'Asked at least twice in 30 days to raise or remove a limit' },
  limit_reached: { points: 10, text: 'Used 95% or more of a daily limit on at least three of the last 7 days' },
  withdrawal_cancelled: { points: 15, text: 'Staked again within a day after a withdrawal was rejected' },
  returned_from_exclusion: { points: 10, text: 'Time-out or self-exclusion ended within the last 30 days' },
} as const;
export type HarmMarker = keyof typeof harmMarkers;
export const HarmMarkerName = z.enum(Object.keys(harmMarkers) as [HarmMarker, ...HarmMarker[]]);

/** The parameters of the markers. Times are UTC. */
export const harmRules = {
  /** A raise is a stake of at least `factor` times the stake that was just lost, within `withinMinutes`. The marker needs `raises` of them in a day. */
  chasing: { factor: 1.5, withinMinutes: 60, raises: 5 },
  /** Compares the last 7 days with the weekly mean of the 4 weeks before, counted from the first deposit in them. Without such a deposit there is no marker. */
  risingDeposits: { days: 7, beforeWeeks: 4, factor: 2 },
  frequentDeposits: { deposits: 4, hours: 24 },
  failedDeposits: { deposits: 3, hours: 24 },
  nightPlay: { untilHour: 6, nights: 3, days: 7 },
  longSessions: { minutes: 240, gapMinutes: 30, days: 7 },
  raisedLimits: { requests: 2, days: 30 },
  /** A daily limit counts as reached once this share of it is used. */
  limitReached: { share: 0.95, dates: 3, days: 7 },
  withdrawalCancelled: { hours: 24, days: 30 },
  returnedFromExclusion: { days: 30 },
  /** Activity is kept for this many days. */
  keptDays: 40,
} as const;

/** At this score or above: no new bonus, no limit raised or removed, and a time-out is offered before a deposit. */
export const harmThreshold = 50;

export const HarmScore = z.object({
  score: z.int().min(0).max(100),
  markers: z.array(
    z.object({ marker: HarmMarkerName, points: z.int(), since: Instant, inputs: z.record(z.string(), z.unknown()) }),
  ),
  computedAt: Instant,
});
export type HarmScore = z.infer<typeof HarmScore>;

/** An action that the score prevented or a time-out that it offered, with the reasons at that time. */
export const Intervention = z.object({
  id: Id,
  kind: z.enum(['bonus_stopped', 'raise_refused', 'pause_offered']),
  score: z.int(),
  reasons: z.array(HarmMarkerName),
  /** The player's answer to an offered time-out. */
  answer: z.enum(['taken', 'declined']).optional(),
  createdAt: Instant,
});
export type Intervention = z.infer<typeof Intervention>;

/** A time-out that is offered before a deposit; `offer` is absent if none is. */
export const PauseOffer = z.object({ offer: z.object({ id: Id, reasons: z.array(HarmMarkerName) }).optional() });
export type PauseOffer = z.infer<typeof PauseOffer>;

export const harmRefusals = { offerUnknown: refusal('not_found', 404, 'Offer not found', 'offer') } as const;

export const harmRoutes = {
  pauseOffer: route('POST /api/risk/pause-offers', {
    summary: 'Before a deposit: whether a time-out is offered, and why. One offer per UTC day is made and stored',
    access: 'player',
    reply: PauseOffer,
  }),
  answerOffer: route('POST /api/risk/pause-offers/:id/decline', {
    summary: 'Declines an offered time-out; starting one accepts it',
    access: 'player',
    params: byId,
    refusals: [harmRefusals.offerUnknown],
  }),
  riskSummaries: route('POST /api/admin/risk/summaries', {
    summary: 'Harm score, exclusion and open alerts of players by id, for lists of other services; 100 at most',
    access: { operator: 'risk.read' },
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({
      items: z.array(
        z.object({
          playerId: Id,
          harmScore: z.int(),
          isAtRisk: z.boolean(),
          /** The end of the player's exclusion: null without one, `permanent` without an end. */
          excludedUntil: z.union([Instant, z.literal('permanent')]).nullable(),
          openAlerts: z.int(),
          riskLevel: RiskLevelName,
        }),
      ),
    }),
  }),
  riskPlayer: route('GET /api/admin/risk/players/:id', {
    summary: 'Limits, exclusions, harm score with its markers, and its interventions',
    access: { operator: 'risk.read' },
    params: byId,
    reply: z.object({
      playerId: Id,
      limits: z.array(PlayLimit),
      exclusions: z.array(Exclusion),
      harm: HarmScore,
      interventions: z.array(Intervention),
      openAlerts: z.int(),
      riskLevel: RiskLevel,
    }),
    refusals: [common.notFound, common.unavailable],
  }),
} as const;

export const harmEvents = {
  harmScoreChanged: event('risk', 'HarmScoreChanged', {
    summary: 'The harm score of a player changed. `isAtRisk`: it reaches the threshold.',
    data: z.object({ playerId: Id, score: z.int(), isAtRisk: z.boolean(), reasons: z.array(HarmMarkerName) }),
    audience: { operators: 'risk.read' },
  }),
} as const;
