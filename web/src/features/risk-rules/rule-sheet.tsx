/** One rule in a drawer: its description, its values, and the form to tune it; without the permission only the values. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { RiskRule } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { severityName } from '../../domain/risk/labels.ts';
import { measuredText, measureText, windowText } from '../../domain/risk/measure-labels.ts';
import { ruleDescription, ruleName } from '../../domain/risk/rule-labels.ts';
import { countText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { useKeyShortcuts } from '../../ui/content/shortcuts.tsx';
import { EmptyState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { localText, When } from '../../ui/content/when.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { BackTestButton, BackTestPanel, useBackTest } from './back-test.tsx';
import { RuleFields, SaveRule } from './rule-form.tsx';
import { isThrottled, RuleState } from './rule-state.tsx';
import { type RuleForm, useRuleForm } from './use-rule-form.ts';

interface SheetProps {
  id: string | null;
  rule: RiskRule | undefined;
  /** The rules have loaded, and none has this id. */
  isUnknown: boolean;
  operator: Operator;
  onClose: () => void;
}

export function RuleSheet({ id, rule, isUnknown, operator, onClose }: SheetProps) {
  if (rule) return <RuleDrawer key={rule.id} rule={rule} operator={operator} onClose={onClose} />;
  return (
    <Sheet open={id !== null} onClose={onClose} title={i18n._({ id: 'riskRules.rule', message: 'Rule' })}>
      {isUnknown ? (
        <EmptyState title={i18n._({ id: 'riskRules.unknown', message: 'Rule not found' })} />
      ) : (
        <SkeletonRows count={6} className="h-10" />
      )}
    </Sheet>
  );
}

function RuleDrawer({ rule, operator, onClose }: { rule: RiskRule; operator: Operator; onClose: () => void }) {
  const form = useRuleForm(rule, onClose);
  const testing = useBackTest(rule.id);
  const mayTune = hasPermission(operator, 'risk');
  const values = mayTune ? form.values : rule;
  const test = () =>
    values &&
    !testing.isPending &&
    testing.mutate({ threshold: values.threshold, windowMinutes: values.windowMinutes });
  useKeyShortcuts({ b: values !== null && test });
  return (
    <Sheet open onClose={onClose} title={ruleName(rule)} foot={mayTune && <SaveRule form={form} />}>
      <div className="flex flex-col gap-4 p-4">
        <div className="flex flex-wrap gap-1">
          <RuleState rule={rule} />
          <Badge tone={severityName(rule.severity)[1]}>{severityName(rule.severity)[0]}</Badge>
        </div>
        <p className="text-13">{ruleDescription(rule)}</p>
        <Notices rule={rule} form={form} />
        <RuleInForce rule={rule} operator={operator} />
        {mayTune ? <RuleFields rule={rule} form={form} /> : <Values rule={rule} />}
        <BackTestButton
          busy={testing.isPending}
          why={values === null && i18n._({ id: 'riskRules.correctFirst', message: 'Correct the values first' })}
          onTest={test}
        />
        <BackTestPanel rule={rule} testing={testing} values={values} operator={operator} />
      </div>
    </Sheet>
  );
}

function Notices({ rule, form }: { rule: RiskRule; form: RuleForm }) {
  return (
    <>
      {isThrottled(rule) && rule.throttledUntil && (
        <Notice tone="live">
          {i18n._({
            id: 'riskRules.throttledLead',
            message: 'Throttled until {at}: too many alerts within an hour. No new alerts until then.',
            values: { at: localText(rule.throttledUntil) },
          })}
        </Notice>
      )}
      {form.hasChanged && (
        <Notice
          tone="live"
          action={
            <button type="button" onClick={form.startOver} className="font-medium underline underline-offset-4">
              {i18n._({ id: 'riskRules.showCurrent', message: 'Show the current values' })}
            </button>
          }
        >
          {i18n._({ id: 'riskRules.changedMeanwhile', message: 'Another operator has changed this rule.' })}
        </Notice>
      )}
    </>
  );
}

/** The values in force, independent of the form. */
function RuleInForce({ rule, operator }: { rule: RiskRule; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const { id, raised, changedAt, changedBy } = rule;
  return (
    <DetailList
      title={i18n._({ id: 'riskRules.inForce', message: 'In force' })}
      details={[
        [i18n._({ id: 'riskRules.condition', message: 'Condition' }), measureText(rule)],
        [
          i18n._({ id: 'riskRules.raised', message: 'Alerts, 7 days' }),
          <Link key="raised" to={`/admin/risk?rule=${encodeURIComponent(id)}`} className="underline underline-offset-4">
            {countText(raised)}
            <span className="sr-only"> {i18n._({ id: 'playerRisk.toAlerts', message: 'View alerts' })}</span>
          </Link>,
        ],
        [
          i18n._({ id: 'riskRules.changed', message: 'Changed' }),
          changedAt ? (
            <span key="changed">
              <When at={changedAt} />
              {changedBy && ` · ${nameOf(changedBy)}`}
            </span>
          ) : (
            i18n._({ id: 'riskRules.neverChanged', message: 'Default values' })
          ),
        ],
      ]}
    />
  );
}

function Values({ rule: { unit, threshold, windowMinutes, severity, enabled, defaults } }: { rule: RiskRule }) {
  const [isOn, isOff] = [
    i18n._({ id: 'riskRules.on', message: 'On' }),
    i18n._({ id: 'riskRules.off', message: 'Off' }),
  ];
  const both = (now: string, usual: string) =>
    now === usual
      ? now
      : i18n._({ id: 'riskRules.nowAndDefault', message: '{now} (default {usual})', values: { now, usual } });
  return (
    <DetailList
      title={i18n._({ id: 'riskRules.values', message: 'Values' })}
      details={[
        [
          i18n._({ id: 'approvals.status', message: 'Status' }),
          both(enabled ? isOn : isOff, defaults.enabled ? isOn : isOff),
        ],
        [
          i18n._({ id: 'alerts.severity', message: 'Severity' }),
          both(severityName(severity)[0], severityName(defaults.severity)[0]),
        ],
        [
          i18n._({ id: 'riskRules.threshold', message: 'Threshold' }),
          both(measuredText(unit, threshold), measuredText(unit, defaults.threshold)),
        ],
        windowMinutes !== undefined && [
          i18n._({ id: 'riskRules.window', message: 'Window' }),
          both(windowText(windowMinutes), windowText(defaults.windowMinutes ?? windowMinutes)),
        ],
      ]}
    />
  );
}
