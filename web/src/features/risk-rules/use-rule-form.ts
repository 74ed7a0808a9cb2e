/** The form of a rule: typed and parsed values, and saving them with the version in which they were loaded. */
import { type RiskRule, ruleRoutes } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { ruleName } from '../../domain/risk/rule-labels.ts';
import { notify } from '../../ui/notices/notify.ts';
import { draftOf, isSame, type RuleDraft, readDraft, valuesOf } from './rule-draft.ts';

export type RuleForm = ReturnType<typeof useRuleForm>;

export function useRuleForm(rule: RiskRule, onSaved: () => void) {
  // The values when the form opened: a later change by another operator is shown, and adopted only on request.
  const [base, setBase] = useState(rule);
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule, rule.unit));
  const [reason, setReason] = useState('');
  const read = readDraft(draft, rule);
  const values = valuesOf(draft, read);
  const saving = useAction<NonNullable<typeof values>, RiskRule>({
    run: (changed) =>
      call(ruleRoutes.setRule, {
        body: { id: rule.id, ...changed, version: base.version, reason: reason.trim() },
        timeoutMs: saveTimeoutMs,
      }),
    onDone: (saved) => {
      notify.success(
        i18n._({
          id: 'riskRules.saved',
          message: '{name} changed. The action is recorded.',
          values: { name: ruleName(saved) },
        }),
      );
      onSaved();
    },
    touches: [['admin', 'risk']],
  });
  const why =
    (values === null && i18n._({ id: 'riskRules.correctFirst', message: 'Correct the values first' })) ||
    (isSame(draft, read, base) && i18n._({ id: 'riskRules.noChange', message: 'No changes to save' })) ||
    (reason.trim() === '' && i18n._({ id: 'reason.needed', message: 'Please give a reason' }));
  return {
    draft,
    read,
    values,
    reason,
    why,
    saving,
    hasChanged: rule.version !== base.version && !saving.isPending,
    isDefault: isSame(draft, read, rule.defaults),
    change: (changes: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...changes })),
    setReason,
    restoreDefaults: () => setDraft(draftOf(rule.defaults, rule.unit)),
    startOver: () => {
      setBase(rule);
      setDraft(draftOf(rule, rule.unit));
      saving.reset();
    },
    save: () => {
      if (!why && values && !saving.isPending) saving.mutate(values);
    },
  };
}

/** The server back-tests the values before it stores them. */
const saveTimeoutMs = 60_000;
