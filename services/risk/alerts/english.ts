/** The texts of alerts in English, each stored beside its code and params so that pages can write it in another language. Pure. */
import type { CheckName } from '@fairline/proto/checks';
import { formatMoney } from '@fairline/proto/money';
import {
  type AlertCode,
  type AlertParams,
  type AlertTexts,
  type AlertWriter,
  type Loosening,
  spanOf,
} from '@fairline/proto/risk/alert-messages';
import { harmMarkers } from '@fairline/proto/risk/harm';
import { ruleTexts } from '@fairline/proto/risk/rule-texts';
import type { ScreeningKind } from '@fairline/proto/screening';

export interface AlertText {
  readonly description: string;
  readonly message: { readonly code: AlertCode; readonly params: AlertParams[AlertCode] };
}

const write: AlertWriter = {
  amount: ({ amountMinor, currency }) => formatMoney(amountMinor, currency),
  count: (count) => count.toLocaleString('en-US'),
  percent: (share) => `${(100 * share).toFixed(2)} %`,
  threshold: (threshold, unit) =>
    unit === 'minor'
      ? (threshold / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : threshold.toLocaleString('en-US'),
  ruleName: (rule) => ruleTexts[rule].name,
};

const listNames: Readonly<Record<ScreeningKind, string>> = {
  sanctions: 'sanctions',
  pep: 'politically exposed person',
  adverse_media: 'adverse media',
};
const awaits = 'It awaits a second operator.';
const verifyLog = 'Run audit:verify and keep copies of the log, the head file and the stream AUDIT.';
const untilFeed = 'are refused until the feed sends new prices.';

const checkTexts: Readonly<Record<CheckName, string>> = {
  bet_stakes: "The comparison of bets with wallet's stakes",
  round_stakes: "The comparison of casino rounds with wallet's",
  books: 'The proof of the latest ledger entries',
  whole_books: 'The hourly proof of the whole ledger',
};

const texts: AlertTexts = {
  game_out_of_bounds: ({ gameId, version, rounds, observed, computed }, { count, percent }) =>
    `The game ${gameId}, version ${version}, returned ${percent(observed)} over ${count(rounds)} rounds; its rules return ${percent(computed)}. It is paused.`,
  books_unbalanced: ({ invariant }) =>
    `The ledger does not balance (${invariant}). Stakes and withdrawals are stopped until a super admin lifts the stop.`,
  check_overdue: ({ check, minutes }, { count }) =>
    `${checkTexts[check]} has not succeeded for ${count(minutes)} minutes: it finds records that differ, or it cannot be completed.`,
  prices_tampered: () => `The stored prices of a market were tampered with. Bets on it ${untilFeed}`,
  many_prices_tampered: ({ markets }) =>
    `The stored prices of more than ${markets} markets were tampered with within an hour. Bets on them ${untilFeed}`,
  audit_rows_changed: ({ sequence }) =>
    `The audit log was tampered with: its row ${sequence} is missing or was changed. ${verifyLog}`,
  audit_heads_cut: ({ sequence }) =>
    `The head file of the audit log was tampered with: it lacks the head of row ${sequence}. ${verifyLog}`,
  audit_actions_differ: ({ service, day, committed, logged }) =>
    `The audit log was tampered with: ${service} counts ${committed} operator actions on ${day}, the log has ${logged}${committed === logged ? ' others' : ''}. ${verifyLog}`,
  linked_bets: ({ players }) =>
    `${players} linked accounts backed opposite sides of one market while a bonus was being wagered.`,
  grant_limit: (data, { amount }) =>
    `A grant of ${amount(data)} was refused: it is above what promotions may give a player.`,
  linked_claim: () => 'A promotion claim from a linked account is waiting for review.',
  adjustment_debited: (data, { amount }) => `An adjustment debited ${amount(data)} from a player.`,
  adjustment_credited: (data, { amount }) => `An adjustment credited ${amount(data)} to a player.`,
  excluded_namesake: () =>
    'A new account has the name and date of birth of a player who is on a time-out or self-excluded.',
  excluded_deposit: () => 'A deposit was approved while the player is on a time-out or self-excluded.',
  harm_score: ({ score, markers }) =>
    `The harm score of a player reached ${score}: ${markers.map((marker) => lowercased(harmMarkers[marker].text)).join('; ')}.`,
  near_threshold: ({ share }, { percent }) =>
    `An operator's decisions in one day reached at least ${percent(share)} of the second-operator threshold.`,
  free_bet_requested: (data, { amount }) => `An operator requested a free bet of ${amount(data)}.`,
  debit_requested: (data, { amount }) => `An operator requested a debit adjustment of ${amount(data)}.`,
  credit_requested: (data, { amount }) => `An operator requested a credit adjustment of ${amount(data)}.`,
  price_without_fair: () => `An operator requested a price where the fair one is unknown. ${awaits}`,
  price_above_fair: ({ share }, { percent }) =>
    `An operator requested a price ${percent(share)} above the fair price. ${awaits}`,
  invitation_requested: () => 'An operator requested an invitation for a new operator.',
  access_requested: () => 'An operator requested more access for another operator.',
  reset_requested: () => "An operator requested a reset of another operator's credentials.",
  auto_approval_requested: () =>
    'An operator requested looser auto-approval rules for payments. They await a second operator.',
  limit_requested: () => `An operator requested a higher liability limit. ${awaits}`,
  rate_requested: () => `An operator requested an exchange rate far from the current one. ${awaits}`,
  rate_changed: ({ share }, { percent }) => `An operator changed an exchange rate by more than ${percent(share)}.`,
  free_bet_at_risk: () => 'An operator gave a free bet to a player whose harm score is at or above the threshold.',
  level_lowered: () => 'An operator set the risk level of a player below the computed one.',
  screening_match: ({ kinds }) =>
    `A screening of a player found a match (${kinds.map((kind) => listNames[kind]).join(', ')}). They are not verified until an operator clears it.`,
  rule_loosened: ({ rule, changes }, { ruleName, threshold }) =>
    `An operator loosened the risk rule "${ruleName(rule)}": ${changes.map((change) => looseningText(change, threshold)).join(', ')}.`,
  rules_loosened: ({ rules }) => `An operator loosened ${rules} risk rules within one day. Review each change.`,
  rule_throttled: ({ rule }, { ruleName }) =>
    `The rule "${ruleName(rule)}" raised too many alerts within an hour. The rest is held back for one hour. Review its threshold.`,
  rule: ({ rule, threshold, unit, windowMinutes = 0 }, writer) =>
    ruleTexts[rule].sentence
      .replace('{n}', writer.threshold(threshold, unit))
      .replace('{time}', windowText(windowMinutes)),
};

/** The text of an alert, as it is stored and sent. */
export function alertText<C extends AlertCode>(code: C, params: AlertParams[C]): AlertText {
  return { description: texts[code](params, write), message: { code, params } };
}

const lowercased = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function looseningText(change: Loosening, thresholdText: AlertWriter['threshold']): string {
  switch (change.kind) {
    case 'off':
      return 'switched off';
    case 'threshold':
      return `threshold ${thresholdText(change.from, change.unit)} to ${thresholdText(change.to, change.unit)}`;
    case 'window':
      return `window ${change.fromMinutes} to ${change.toMinutes} minutes`;
    case 'severity':
      return `severity ${change.from} to ${change.to}`;
  }
}

function windowText(minutes: number): string {
  const { size, unit } = spanOf(minutes);
  return minutes === size ? `one ${unit}` : `${minutes / size} ${unit}s`;
}
