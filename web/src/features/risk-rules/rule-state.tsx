/** Whether a rule is on, and whether it currently raises alerts. */
import type { RiskRule } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { Badge } from '../../ui/content/badge.tsx';
import { localText } from '../../ui/content/when.tsx';

export function RuleState({
  rule: { enabled, throttledUntil },
}: {
  rule: Pick<RiskRule, 'enabled' | 'throttledUntil'>;
}) {
  return (
    <>
      {enabled ? (
        <Badge tone="act">{i18n._({ id: 'riskRules.on', message: 'On' })}</Badge>
      ) : (
        <Badge>{i18n._({ id: 'riskRules.off', message: 'Off' })}</Badge>
      )}
      {isThrottled({ throttledUntil }) && throttledUntil && (
        <Badge tone="live">
          <span
            title={i18n._({
              id: 'riskRules.throttledUntil',
              message: 'Throttled until {at}',
              values: { at: localText(throttledUntil) },
            })}
          >
            {i18n._({ id: 'riskRules.throttled', message: 'Throttled' })}
          </span>
        </Badge>
      )}
    </>
  );
}

export const isThrottled = ({ throttledUntil }: Pick<RiskRule, 'throttledUntil'>): boolean =>
  throttledUntil !== undefined && Date.parse(throttledUntil) > Date.now();
