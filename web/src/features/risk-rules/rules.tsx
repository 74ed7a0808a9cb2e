/** The risk rules as a table, the most severe first; one opens in a drawer beside it. The URL holds the open rule. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { severities } from '@fairline/proto/risk/alerts';
import type { RiskRule } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { parNote } from '../../domain/money/par.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { severityName } from '../../domain/risk/labels.ts';
import { measureText } from '../../domain/risk/measure-labels.ts';
import { ruleName } from '../../domain/risk/rule-labels.ts';
import { rulesQuery } from '../../domain/risk/rules.ts';
import { countText } from '../../figures.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { Notice } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { RuleSheet } from './rule-sheet.tsx';
import { RuleState } from './rule-state.tsx';

export function Rules({ operator }: { operator: Operator }) {
  const [search, change] = useAddress();
  const query = useQuery(rulesQuery);
  const asked = search.get('rule');
  return (
    <div className="flex flex-col gap-4">
      {!hasPermission(operator, 'risk') && (
        <Notice>
          {i18n._({ id: 'riskRules.readOnly', message: 'Your role can view and back-test rules but not change them.' })}
        </Notice>
      )}
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'riskRules.lead',
          message: 'Each rule monitors events from all services and raises an alert when its condition is met.',
        })}{' '}
        {parNote()}
      </p>
      <Listed
        query={query}
        items={query.data && sortRules(query.data)}
        failed={i18n._({ id: 'riskRules.failed', message: 'Rules could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'riskRules.none', message: 'No rules' })}
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(id) => change('rule', id)} />}
      </Listed>
      <RuleSheet
        id={asked}
        rule={query.data?.find(({ id }) => id === asked)}
        isUnknown={query.data !== undefined}
        operator={operator}
        onClose={() => change('rule', null)}
      />
    </div>
  );
}

/** The most severe first, then by name. */
function sortRules(rules: readonly RiskRule[]): RiskRule[] {
  const rank = ({ severity }: RiskRule) => severities.indexOf(severity);
  return rules.toSorted(
    (one, other) => rank(one) - rank(other) || ruleName(one).localeCompare(ruleName(other), i18n.locale),
  );
}

/** On a narrow screen the other columns are below the first. */
const wideOnly = 'hidden md:table-cell';
const widest = 'hidden lg:table-cell';

function Rows({
  items,
  operator,
  onOpen,
}: {
  items: readonly RiskRule[];
  operator: Operator;
  onOpen: (id: string) => void;
}) {
  return (
    <Framed>
      <Table label={i18n._({ id: 'riskRules.title', message: 'Rules' })} pinned>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'riskRules.rule', message: 'Rule' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'alerts.severity', message: 'Severity' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'riskRules.condition', message: 'Condition' })}</Th>
            <Th figures>{i18n._({ id: 'riskRules.raised', message: 'Alerts, 7 days' })}</Th>
            <Th className={widest}>{i18n._({ id: 'riskRules.changed', message: 'Changed' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((rule) => (
            <Row key={rule.id} rule={rule} operator={operator} onOpen={onOpen} />
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function Row({ rule, operator, onOpen }: { rule: RiskRule; operator: Operator; onOpen: (id: string) => void }) {
  const nameOf = useOperatorName(operator);
  const { id, severity, defaults, raised, changedAt, changedBy } = rule;
  const [severityLabel, tone] = severityName(severity);
  const condition = measureText(rule);
  const usual = measureText({ ...rule, threshold: defaults.threshold, windowMinutes: defaults.windowMinutes });
  return (
    <tr className="hover:bg-raised last:[&>td]:border-b-0">
      <Td className="py-1">
        <button type="button" onClick={() => onOpen(id)} className="text-left font-medium hover:underline">
          {ruleName(rule)}
        </button>
        <span className="block text-12 text-ink-soft md:hidden">{condition}</span>
        <span className="flex flex-wrap gap-1 pt-1 md:hidden">
          <Badge tone={tone}>{severityLabel}</Badge>
          <RuleState rule={rule} />
        </span>
      </Td>
      <Td className={wideOnly}>
        <span className="flex flex-wrap gap-1">
          <RuleState rule={rule} />
        </span>
      </Td>
      <Td className={wideOnly}>
        <Badge tone={tone}>{severityLabel}</Badge>
      </Td>
      <Td className={cx(wideOnly, 'figures py-1')}>
        {condition}
        {usual !== condition && (
          <span className="block text-12 text-ink-soft">
            {i18n._({ id: 'riskRules.usual', message: 'Default: {usual}', values: { usual } })}
          </span>
        )}
      </Td>
      <Td figures>
        {raised > 0 ? (
          <Link to={`/admin/risk?rule=${encodeURIComponent(id)}`} className="underline underline-offset-4">
            {countText(raised)}
            <span className="sr-only">: {ruleName(rule)}</span>
          </Link>
        ) : (
          <span className="text-ink-soft">0</span>
        )}
      </Td>
      <Td className={cx(widest, 'py-1 text-ink-soft')}>
        {changedAt ? (
          <>
            <When at={changedAt} />
            {changedBy && <span className="block text-12">{nameOf(changedBy)}</span>}
          </>
        ) : (
          i18n._({ id: 'riskRules.neverChanged', message: 'Default values' })
        )}
      </Td>
    </tr>
  );
}
