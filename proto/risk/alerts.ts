/** Risk alerts: raised from events of other services, worked on by operators. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, refusal, route } from '../contract.ts';
import { BalanceMinor } from '../money.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;
export const Severity = z.enum(severities);
export type Severity = z.infer<typeof Severity>;

export const alertStatuses = ['open', 'investigating', 'resolved', 'false_positive'] as const;
export const AlertStatus = z.enum(alertStatuses);
export type AlertStatus = z.infer<typeof AlertStatus>;

/** Where an alert may go from each status. */
export const alertTransitions: Readonly<Record<AlertStatus, readonly AlertStatus[]>> = {
  open: ['investigating', 'resolved'],
  investigating: ['resolved', 'false_positive'],
  resolved: [],
  false_positive: [],
};

/** What raises an alert, and how severe it is. */
export const alertTypes = {
  game_out_of_bounds: 'critical',
  books_unbalanced: 'critical',
  round_mismatch: 'critical',
  bonus_abuse: 'high',
  large_adjustment: 'high',
  price_far_from_fair: 'high',
  near_threshold: 'medium',
  harm_score: 'high',
} as const satisfies Record<string, Severity>;
export type AlertType = keyof typeof alertTypes;
export const AlertTypeName = z.enum(Object.keys(alertTypes) as [AlertType, ...AlertType[]]);

export const alertRules = {
  /** An adjustment of at least this raises an alert; in currencies that nobody plays in, any. */
  largeAdjustmentMinor: 500_000,
} as const;

export const AlertNote = z.object({ id: Id, operatorId: Id, text: z.string(), createdAt: Instant });

export const Alert = z.object({
  id: Id,
  type: AlertTypeName,
  severity: Severity,
  status: AlertStatus,
  description: z.string(),
  /** The player, the operator, or absent if it is about neither. */
  userId: Id.optional(),
  operatorId: Id.optional(),
  amountMinor: BalanceMinor.optional(),
  currency: z.string().optional(),
  assigneeId: Id.optional(),
  /** What it is about: a game, a market, a payment. */
  about: z.object({ type: z.string(), id: z.string() }).optional(),
  notes: z.array(AlertNote),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Alert = z.infer<typeof Alert>;

export const AlertCounts = z.object({
  open: z.int(),
  investigating: z.int(),
  resolved: z.int(),
  falsePositive: z.int(),
  /** Open or investigating. */
  critical: z.int(),
  high: z.int(),
});
export type AlertCounts = z.infer<typeof AlertCounts>;

export const alertRefusals = {
  unknown: refusal('not_found', 404, 'Alert not found'),
  /** params: {from, to} */
  transition: refusal('alert_transition', 409, 'An alert that is {from} cannot become {to}'),
  /** params: {version} */
  changed: refusal('alert_changed', 409, 'Another operator has changed this alert meanwhile'),
  assignee: refusal('alert_assignee', 422, 'Alerts can be assigned to yourself or taken off'),
} as const;

export const alertRoutes = {
  alerts: route('GET /api/admin/risk/alerts', {
    summary: 'Alerts, newest first, with counts over all of them',
    access: { operator: 'risk.read' },
    query: z.strictObject({ severity: Severity.optional(), status: AlertStatus.optional(), userId: Id.optional(), cursor: Cursor }),
    reply: Page(Alert).extend({ counts: AlertCounts }),
  }),
  changeAlert: route('PATCH /api/admin/risk/alerts/:id', {
    summary: 'Moves an alert on, assigns it, adds a note',
    access: { operator: 'risk' },
    params: byId,
    /** With `version`, the change is refused if the alert has another one by now. */
    body: z.strictObject({
      status: AlertStatus.optional(),
      assigneeId: Id.nullable().optional(),
      note: z.string().trim().min(1).max(2_000).optional(),
      version: z.int().optional(),
    }),
    reply: Alert,
    refusals: [alertRefusals.unknown, alertRefusals.transition, alertRefusals.changed, alertRefusals.assignee, common.cardNumber],
  }),
} as const;

const alert = { alertId: Id, type: AlertTypeName, severity: Severity, status: AlertStatus, playerId: Id.optional() };

export const alertEvents = {
  raised: event('risk', 'AlertRaised', { summary: 'An alert was raised.', data: z.object(alert), audience: { operators: 'risk.read' } }),
  updated: event('risk', 'AlertUpdated', { summary: 'An alert was moved on, assigned or noted.', data: z.object(alert), audience: { operators: 'risk.read' } }),
} as const;
