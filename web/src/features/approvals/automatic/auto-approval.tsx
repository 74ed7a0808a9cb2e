/** Rules of automatic approval: a payment that meets every condition is approved, any other waits for an operator. Looser rules need a second operator. */
import type { Operator } from '@fairline/proto/auth/sessions';
import {
  type AutoApproval as AutoApprovalAnswer,
  type AutoApprovalRule,
  autoApprovalFloors,
  automaticRoutes,
  belowFloors,
} from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldErrorsOf } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { typeName } from '../../../domain/money/payment-labels.ts';
import { hasPermission } from '../../../domain/people/operators.ts';
import { decimalText, typedMinor } from '../../../figures.ts';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { rulesQuery } from './queries.ts';
import { WaitingRules } from './waiting-rules.tsx';

type Draft = Record<'maxAmount' | 'maxDay' | 'age' | 'before', string> & {
  type: AutoApprovalRule['type'];
  enabled: boolean;
};

/** The initial values of a new rule: off, and strict. */
const unset: Omit<AutoApprovalRule, 'type'> = {
  enabled: false,
  maxAmountMinor: 10_000,
  maxDayMinor: 50_000,
  verifiedOnly: autoApprovalFloors.verifiedOnly,
  minAccountAgeDays: autoApprovalFloors.minAccountAgeDays,
  minApprovedBefore: autoApprovalFloors.minApprovedBefore,
};

/** The rules' amounts are the same numbers in each play currency. */
const parseAmount = (text: string) => typedMinor(text, 'USD');
const formatAmount = (minor: number) => decimalText(minor, 'USD');

const draftOf = (rule: AutoApprovalRule): Draft => ({
  type: rule.type,
  enabled: rule.enabled,
  maxAmount: formatAmount(rule.maxAmountMinor),
  maxDay: formatAmount(rule.maxDayMinor),
  age: String(rule.minAccountAgeDays),
  before: String(rule.minApprovedBefore),
});

const ruleOf = (draft: Draft): AutoApprovalRule => ({
  type: draft.type,
  enabled: draft.enabled,
  verifiedOnly: autoApprovalFloors.verifiedOnly,
  maxAmountMinor: parseAmount(draft.maxAmount) ?? 0,
  maxDayMinor: parseAmount(draft.maxDay) ?? 0,
  minAccountAgeDays: Math.trunc(Number(draft.age)),
  minApprovedBefore: Math.trunc(Number(draft.before)),
});

const faultOf = (draft: Draft, field: keyof AutoApprovalRule) =>
  belowFloors(ruleOf(draft)).find((fault) => fault.field === field)?.message;

const isWhole = (text: string) => /^\d{1,4}$/.test(text.trim());
const isGood = (draft: Draft) =>
  (parseAmount(draft.maxAmount) ?? 0) > 0 &&
  (parseAmount(draft.maxDay) ?? 0) > 0 &&
  isWhole(draft.age) &&
  isWhole(draft.before);

export function AutoApproval({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(rulesQuery);
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'rules.failed', message: 'The rules could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={4} className="h-16" />;
  const rules = autoApprovalFloors.types.map(
    (type) => data.rules.find((rule) => rule.type === type) ?? { type, ...unset },
  );
  return (
    <div className="flex max-w-content flex-col gap-6">
      {data.waiting && (
        <WaitingRules key={data.waiting.id} change={data.waiting} rules={data.rules} operator={operator} />
      )}
      <Rules key={JSON.stringify(rules)} rules={rules} operator={operator} />
    </div>
  );
}

function Rules({ rules, operator }: { rules: AutoApprovalRule[]; operator: Operator }) {
  const [drafts, setDrafts] = useState(() => rules.map(draftOf));
  const [saving, setSaving] = useState(false);
  const save = useAction<string, AutoApprovalAnswer>({
    run: (reason) => call(automaticRoutes.setAutoApproval, { body: { rules: drafts.map(ruleOf), reason } }),
    onDone: ({ waiting }) => {
      if (waiting) {
        setDrafts(rules.map(draftOf));
        notify.success(
          i18n._({ id: 'rules.recorded', message: 'Requested. Another operator must approve the new rules.' }),
        );
      } else notify.success(i18n._({ id: 'rules.saved', message: 'Rules saved' }));
      setSaving(false);
    },
  });
  const changed = JSON.stringify(drafts) !== JSON.stringify(rules.map(draftOf));
  const why =
    (!hasPermission(operator, 'payments') &&
      i18n._({ id: 'rules.notAllowed', message: 'Your role can view the rules but not change them.' })) ||
    (!drafts.every(isGood) && i18n._({ id: 'rules.bad', message: 'Please enter amounts above 0 and whole numbers' })) ||
    (drafts.some((draft) => belowFloors(ruleOf(draft)).length > 0) &&
      i18n._({ id: 'rules.low', message: 'Please correct the fields with an error' })) ||
    (!changed && i18n._({ id: 'rules.same', message: 'No changes to save' }));
  const set = (at: number, part: Partial<Draft>) =>
    setDrafts(drafts.map((draft, place) => (place === at ? { ...draft, ...part } : draft)));
  return (
    <div className="flex flex-col gap-6">
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'rules.lead',
          message:
            'Withdrawals by verified players are approved automatically if they meet every condition, up to {amount} in total per UTC day. Deposits reported by players always need an operator. Looser rules need a second operator; stricter ones apply at once.',
          values: { amount: formatAmount(autoApprovalFloors.maxMinor) },
        })}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {drafts.map((draft, at) => (
          <fieldset key={draft.type} className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
            <legend className="px-1 text-14 font-strong">{typeName(draft.type)}</legend>
            <Checkbox
              label={i18n._({ id: 'rules.enabled', message: 'Approve automatically' })}
              checked={draft.enabled}
              onChange={({ target }) => set(at, { enabled: target.checked })}
            />
            <TextField
              inputMode="decimal"
              label={i18n._({ id: 'rules.max', message: 'Largest single payment' })}
              value={draft.maxAmount}
              error={faultOf(draft, 'maxAmountMinor')}
              onChange={({ target }) => set(at, { maxAmount: target.value })}
            />
            <TextField
              inputMode="decimal"
              label={i18n._({ id: 'rules.day', message: 'Largest total per player and UTC day' })}
              value={draft.maxDay}
              error={faultOf(draft, 'maxDayMinor')}
              onChange={({ target }) => set(at, { maxDay: target.value })}
            />
            <TextField
              inputMode="numeric"
              label={i18n._({ id: 'rules.age', message: 'Minimum account age in days' })}
              value={draft.age}
              error={faultOf(draft, 'minAccountAgeDays')}
              onChange={({ target }) => set(at, { age: target.value })}
            />
            <TextField
              inputMode="numeric"
              label={i18n._({ id: 'rules.before', message: 'Earlier approved payments of this type' })}
              value={draft.before}
              error={faultOf(draft, 'minApprovedBefore')}
              onChange={({ target }) => set(at, { before: target.value })}
            />
          </fieldset>
        ))}
      </div>
      <div className="flex">
        <Button why={why} onClick={() => setSaving(true)}>
          {i18n._({ id: 'rules.save', message: 'Save rules' })}
        </Button>
      </div>
      {saving && (
        <ReasonDialog
          title={i18n._({ id: 'rules.save', message: 'Save rules' })}
          action={i18n._({ id: 'rules.save', message: 'Save rules' })}
          busy={save.isPending}
          failure={
            save.failure && {
              title: i18n._({ id: 'rules.saveFailed', message: 'The rules were not saved' }),
              text: [...new Set([errorText(save.failure), ...Object.values(fieldErrorsOf(save.failure))])].join(' '),
            }
          }
          onReason={(reason) => save.mutate(reason)}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}
