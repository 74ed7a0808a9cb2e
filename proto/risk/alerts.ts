/** Risk alerts: raised from events of other services, and handled by operators. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Message, Page, refusal, route } from '../contract.ts';
import { BalanceMinor } from '../money.ts';
import { fieldMessages, isMultilineText } from '../texts.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;
export const Severity = z.enum(severities);
export type Severity = z.infer<typeof Severity>;

export const alertStatuses = ['open', 'investigating', 'resolved', 'false_positive'] as const;
export const AlertStatus = z.enum(alertStatuses);
export type AlertStatus = z.infer<typeof AlertStatus>;

/** The statuses that may follow each status. */
export const alertTransitions: Readonly<Record<AlertStatus, readonly AlertStatus[]>> = {
  open: ['investigating', 'resolved'],
  investigating: ['resolved', 'false_positive'],
  resolved: [],
  false_positive: [],
};

/** The known types with their severity. The rule that raises an alert may set another severity. */
export const alertTypes = {
  game_out_of_bounds: 'critical',
  books_unbalanced: 'critical',
  round_mismatch: 'critical',
  bonus_abuse: 'high',
  large_adjustment: 'high',
  price_far_from_fair: 'high',
  near_threshold: 'medium',
  harm_score: 'high',
  excluded_person: 'high',
  // Raised by the rules in rules.ts.
  large_deposit: 'medium',
  structuring: 'high',
  unplayed_withdrawal: 'high',
  bet_velocity: 'medium',
  sign_in_failures: 'medium',
  shared_device: 'medium',
  shared_address: 'low',
  shared_destination: 'high',
  large_win: 'medium',
  arbitrage: 'medium',
  late_bets: 'high',
  unusual_stake: 'medium',
  opposite_sides: 'high',
  dormant_account: 'medium',
  kyc_mismatch: 'high',
  raised_limit_deposit: 'high',
  failed_deposits: 'medium',
  account_takeover: 'high',
  own_prices_used: 'high',
  own_rates_used: 'high',
  mutual_approvals: 'high',
  // About operators and the platform itself.
  operator_access: 'high',
  operator_rule: 'high',
  rate_far_from_market: 'high',
  prices_tampered: 'critical',
  check_overdue: 'critical',
  risk_rule_loosened: 'medium',
  risk_level_lowered: 'medium',
  rule_throttled: 'low',
} as const satisfies Record<string, Severity>;
export type AlertType = keyof typeof alertTypes;
/** The name of a type: words with underscores. The list is open: `alertTypes` has the known ones, and rules may add more. */
export const AlertTypeName = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);

export const alertRules = {
  /** An adjustment of at least this raises an alert. In currencies that are not play currencies, every adjustment does. */
  largeAdjustmentMinor: 500_000,
  /** Closed alerts are counted up to this. Their number only grows, and every operator's page counts them repeatedly. */
  closedCounted: 10_000,
} as const;

export const AlertNote = z.object({ id: Id, operatorId: Id, text: z.string(), createdAt: Instant });

export const Alert = z.object({
  id: Id,
  type: AlertTypeName,
  severity: Severity,
  status: AlertStatus,
  /** The text in English. `message` is the same text as data; alerts of earlier releases do not have it. */
  description: z.string(),
  message: Message.optional(),
  /** The player or the operator whom it is about; both may be absent. */
  userId: Id.optional(),
  operatorId: Id.optional(),
  /** The operators who cannot close it: the one it names, and those who acted on the player in the same matter. */
  actingOperatorIds: z.array(Id).optional(),
  amountMinor: BalanceMinor.optional(),
  currency: z.string().optional(),
  assigneeId: Id.optional(),
  /** The rule that raised it, and the period of its events. */
  rule: z.object({ id: z.string(), from: Instant, until: Instant }).optional(),
  /** The subject of the alert, such as a game, a market or a payment. */
  about: z.object({ type: z.string(), id: z.string() }).optional(),
  notes: z.array(AlertNote),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Alert = z.infer<typeof Alert>;

/** An event behind an alert. */
export const AlertEvent = z.object({
  id: Id,
  service: z.string(),
  name: z.string(),
  at: Instant,
  playerId: Id.optional(),
  /** The id of the aggregate, such as a bet or a payment. */
  aggregate: z.string(),
  /** In the unit of the rule. */
  value: z.number().optional(),
});
export type AlertEvent = z.infer<typeof AlertEvent>;

export const AlertCounts = z.object({
  open: z.int(),
  investigating: z.int(),
  /** Resolved alerts and false positives are each at most `alertRules.closedCounted`. */
  resolved: z.int(),
  falsePositive: z.int(),
  /** Counts by severity, of open and investigated alerts. */
  critical: z.int(),
  high: z.int(),
});
export type AlertCounts = z.infer<typeof AlertCounts>;

export const alertRefusals = {
  unknown: refusal('not_found', 404, 'Alert not found', 'alert'),
  /** params: {from, to} */
  transition: refusal('alert_transition', 409, 'An alert cannot go from {from} to {to}'),
  /** params: {version} */
  changed: refusal('alert_changed', 409, 'Another operator has changed this alert. Review it and try again.'),
  own: refusal('alert_own', 403, 'You cannot close an alert about your own decision'),
  actedOn: refusal(
    'alert_acted_on',
    403,
    'You acted on this player in the matter of this alert. Another operator must close it.',
  ),
  assignee: refusal('alert_assignee', 422, 'You can only assign an alert to yourself or unassign it'),
} as const;

export const alertRoutes = {
  alerts: route('GET /api/admin/risk/alerts', {
    summary: 'Alerts, newest first, with counts over all of them',
    access: { operator: 'risk.read' },
    query: z.strictObject({
      id: Id.optional(),
      severity: Severity.optional(),
      status: AlertStatus.optional(),
      type: AlertTypeName.optional(),
      /** The id of the rule that raised them. */
      rule: z.string().max(60).optional(),
      /** The id of the subject. */
      about: z.string().min(1).max(200).optional(),
      userId: Id.optional(),
      cursor: Cursor,
    }),
    reply: Page(Alert).extend({ counts: AlertCounts }),
  }),
  alertEvents: route('GET /api/admin/risk/alerts/:id/events', {
    summary: 'The events behind an alert of a rule or of many markets, newest first, 100 at most; kept with the alert',
    access: { operator: 'risk.read' },
    params: byId,
    reply: z.object({ items: z.array(AlertEvent) }),
    refusals: [alertRefusals.unknown],
  }),
  changeAlert: route('PATCH /api/admin/risk/alerts/:id', {
    summary: 'Changes the status of an alert, assigns it, or adds a note',
    access: { operator: 'risk' },
    params: byId,
    /** With `version`, the change is refused if the alert has changed since. */
    body: z
      .strictObject({
        status: AlertStatus.optional(),
        assigneeId: Id.nullable().optional(),
        note: z.string().trim().min(1).max(2_000).refine(isMultilineText, fieldMessages.noteInvalid).optional(),
        version: z.int().optional(),
      })
      .refine(
        ({ status, assigneeId, note }) => status !== undefined || assigneeId !== undefined || note !== undefined,
        fieldMessages.alertChangeRequired,
      ),
    reply: Alert,
    refusals: [
      alertRefusals.unknown,
      alertRefusals.transition,
      alertRefusals.changed,
      alertRefusals.own,
      alertRefusals.actedOn,
      alertRefusals.assignee,
      common.cardNumber,
    ],
  }),
} as const;

const alert = { alertId: Id, type: AlertTypeName, severity: Severity, status: AlertStatus, playerId: Id.optional() };

export const alertEvents = {
  raised: event('risk', 'AlertRaised', {
    summary: 'An alert was raised.',
    data: z.object(alert),
    audience: { operators: 'risk.read' },
  }),
  updated: event('risk', 'AlertUpdated', {
    summary: 'An alert got another status, an assignee or a note.',
    data: z.object(alert),
    audience: { operators: 'risk.read' },
  }),
} as const;
