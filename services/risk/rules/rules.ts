/** The rules as data: the signals each one measures, how, and its default values. A new rule is one entry here. */
import { type AlertType, alertTypes } from '@fairline/proto/risk/alerts';
import type { RiskRule, RuleMeasure } from '@fairline/proto/risk/rules';
import * as measures from './measures.ts';
import type { SignalKind } from './signal.ts';
import { keptMinutesOf, sumsKeptDays } from './signals.ts';

export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly alertType: AlertType;
  readonly measure: RuleMeasure;
  readonly unit: RiskRule['unit'];
  /**
   * How its signals are grouped: by subject, by trait, or by a trait that subjects share (`linked`, of the kinds in `links`).
   * `all`: not grouped; for rare kinds only.
   */
  readonly scope: 'subject' | 'trait' | 'linked' | 'all';
  readonly reads: readonly SignalKind[];
  /** A new signal of these kinds may complete a case; where `leastMinor` is set, only from that value on. */
  readonly triggers: readonly SignalKind[];
  readonly leastMinor?: number;
  readonly links?: readonly SignalKind[];
  /** Only keys with a signal of this kind are measured. */
  readonly needs?: SignalKind;
  /** Kinds without a subject, read by the traits of the other signals. */
  readonly joins?: readonly SignalKind[];
  /** Whether it also reads the sums per day. */
  readonly readsDays?: true;
  /** Whether it also reads what was staked before each withdrawal. */
  readonly readsStaked?: true;
  /** It compares, so that what arrives late could undo a case: it judges a signal once `settleMs` have passed since that arrived. */
  readonly waits?: true;
  readonly threshold: number;
  readonly windowMinutes?: number;
  /** A sentence with `{n}`, the threshold, and `{time}`, the window. */
  readonly sentence: string;
  readonly find: measures.Measure;
}

const hour = 60;
const day = 24 * hour;
/** Amounts that draw a review: a large deposit, and one that needs a second operator. Structuring stays just below them. */
const watchedMinor = [500_000, 1_000_000] as const;
const isJustBelow = ({ value }: { value: number }) => watchedMinor.some((amount) => value >= 0.8 * amount && value < amount);

const money: readonly Rule[] = [
  {
    id: 'large_deposit',
    name: 'Large deposit',
    alertType: 'large_deposit',
    ...{ measure: 'each', unit: 'minor', scope: 'subject', reads: ['deposit'], triggers: ['deposit'] },
    threshold: 500_000,
    sentence: 'A player made a single deposit of {n} or more.',
    find: measures.each(['deposit']),
  },
  {
    id: 'deposit_total',
    name: 'Cumulative deposits',
    alertType: 'large_deposit',
    ...{ measure: 'sum', unit: 'minor', scope: 'subject', reads: ['deposit'], triggers: ['deposit'] },
    ...{ threshold: 1_000_000, windowMinutes: day },
    sentence: 'A player deposited a total of {n} or more within {time}.',
    find: measures.sum(['deposit']),
  },
  {
    id: 'structuring',
    name: 'Structured deposits',
    alertType: 'structuring',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['deposit'], triggers: ['deposit'] },
    ...{ threshold: 3, windowMinutes: 7 * day },
    sentence: 'A player made {n} or more deposits just below 5,000.00 or 10,000.00 within {time}.',
    find: measures.count(['deposit'], isJustBelow),
  },
  {
    id: 'unplayed_withdrawal',
    name: 'Withdrawal after minimal play',
    alertType: 'unplayed_withdrawal',
    ...{ measure: 'unplayed', unit: 'percent', scope: 'subject', reads: ['deposit', 'withdrawal'], triggers: ['deposit', 'withdrawal'] },
    ...{ readsStaked: true, waits: true },
    ...{ threshold: 50, windowMinutes: 7 * day },
    sentence: 'A player staked less than {n}% of their deposits within {time} and requested a withdrawal of 200.00 or more.',
    find: measures.unplayedShare(20_000),
  },
  {
    id: 'failed_deposits',
    name: 'Failed deposits',
    alertType: 'failed_deposits',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['deposit_failed'], triggers: ['deposit_failed'] },
    ...{ threshold: 5, windowMinutes: hour },
    sentence: 'A player had {n} or more failed deposits within {time}.',
    find: measures.count(['deposit_failed']),
  },
  {
    id: 'raised_limit_deposit',
    name: 'Deposit after raising a limit',
    alertType: 'raised_limit_deposit',
    ...{ measure: 'sequence', unit: 'minor', scope: 'subject', reads: ['limit_loosened', 'deposit'], triggers: ['limit_loosened', 'deposit'] },
    ...{ threshold: 100_000, windowMinutes: day },
    sentence: 'A player raised or removed a deposit limit, then made a deposit of {n} or more within {time}.',
    find: measures.sequence(['limit_loosened'], ['deposit']),
  },
  {
    id: 'dormant_account',
    name: 'Dormant account reactivated',
    alertType: 'dormant_account',
    ...{ measure: 'gap', unit: 'days', scope: 'subject', reads: ['deposit', 'withdrawal'], triggers: ['deposit', 'withdrawal'] },
    ...{ readsDays: true, waits: true },
    threshold: 180,
    sentence: 'A player deposited or requested a withdrawal after {n} days or more without activity.',
    find: measures.gap(['deposit', 'withdrawal']),
  },
  {
    id: 'large_win',
    name: 'Large win',
    alertType: 'large_win',
    ...{ measure: 'each', unit: 'minor', scope: 'subject', reads: ['win'], triggers: ['win'] },
    threshold: 1_000_000,
    sentence: 'A single bet or round paid out {n} or more.',
    find: measures.each(['win']),
  },
];

const accounts: readonly Rule[] = [
  {
    id: 'sign_in_failures',
    name: 'Failed sign-ins to one account',
    alertType: 'sign_in_failures',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['sign_in_failed'], triggers: ['sign_in_failed'] },
    ...{ threshold: 10, windowMinutes: 15 },
    sentence: '{n} or more sign-ins to one account failed within {time}.',
    find: measures.count(['sign_in_failed']),
  },
  {
    id: 'sign_in_failures_address',
    name: 'Failed sign-ins from one IP address',
    alertType: 'sign_in_failures',
    ...{ measure: 'count', unit: 'times', scope: 'trait', reads: ['sign_in_failed'], triggers: ['sign_in_failed'] },
    ...{ threshold: 20, windowMinutes: 15 },
    sentence: '{n} or more sign-ins from one IP address failed within {time}.',
    find: measures.count(['sign_in_failed']),
  },
  {
    id: 'shared_device',
    name: 'Shared device',
    alertType: 'shared_device',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'trait', reads: ['device'], triggers: ['device'] },
    ...{ threshold: 3, windowMinutes: 30 * day },
    sentence: '{n} or more players signed in on the same device within {time}.',
    find: measures.distinct(['device'], 'device'),
  },
  {
    id: 'shared_address',
    name: 'Shared IP address',
    alertType: 'shared_address',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'trait', reads: ['address'], triggers: ['address'] },
    ...{ threshold: 5, windowMinutes: 30 * day },
    sentence: '{n} or more players signed in from the same IP address within {time}.',
    find: measures.distinct(['address'], 'address'),
  },
  {
    id: 'shared_destination',
    name: 'Shared card or bank account',
    alertType: 'shared_destination',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'trait', reads: ['instrument'], triggers: ['instrument'] },
    ...{ threshold: 2, windowMinutes: 60 * day },
    sentence: '{n} or more players used the same card or bank account within {time}.',
    find: measures.distinct(['instrument'], 'destination'),
  },
  {
    id: 'account_takeover',
    name: 'Possible account takeover',
    alertType: 'account_takeover',
    ...{ measure: 'sequence', unit: 'times', scope: 'subject' },
    reads: ['password', 'two_factor_off', 'new_device', 'destination'],
    triggers: ['password', 'two_factor_off', 'new_device', 'destination'],
    ...{ threshold: 1, windowMinutes: day },
    sentence:
      'A player requested withdrawals to {n} or more new destinations within {time} of changing their password, signing in on a new device or turning off two-factor authentication.',
    find: measures.sequence(['password', 'two_factor_off', 'new_device'], ['destination'], { isCount: true }),
  },
  {
    id: 'kyc_rejections',
    name: 'Repeated KYC rejections',
    alertType: 'kyc_mismatch',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['kyc_rejected'], triggers: ['kyc_rejected'] },
    ...{ threshold: 2, windowMinutes: 30 * day },
    sentence: "A player's verification was rejected {n} or more times within {time}.",
    find: measures.count(['kyc_rejected']),
  },
  {
    id: 'kyc_identity_change',
    name: 'Identity changed around verification',
    alertType: 'kyc_mismatch',
    ...{ measure: 'sequence', unit: 'times', scope: 'subject', reads: ['kyc_approved', 'identity_changed'], triggers: ['kyc_approved', 'identity_changed'] },
    ...{ threshold: 1, windowMinutes: 7 * day },
    sentence: 'A player changed their name, date of birth or country {n} or more times within {time} before or after being verified.',
    find: measures.sequence(['kyc_approved'], ['identity_changed'], { isCount: true, eitherOrder: true }),
  },
  {
    id: 'linked_claims',
    name: 'Promotions claimed on a shared device',
    alertType: 'bonus_abuse',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'linked', reads: ['claim'], triggers: ['claim', 'device'], links: ['device'] },
    ...{ threshold: 3, windowMinutes: 7 * day },
    sentence: '{n} or more players sharing a device claimed promotions within {time}.',
    find: measures.distinct(['claim'], 'device'),
  },
];

const bets: readonly Rule[] = [
  {
    id: 'bet_velocity',
    name: 'Bet velocity',
    alertType: 'bet_velocity',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['stake'], triggers: ['stake'] },
    ...{ threshold: 30, windowMinutes: 1 },
    sentence: 'A player placed {n} or more bets within {time}.',
    find: measures.count(['stake']),
  },
  {
    id: 'unusual_stake',
    name: 'Unusual stake',
    alertType: 'unusual_stake',
    ...{ measure: 'multiple', unit: 'factor', scope: 'subject', reads: ['stake', 'round'], triggers: ['stake', 'round'], leastMinor: 50_000 },
    ...{ readsDays: true, waits: true },
    ...{ threshold: 10, windowMinutes: 30 * day },
    sentence: 'A player staked 500.00 or more, at least {n} times their average stake of the previous {time}.',
    find: measures.multiple({ minimumMinor: 50_000, stakesLeast: 20 }),
  },
  {
    id: 'arbitrage',
    name: 'Arbitrage',
    alertType: 'arbitrage',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['leg', 'live_leg'], triggers: ['leg', 'live_leg'] },
    ...{ threshold: 3, windowMinutes: day },
    sentence: 'A player backed different selections of the same market within an hour, in {n} or more markets within {time}.',
    find: measures.bothSides(hour * 60_000),
  },
  {
    id: 'late_bets',
    name: 'Bets just before suspension',
    alertType: 'late_bets',
    ...{ measure: 'count', unit: 'times', scope: 'subject', reads: ['live_leg'], triggers: ['live_leg', 'suspended'], joins: ['suspended'] },
    ...{ threshold: 3, windowMinutes: day },
    sentence: 'Within {time}, {n} or more live bets of one player were accepted in the 5 seconds before the market was suspended.',
    find: measures.betsBeforeSuspension(5_000),
  },
  {
    id: 'opposite_sides',
    name: 'Linked players on opposite sides',
    alertType: 'opposite_sides',
    ...{ measure: 'distinct', unit: 'subjects', scope: 'linked', reads: ['leg', 'live_leg'], links: ['device', 'instrument'] },
    triggers: ['leg', 'live_leg', 'device', 'instrument'],
    ...{ threshold: 2, windowMinutes: day },
    sentence: '{n} or more players sharing a device, card or bank account backed different selections of the same market within {time}.',
    find: measures.oppositeSides('link'),
  },
];

const operators: readonly Rule[] = [
  {
    id: 'own_prices_used',
    name: "One player betting at an operator's own prices",
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
    sentence: 'Within {time} of an operator setting own prices on a market, one player staked {n} or more and at least 80% of all stakes on it.',
    find: measures.mostOf(0.8),
  },
  {
    id: 'own_rates_used',
    name: 'Conversion at an operator-set rate',
    alertType: 'own_rates_used',
    ...{ measure: 'sequence', unit: 'minor', scope: 'trait', reads: ['rate_set', 'conversion'], triggers: ['rate_set', 'conversion'], needs: 'rate_set' },
    ...{ threshold: 100_000, windowMinutes: hour },
    sentence: 'A player converted {n} or more within {time} of an operator setting the exchange rate.',
    find: measures.sequence(['rate_set'], ['conversion'], { crossSubjects: true }),
  },
  {
    id: 'mutual_approvals',
    name: "Operators approving each other's requests",
    alertType: 'mutual_approvals',
    ...{ measure: 'count', unit: 'times', scope: 'all', reads: ['asked', 'approved'], triggers: ['asked', 'approved'] },
    ...{ threshold: 2, windowMinutes: 7 * day },
    sentence: "Two operators each approved {n} or more of the other's requests within {time}.",
    find: measures.mutualApprovals,
  },
  {
    id: 'inviter_approvals',
    name: "Approving the inviter's requests",
    alertType: 'mutual_approvals',
    ...{ measure: 'count', unit: 'times', scope: 'all', reads: ['asked', 'approved', 'invited'], triggers: ['asked', 'approved', 'invited'] },
    ...{ threshold: 3, windowMinutes: 7 * day },
    sentence: 'Within {time}, an operator approved {n} or more requests from the operator who invited them.',
    find: measures.approvalsOfInviter,
  },
];

/** Their alerts are never held back. */
export const neverThrottled: ReadonlySet<string> = new Set(operators.map(({ id }) => id));
export const rules: readonly Rule[] = [...money, ...accounts, ...bets, ...operators];
const byId = new Map(rules.map((rule) => [rule.id, rule]));
export const ruleOf = (id: string): Rule | undefined => byId.get(id);

export const defaultsOf = ({ alertType, threshold, windowMinutes }: Rule): measures.Tuning => ({
  enabled: true,
  severity: alertTypes[alertType],
  threshold,
  ...(windowMinutes !== undefined && { windowMinutes }),
});

/** A window may be no longer than its signals, or its sums per day, are kept. */
export function maxWindowMinutesOf({ measure, reads, windowMinutes }: Rule): number | undefined {
  if (windowMinutes === undefined) return undefined;
  return measure === 'multiple' ? sumsKeptDays * day : keptMinutesOf(reads);
}

const spans = [
  [day, 'day'],
  [hour, 'hour'],
  [1, 'minute'],
] as const;

function spanOf(minutes: number): string {
  const [size, unit] = spans.find(([length]) => minutes % length === 0 && minutes >= length) ?? spans[2];
  return minutes === size ? `one ${unit}` : `${minutes / size} ${unit}s`;
}

export function thresholdText({ unit }: Pick<Rule, 'unit'>, threshold: number): string {
  if (unit === 'minor') return (threshold / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return threshold.toLocaleString('en-US');
}

/** The text of the rule's alerts. It depends on the rule alone, so it is the same whichever signal arrived first. */
export function sentenceOf(rule: Rule, { threshold, windowMinutes = 0 }: Pick<measures.Tuning, 'threshold' | 'windowMinutes'>): string {
  return rule.sentence.replace('{n}', thresholdText(rule, threshold)).replace('{time}', spanOf(windowMinutes));
}
