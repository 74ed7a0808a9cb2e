/** The fields of a rule with their units and defaults, and the button that saves them. */
import { severities } from '@fairline/proto/risk/alerts';
import type { RiskRule } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { errorText } from '../../client/http/error-text.ts';
import { severityName } from '../../domain/risk/labels.ts';
import { measuredText, windowText } from '../../domain/risk/measure-labels.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { type WindowUnit, windowUnits } from './rule-draft.ts';
import type { RuleForm } from './use-rule-form.ts';

const formId = 'rule-form';

export function RuleFields({ rule, form }: { rule: RiskRule; form: RuleForm }) {
  const { draft, read, change } = form;
  const { defaults, unit, maxWindowMinutes } = rule;
  const defaultText = (value: string) =>
    i18n._({ id: 'riskRules.usual', message: 'Default: {usual}', values: { usual: value } });
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <header className="flex items-center justify-between gap-2">
        <h3 className="text-14 font-strong">{i18n._({ id: 'riskRules.values', message: 'Values' })}</h3>
        {!form.isDefault && (
          <Button look="quiet" size="small" onClick={form.restoreDefaults}>
            {i18n._({ id: 'riskRules.restore', message: 'Restore defaults' })}
          </Button>
        )}
      </header>
      <Checkbox
        label={i18n._({ id: 'riskRules.enabled', message: 'Raises alerts' })}
        checked={draft.enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      />
      <SelectField
        label={i18n._({ id: 'alerts.severity', message: 'Severity' })}
        help={defaultText(severityName(defaults.severity)[0])}
        value={draft.severity}
        onChange={({ target }) =>
          change({ severity: severities.find((severity) => severity === target.value) ?? draft.severity })
        }
      >
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityName(severity)[0]}
          </option>
        ))}
      </SelectField>
      <TextField
        inputMode="decimal"
        autoComplete="off"
        label={thresholdLabel(rule)}
        help={defaultText(measuredText(unit, defaults.threshold))}
        error={read.faults.threshold}
        suffix={unit === 'percent' ? '%' : undefined}
        value={draft.threshold}
        onChange={({ target }) => change({ threshold: target.value })}
      />
      {defaults.windowMinutes !== undefined && (
        <div className="grid grid-cols-[1fr_8rem] gap-2">
          <TextField
            inputMode="numeric"
            autoComplete="off"
            label={i18n._({ id: 'riskRules.window', message: 'Window' })}
            help={[
              defaultText(windowText(defaults.windowMinutes)),
              maxWindowMinutes !== undefined &&
                i18n._({
                  id: 'riskRules.windowAtMost',
                  message: 'At most {window}',
                  values: { window: windowText(maxWindowMinutes) },
                }),
            ]
              .filter(Boolean)
              .join(' · ')}
            error={read.faults.window}
            value={draft.window}
            onChange={({ target }) => change({ window: target.value })}
          />
          <SelectField
            label={i18n._({ id: 'riskRules.windowUnit', message: 'Unit' })}
            value={draft.windowUnit}
            onChange={({ target }) => change({ windowUnit: target.value as WindowUnit })}
          >
            {(Object.keys(windowUnits) as WindowUnit[]).map((one) => (
              <option key={one} value={one}>
                {unitName(one)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <TextArea
        label={i18n._({ id: 'reason.label', message: 'Reason, kept on the record' })}
        help={i18n._({ id: 'riskRules.loosening', message: 'Disabling or loosening a rule raises an alert.' })}
        value={form.reason}
        maxLength={500}
        rows={2}
        onChange={({ target }) => form.setReason(target.value)}
      />
    </form>
  );
}

/** The reason of a refusal is beside the button, so that it is visible at any scroll position. */
export function SaveRule({ form: { saving, why } }: { form: RuleForm }) {
  return (
    <div className="flex w-full flex-col items-end gap-3">
      {saving.failure && (
        <div className="w-full">
          <Failure title={i18n._({ id: 'riskRules.notSaved', message: 'The rule was not saved' })}>
            {errorText(saving.failure)}
          </Failure>
        </div>
      )}
      <Button type="submit" form={formId} busy={saving.isPending} why={why}>
        {i18n._({ id: 'riskRules.save', message: 'Save rule' })}
      </Button>
    </div>
  );
}

function unitName(unit: WindowUnit): string {
  switch (unit) {
    case 'minutes':
      return i18n._({ id: 'riskRules.minutes', message: 'minutes' });
    case 'hours':
      return i18n._({ id: 'riskRules.hours', message: 'hours' });
    case 'days':
      return i18n._({ id: 'riskRules.days', message: 'days' });
  }
}

/** The typed text. */
function thresholdLabel({ unit }: RiskRule): string {
  switch (unit) {
    case 'minor':
      return i18n._({ id: 'riskRules.amount', message: 'Threshold: amount' });
    case 'times':
      return i18n._({ id: 'riskRules.times', message: 'Threshold: number of times' });
    case 'subjects':
      return i18n._({ id: 'riskRules.subjects', message: 'Threshold: number of accounts' });
    case 'percent':
      return i18n._({ id: 'riskRules.percent', message: 'Threshold: percentage' });
    case 'days':
      return i18n._({ id: 'riskRules.daysOf', message: 'Threshold: days' });
    case 'factor':
      return i18n._({ id: 'riskRules.factor', message: 'Threshold: multiple of the average' });
  }
}
