/** The risk level of a player: the level in force and its reason, the alerts behind it, and the dialog to override it or end the override. */

import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import type { Operator } from '@fairline/proto/auth/sessions';
import { levelRoutes, levelRules, type RiskLevel } from '@fairline/proto/risk/levels';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { alertTypeName } from '../../domain/risk/alert-type-labels.ts';
import { alertStatusName, riskLevelName, severityName } from '../../domain/risk/labels.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { playerAlertsQuery } from './queries.ts';

interface LevelProps {
  id: string;
  risk: RiskLevel;
  operator: Operator;
}

export function LevelSection({ id, risk, operator }: LevelProps) {
  const nameOf = useOperatorName(operator);
  const [asking, setAsking] = useState(false);
  const { level, computed, override } = risk;
  const [name, tone] = riskLevelName(level);
  return (
    <section aria-labelledby="risk-level" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="risk-level" className="text-14 font-strong">
          {i18n._({ id: 'riskLevel.title', message: 'Risk level' })}
        </h2>
        <Badge tone={tone}>{name}</Badge>
        {hasPermission(operator, 'risk') && (
          <Button size="small" look="secondary" onClick={() => setAsking(true)}>
            {i18n._({ id: 'riskLevel.change', message: 'Change risk level' })}
          </Button>
        )}
      </header>
      {override && (
        <p className="text-13 break-words">
          {i18n._({
            id: 'riskLevel.setBy',
            message: 'Set by {name}: {reason}',
            values: { name: nameOf(override.operatorId), reason: override.reason },
          })}
          <When at={override.at} className="block text-12 text-ink-soft" />
        </p>
      )}
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'riskLevel.computed',
          message: 'Calculated from alerts: {level}. Open alerts and those resolved in the last {days} days count.',
          values: { level: riskLevelName(computed)[0], days: levelRules.days },
        })}
      </p>
      {risk.alertIds.length > 0 && <AlertsBehind id={id} alertIds={risk.alertIds} />}
      {asking && <LevelDialog id={id} risk={risk} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** The alerts behind the level are named if they are among the player's newest; an older one is shown by the end of its id. */
function AlertsBehind({ id, alertIds }: { id: string; alertIds: readonly string[] }) {
  const { data } = useQuery(playerAlertsQuery(id));
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-12 font-medium text-ink-soft">
        {i18n._({ id: 'riskLevel.behind', message: 'Contributing alerts' })}
      </h3>
      <ul className="flex max-w-content flex-col rounded-card border border-line bg-surface">
        {alertIds.map((alertId) => {
          const alert = data?.find((one) => one.id === alertId);
          return (
            <li
              key={alertId}
              className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <Link to={`/admin/risk?alert=${alertId}`} className="font-medium underline underline-offset-4">
                {alert
                  ? alertTypeName(alert.type)
                  : i18n._({ id: 'riskLevel.alert', message: 'Alert {end}', values: { end: alertId.slice(-8) } })}
              </Link>
              {alert && (
                <>
                  <Badge tone={severityName(alert.severity)[1]}>{severityName(alert.severity)[0]}</Badge>
                  <Badge tone={alertStatusName(alert.status)[1]}>{alertStatusName(alert.status)[0]}</Badge>
                  <When at={alert.createdAt} className="ml-auto text-12 text-ink-soft" />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const byRule = 'rule';
type Choice = RiskLevelName | typeof byRule;

function LevelDialog({ id, risk, onClose }: Omit<LevelProps, 'operator'> & { onClose: () => void }) {
  const now: Choice = risk.override?.level ?? byRule;
  const [choice, setChoice] = useState<Choice>(now);
  const changing = useAction<string, RiskLevel>({
    run: (reason) =>
      call(levelRoutes.setRiskLevel, {
        params: { id },
        body: { level: choice === byRule ? null : choice, reason, version: risk.version },
      }),
    onDone: ({ level }) => {
      notify.success(
        i18n._({
          id: 'riskLevel.done',
          message: 'The risk level is now: {level}. The action is recorded.',
          values: { level: riskLevelName(level)[0] },
        }),
      );
      onClose();
    },
    touches: [['admin', 'risk']],
  });
  const label = i18n._({ id: 'riskLevel.change', message: 'Change risk level' });
  return (
    <ReasonDialog
      title={label}
      action={label}
      busy={changing.isPending}
      why={choice === now && i18n._({ id: 'riskLevel.same', message: 'Choose another level' })}
      failure={
        changing.failure && {
          title: i18n._({ id: 'riskLevel.notChanged', message: 'The risk level was not changed' }),
          text: errorText(changing.failure),
        }
      }
      onReason={(reason) => changing.mutate(reason)}
      onClose={onClose}
    >
      <SelectField
        label={i18n._({ id: 'riskLevel.title', message: 'Risk level' })}
        data-first
        help={
          choice !== byRule &&
          i18n._({
            id: 'riskLevel.holds',
            message: 'Applies until an operator changes it or new alerts raise the calculated level above it.',
          })
        }
        value={choice}
        onChange={({ target }) => setChoice(riskLevels.find((level) => level === target.value) ?? byRule)}
      >
        <option value={byRule}>
          {i18n._({
            id: 'riskLevel.byRule',
            message: 'As calculated: {level}',
            values: { level: riskLevelName(risk.computed)[0] },
          })}
        </option>
        {riskLevels.map((level) => (
          <option key={level} value={level}>
            {riskLevelName(level)[0]}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
