/** Risk level of a player: computed from alerts, or set by an operator; and the log of interactions with them. */
import { z } from 'zod';
import { RiskLevelName } from '../auth/fields.ts';
import { byId, Cursor, common, event, Id, Instant, Page, Reason, refusal, route } from '../contract.ts';
import { fieldMessages, isMultilineText } from '../texts.ts';

/**
 * The computed level.
 * high: a critical or high alert about the player is open or under investigation, or was resolved in the last `days` days.
 * medium: the same for one medium alert, or for `lowAlerts` low ones. low: everyone else. False positives and alerts on harm or on a lowered level do not count.
 */
export const levelRules = { days: 30, lowAlerts: 3 } as const;

export const RiskLevel = z.object({
  /** The effective level: the override, if there is one. */
  level: RiskLevelName,
  computed: RiskLevelName,
  /** Ids of the alerts behind the computed level, newest first, 20 at most. */
  alertIds: z.array(Id),
  override: z.object({ level: RiskLevelName, reason: z.string(), operatorId: Id, at: Instant }).optional(),
  version: z.int(),
});
export type RiskLevel = z.infer<typeof RiskLevel>;

export const interactionKinds = ['call', 'email', 'chat', 'note', 'automatic'] as const;
export const interactionOutcomes = [
  'no_answer',
  'informed',
  'limits_set',
  'time_out',
  'documents_requested',
  'restricted',
  'no_action',
] as const;

/** A contact with a player about their play or their money, kept as evidence: it cannot be changed. */
export const Interaction = z.object({
  id: Id,
  kind: z.enum(interactionKinds),
  /** The reason of the contact. */
  subject: z.enum(['safe_play', 'fraud', 'source_of_funds', 'other']),
  /** For automatic ones, the kind of intervention. */
  text: z.string(),
  outcome: z.enum(interactionOutcomes).optional(),
  /** Absent for automatic ones. */
  operatorId: Id.optional(),
  harmScore: z.int(),
  at: Instant,
});
export type Interaction = z.infer<typeof Interaction>;

export const levelRefusals = {
  changed: refusal('risk_level_changed', 409, 'The risk level has changed. Review it and try again.'),
  own: refusal(
    'alert_own',
    403,
    'You cannot lower a risk level while an alert about your own decision counts for it',
    'risk_level',
  ),
} as const;

export const levelRoutes = {
  setRiskLevel: route('PUT /api/admin/risk/players/:id/level', {
    summary:
      "Overrides a player's risk level, or removes the override with null. A level below the computed one raises an alert",
    access: { operator: 'risk' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ level: RiskLevelName.nullable(), reason: Reason, version: z.int().optional() }),
    reply: RiskLevel,
    refusals: [common.notFound, common.cardNumber, levelRefusals.changed, levelRefusals.own],
  }),
  interactions: route('GET /api/admin/risk/players/:id/interactions', {
    summary: 'Interactions with a player, automatic ones included, newest first',
    access: { operator: 'risk.read' },
    params: byId,
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(Interaction),
    refusals: [common.notFound],
  }),
  addInteraction: route('POST /api/admin/risk/players/:id/interactions', {
    summary: 'Records an interaction with a player',
    access: { operator: 'risk' },
    keyed: 'optional',
    params: byId,
    body: z.strictObject({
      kind: z.enum(['call', 'email', 'chat', 'note']),
      subject: Interaction.shape.subject,
      text: z.string().trim().min(1).max(2_000).refine(isMultilineText, fieldMessages.textInvalid),
      outcome: z.enum(interactionOutcomes).optional(),
    }),
    reply: Interaction,
    status: 201,
    refusals: [common.notFound, common.cardNumber],
  }),
} as const;

export const levelEvents = {
  riskLevelChanged: event('risk', 'RiskLevelChanged', {
    summary: "A player's risk level changed, computed from alerts or set by an operator.",
    data: z.object({ playerId: Id, level: RiskLevelName, from: RiskLevelName, byOperator: z.boolean() }),
    audience: { operators: 'risk.read' },
  }),
} as const;
