/** The rules as data: their signals, measures and default values. A new rule is one entry here. */
import { type AlertType, alertTypes } from '@fairline/proto/risk/alerts';
import { type RuleId, ruleTexts } from '@fairline/proto/risk/rule-texts';
import type { RiskRule, RuleMeasure } from '@fairline/proto/risk/rules';
import { type AlertText, alertText } from '../alerts/english.ts';
import * as measures from './measures.ts';
import type { SignalKind } from './signal.ts';
import { keptMinutesOf, sumsKeptDays } from './signals.ts';

export interface Rule {
  readonly id: RuleId;
  readonly name: string;
  readonly alertType: AlertType;
  readonly measure: RuleMeasure;
  readonly unit: RiskRule['unit'];
  /**
   * The key by which signals are grouped: the subject, the trait, or a trait of the kinds in `links` that subjects share (`linked`).
   * `all`: no groups; for rare kinds only.
   */
  readonly scope: 'subject' | 'trait' | 'linked' | 'all';
  readonly reads: readonly SignalKind[];
  /** Kinds of which a new signal may complete a case; with `leastMinor` only from that value on. */
  readonly triggers: readonly SignalKind[];
  readonly leastMinor?: number;
  readonly links?: readonly SignalKind[];
  /** Only keys with a signal of this kind are measured. */
  readonly needs?: SignalKind;
  /** Kinds without a subject; they are read by the traits of the other signals. */
  readonly joins?: readonly SignalKind[];
  /** Whether the rule also reads the sums per day. */
  readonly readsDays?: true;
  /** Whether the rule also reads the sum staked before each withdrawal. */
  readonly readsStaked?: true;
  /** Set for rules that compare, where a late signal could undo a case: a signal is judged `settleMs` after its arrival. */
  readonly waits?: true;
  readonly threshold: number;
  readonly windowMinutes?: number;
  readonly find: measures.Measure;
}

/** A rule as listed here; its name and the text of its alerts are in proto. */
type RuleEntry = Omit<Rule, 'name'>;

const hour = 60;
const day = 24 * hour;
/** Amounts that lead to a review: a large deposit, and one that needs a second operator. Structuring stays just below them. */
const watchedMinor = [500_000, 1_000_000] as const;
const isJustBelow = ({ value }: { value: number }) =>
  watchedMinor.some((amount) => value >= 0.8 * amount && value < amount);

const money: readonly RuleEntry[] = [
  {
    id: 'large_deposit',
    alertType: 'large_deposit',
    ...{ measure: 'each', unit: 'minor', scope: 'subject', reads: ['deposit'], triggers: ['deposit'] },
    threshold: 500_000,
    find: measures.each(['deposit']),
  },
  {
    id: 'deposit_total',
    alertType: 'large_deposit',
    ...{ measure: 'sum', unit: 'minor', scope: 'subject', reads: ['deposit'], triggers: ['deposit'] },
    ...{ threshold: 1_000_000, windowMinutes: day },
    find: measures.sum(['deposit']),
  },
  {
    id: 'structuring',
    alertType: 'structuring',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['deposit'], triggers: ['deposit'] },
    ...{ threshold: 3, windowMinutes: 7 * day },
    find: measures.count(['deposit'], isJustBelow),
  },
  {
    id: 'unplayed_withdrawal',
    alertType: 'unplayed_withdrawal',
    ...{
      measure: 'unplayed',
      unit: 'percent',
      scope: 'subject',
      reads: ['deposit', 'withdrawal'],
      triggers: ['deposit', 'withdrawal'],
    },
    ...{ readsStaked: true, waits: true },
    ...{ threshold: 50, windowMinutes: 7 * day },
    find: measures.unplayedShare(20_000),
  },
  {
    id: 'failed_deposits',
    alertType: 'failed_deposits',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['deposit_failed'], triggers: ['deposit_failed'] },
    ...{ threshold: 5, windowMinutes: hour },
    find: measures.count(['deposit_failed']),
  },
  {
    id: 'raised_limit_deposit',
    alertType: 'raised_limit_deposit',
    ...{
      measure: 'sequence',
      unit: 'minor',
      scope: 'subject',
      reads: ['limit_loosened', 'deposit'],
      triggers: ['limit_loosened', 'deposit'],
    },
    ...{ threshold: 100_000, windowMinutes: day },
    find: measures.sequence(['limit_loosened'], ['deposit']),
  },
  {
    id: 'dormant_account',
    alertType: 'dormant_account',
    ...{
      measure: 'gap',
      unit: 'days',
      scope: 'subject',
      reads: ['deposit', 'withdrawal'],
      triggers: ['deposit', 'withdrawal'],
    },
    ...{ readsDays: true, waits: true },
    threshold: 180,
    find: measures.gap(['deposit', 'withdrawal']),
  },
  {
    id: 'large_win',
    alertType: 'large_win',
    ...{ measure: 'each', unit: 'minor', scope: 'subject', reads: ['win'], triggers: ['win'] },
    threshold: 1_000_000,
    find: measures.each(['win']),
  },
];

const accounts: readonly RuleEntry[] = [
  {
    id: 'sign_in_failures',
    alertType: 'sign_in_failures',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['sign_in_failed'], triggers: ['sign_in_failed'] },
    ...{ threshold: 10, windowMinutes: 15 },
    find: measures.count(['sign_in_failed']),
  },
  {
    id: 'sign_in_failures_address',
    alertType: 'sign_in_failures',
    ...{ measure: 'count', unit: 'times', scope: 'trait', reads: ['sign_in_failed'], triggers: ['sign_in_failed'] },
    ...{ threshold: 20, windowMinutes: 15 },
    find: measures.count(['sign_in_failed']),
  },
  {
    id: 'shared_device',
    alertType: 'shared_device',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'trait', reads: ['device'], triggers: ['device'] },
    ...{ threshold: 3, windowMinutes: 30 * day },
    find: measures.distinct(['device'], 'device'),
  },
  {
    id: 'shared_address',
    alertType: 'shared_address',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'trait', reads: ['address'], triggers: ['address'] },
    ...{ threshold: 5, windowMinutes: 30 * day },
    find: measures.distinct(['address'], 'address'),
  },
  {
    id: 'shared_destination',
    alertType: 'shared_destination',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'trait', reads: ['instrument'], triggers: ['instrument'] },
    ...{ threshold: 2, windowMinutes: 60 * day },
    find: measures.distinct(['instrument'], 'destination'),
  },
  {
    id: 'account_takeover',
    alertType: 'account_takeover',
    ...{ measure: 'sequence', unit: 'times', scope: 'subject' },
    reads: ['password', 'two_factor_off', 'new_device', 'destination'],
    triggers: ['password', 'two_factor_off', 'new_device', 'destination'],
    ...{ threshold: 1, windowMinutes: day },
    find: measures.sequence(['password', 'two_factor_off', 'new_device'], ['destination'], { isCount: true }),
  },
  {
    id: 'kyc_rejections',
    alertType: 'kyc_mismatch',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['kyc_rejected'], triggers: ['kyc_rejected'] },
    ...{ threshold: 2, windowMinutes: 30 * day },
    find: measures.count(['kyc_rejected']),
  },
  {
    id: 'kyc_identity_change',
    alertType: 'kyc_mismatch',
    ...{
      measure: 'sequence',
      unit: 'times',
      scope: 'subject',
      reads: ['kyc_approved', 'identity_changed'],
      triggers: ['kyc_approved', 'identity_changed'],
    },
    ...{ threshold: 1, windowMinutes: 7 * day },
    find: measures.sequence(['kyc_approved'], ['identity_changed'], { isCount: true, eitherOrder: true }),
  },
  {
    id: 'linked_claims',
    alertType: 'bonus_abuse',
    ...{
      measure: 'distinct',
      unit: 'subjects',
      scope: 'linked',
      reads: ['claim'],
      triggers: ['claim', 'device'],
      links: ['device'],
    },
    ...{ threshold: 3, windowMinutes: 7 * day },
    find: measures.distinct(['claim'], 'device'),
  },
];

const bets: readonly RuleEntry[] = [
  {
    id: 'bet_velocity',
    alertType: 'bet_velocity',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['stake'], triggers: ['stake'] },
    ...{ threshold: 30, windowMinutes: 1 },
    find: measures.count(['stake']),
  },
  {
    id: 'unusual_stake',
    alertType: 'unusual_stake',
    ...{
      measure: 'multiple',
      unit: 'factor',
      scope: 'subject',
      reads: ['stake', 'round'],
      triggers: ['stake', 'round'],
      leastMinor: 50_000,
    },
    ...{ readsDays: true, waits: true },
    ...{ threshold: 10, windowMinutes: 30 * day },
    find: measures.multiple({ minimumMinor: 50_000, stakesLeast: 20 }),
  },
  {
    id: 'arbitrage',
    alertType: 'arbitrage',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['leg', 'live_leg'], triggers: ['leg', 'live_leg'] },
    ...{ threshold: 3, windowMinutes: day },
    find: measures.bothSides(hour * 60_000),
  },
  {
    id: 'late_bets',
    alertType: 'late_bets',
    ...{
      measure: 'count',
      unit: 'times',
      scope: 'subject',
      reads: ['live_leg'],
      triggers: ['live_leg', 'suspended'],
      joins: ['suspended'],
    },
    ...{ threshold: 3, windowMinutes: day },
    find: measures.betsBeforeSuspension(5_000),
  },
  {
    id: 'rejected_live_bets',
    alertType: 'late_bets',
    ...{
      measure: 'count',
      unit: 'percent',
      scope: 'subject',
      reads: ['live_attempt', 'bet_rejected'],
      triggers: ['live_attempt', 'bet_rejected'],
    },
    waits: true,
    ...{ threshold: 40, windowMinutes: day },
    find: measures.failedShare('live_attempt', 'bet_rejected', 20),
  },
  {
    id: 'opposite_sides',
    alertType: 'opposite_sides',
    ...{
      measure: 'distinct',
      unit: 'subjects',
      scope: 'linked',
      reads: ['leg', 'live_leg'],
      links: ['device', 'instrument'],
    },
    triggers: ['leg', 'live_leg', 'device', 'instrument'],
    ...{ threshold: 2, windowMinutes: day },
    find: measures.oppositeSides('link'),
  },
];

const operators: readonly RuleEntry[] = [
  {
    id: 'own_prices_used',
    alertType: 'own_prices_used',
    ...{
      measure: 'sum',
      unit: 'minor',
      scope: 'trait',
      reads: ['own_prices', 'leg', 'live_leg'],
      triggers: ['own_prices', 'leg', 'live_leg'],
      needs: 'own_prices',
      waits: true,
    },
    ...{ threshold: 50_000, windowMinutes: day },
    find: measures.mostOf(0.8),
  },
  {
    id: 'own_rates_used',
    alertType: 'own_rates_used',
    ...{
      measure: 'sequence',
      unit: 'minor',
      scope: 'trait',
      reads: ['rate_set', 'conversion'],
      triggers: ['rate_set', 'conversion'],
      needs: 'rate_set',
    },
    ...{ threshold: 100_000, windowMinutes: hour },
    find: measures.sequence(['rate_set'], ['conversion'], { crossSubjects: true }),
  },
  {
    id: 'mutual_approvals',
    alertType: 'mutual_approvals',
    ...{ measure: 'count', unit: 'times', scope: 'all', reads: ['asked', 'approved'], triggers: ['asked', 'approved'] },
    ...{ threshold: 2, windowMinutes: 7 * day },
    find: measures.mutualApprovals,
  },
  {
    id: 'inviter_approvals',
    alertType: 'mutual_approvals',
    ...{
      measure: 'count',
      unit: 'times',
      scope: 'all',
      reads: ['asked', 'approved', 'invited'],
      triggers: ['asked', 'approved', 'invited'],
    },
    ...{ threshold: 3, windowMinutes: 7 * day },
    find: measures.approvalsOfInviter,
  },
  {
    id: 'operator_gifts',
    alertType: 'large_adjustment',
    ...{ measure: 'sum', unit: 'minor', scope: 'trait', reads: ['gift'], triggers: ['gift'] },
    ...{ threshold: 250_000, windowMinutes: day },
    find: measures.sum(['gift'], { pairs: true }),
  },
  {
    id: 'voided_losses',
    alertType: 'large_adjustment',
    ...{
      measure: 'sum',
      unit: 'minor',
      scope: 'trait',
      reads: ['round_voided'],
      triggers: ['round_voided'],
      waits: true,
    },
    ...{ threshold: 100_000, windowMinutes: day },
    find: measures.sum(['round_voided'], { pairs: true }),
  },
  {
    id: 'unseen_documents',
    alertType: 'kyc_mismatch',
    ...{
      measure: 'count',
      unit: 'times',
      scope: 'trait',
      reads: ['document_viewed', 'document_approved'],
      triggers: ['document_approved'],
      waits: true,
    },
    ...{ threshold: 1, windowMinutes: 30 * day },
    find: measures.approvedUnseen,
  },
];

/** Rules about operators, whose alerts are never throttled. */
export const neverThrottled: ReadonlySet<string> = new Set(operators.map(({ id }) => id));
export const rules: readonly Rule[] = [...money, ...accounts, ...bets, ...operators].map((rule) => ({
  ...rule,
  name: ruleTexts[rule.id].name,
}));
const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
export const ruleOf = (id: string): Rule | undefined => byId.get(id);

export const defaultsOf = ({ alertType, threshold, windowMinutes }: Rule): measures.Tuning => ({
  enabled: true,
  severity: alertTypes[alertType],
  threshold,
  ...(windowMinutes !== undefined && { windowMinutes }),
});

/** The longest window of a rule: as long as its signals, or its sums per day, are kept. */
export function maxWindowMinutesOf({ measure, reads, windowMinutes }: Rule): number | undefined {
  if (windowMinutes === undefined) return undefined;
  return measure === 'multiple' ? sumsKeptDays * day : keptMinutesOf(reads);
}

/** The text of a rule's alerts. It depends on the rule only, so it is the same whichever signal arrives first. */
export function textOfRule(
  { id, unit }: Rule,
  { threshold, windowMinutes }: Pick<measures.Tuning, 'threshold' | 'windowMinutes'>,
): AlertText {
  return alertText('rule', { rule: id, threshold, unit, ...(windowMinutes !== undefined && { windowMinutes }) });
}
