/** Turns a case found by a rule into an alert. Pure. The alert depends on rule, key and period only, not on the order in which signals arrived. */
import { alertText } from '../alerts/english.ts';
import type { Draft } from '../alerts/intake.ts';
import type { Case, Tuning } from './measures.ts';
import { type Rule, textOfRule } from './rules.ts';
import type { Signal, SignalKind } from './signal.ts';

/** Kinds whose subject is an operator. */
const ofOperators: ReadonlySet<SignalKind> = new Set([
  'asked',
  'approved',
  'invited',
  'own_prices',
  'rate_set',
  'gift',
  'round_voided',
  'document_approved',
]);

export function draftOf(rule: Rule, tuning: Tuning, found: Case): Draft {
  const { key, period, from, until, measured, signals, amount, about, operatorId } = found;
  const playerId = rule.scope === 'subject' ? key : found.playerId;
  const name = `rule:${rule.id} ${key} ${period}`;
  return {
    cause: name,
    type: rule.alertType,
    severity: tuning.severity,
    ...textOfRule(rule, tuning),
    ...(playerId && { playerId }),
    ...(operatorId && { operatorId }),
    ...(amount && { amountMinor: amount.minor, ...(amount.currency && { currency: amount.currency }) }),
    ...(about && { about }),
    rule: { id: rule.id, case: name, from, until, measured, events: signals.map(sourceOf) },
  };
}

function sourceOf({ eventId, service, name, at, kind, subject, aggregate, value }: Signal) {
  return { eventId, service, name, at, playerId: ofOperators.has(kind) ? null : subject, aggregate, value };
}

/** Measures for which each new signal is another situation. For the others, a case must grow by half after its alert was closed to raise another one. */
const eachCounts: ReadonlySet<Rule['measure']> = new Set(['each', 'sequence', 'unplayed', 'multiple', 'gap']);
export const raisesAgain = ({ measure }: Pick<Rule, 'measure'>): boolean => eachCounts.has(measure);

/** Whether a case raises another alert after its last one was closed. */
export function isMoreThan(
  rule: Rule,
  closed: { readonly until: Date; readonly measured: number },
  draft: Draft,
): boolean {
  const { until, measured } = draft.rule ?? closed;
  return until > closed.until && (raisesAgain(rule) || measured >= 1.5 * closed.measured);
}

/** The alert about a throttled rule: one per throttled hour, as severe as the alerts it holds back. The operator who set the rule's values cannot close it. */
export function throttledDraft({ id }: Rule, { severity }: Tuning, until: Date, changedBy: string | undefined): Draft {
  return {
    cause: `rule_throttled ${id} ${until.toISOString()}`,
    type: 'rule_throttled',
    severity,
    ...alertText('rule_throttled', { rule: id }),
    ...(changedBy && { operatorId: changedBy }),
    about: { type: 'rule', id },
  };
}
