/** One alert: the event, the player, the assignee, its notes, and this operator's actions. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { UserSummary } from '@fairline/proto/auth/staff';
import { Currency } from '@fairline/proto/money';
import { type Alert, alertTransitions, type Severity } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { alertText } from '../../domain/risk/alert-text.ts';
import { alertTypeName } from '../../domain/risk/alert-type-labels.ts';
import { alertStatusName, severityName } from '../../domain/risk/labels.ts';
import { isTraitType, resourceTypeName, shortId } from '../../domain/risk/resource-labels.ts';
import { resourcePage } from '../../domain/risk/resource-page.ts';
import { ruleName } from '../../domain/risk/rule-labels.ts';
import { useRules } from '../../domain/risk/rules.ts';
import type { RiskSummary } from '../../domain/risk/summaries.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Failure } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { AlertEvents } from './alert-events.tsx';
import { failedTitle, isClosed, moveName, useChangeAlert } from './change-alert.ts';
import type { What } from './change-dialog.tsx';
import { PlayerBadges } from './player-badges.tsx';

/** The edge of an open alert repeats its severity, so that a long list can be scanned. */
const edges: Record<Severity, string> = {
  critical: 'border-l-down',
  high: 'border-l-live',
  medium: 'border-l-info',
  low: '',
};

interface CardProps {
  alert: Alert;
  operator: Operator;
  player: UserSummary | undefined;
  summary: RiskSummary | undefined;
  onAsk: (what: What) => void;
}

export function AlertCard({ alert, operator, player, summary, onAsk }: CardProps) {
  const id = useId();
  const { type, severity, status, createdAt } = alert;
  const [severityLabel, severityTone] = severityName(severity);
  const [statusLabel, statusTone] = alertStatusName(status);
  return (
    <article
      aria-labelledby={id}
      className={cx(
        'flex flex-col gap-3 rounded-card border border-l-4 border-line bg-surface p-4 text-13',
        !isClosed(status) && edges[severity],
      )}
    >
      <header className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="text-14 font-strong">
          {alertTypeName(type)}
        </h2>
        <Badge tone={severityTone}>{severityLabel}</Badge>
        <Badge tone={statusTone}>{statusLabel}</Badge>
        <span className="ml-auto flex flex-wrap items-center gap-x-3 text-12 text-ink-soft">
          {hasPermission(operator, 'audit.read') && (
            <Link to={`/admin/audit?q=${alert.id}`} className="underline underline-offset-4">
              {i18n._({ id: 'auditLog.title', message: 'Audit log' })}
              <span className="sr-only">: {alertTypeName(type)}</span>
            </Link>
          )}
          <When at={createdAt} />
        </span>
      </header>
      <p className="break-words">{alertText(alert)}</p>
      <Details alert={alert} operator={operator} player={player} summary={summary} />
      {(alert.rule || isOfMarkets(alert)) && <AlertEvents alert={alert} operator={operator} />}
      <Notes alert={alert} operator={operator} />
      {hasPermission(operator, 'risk') && <Actions alert={alert} operator={operator} onAsk={onAsk} />}
    </article>
  );
}

/** For one market the card names the market; for many, their events are listed. */
const isOfMarkets = ({ type, about }: Alert) => type === 'prices_tampered' && !about;

function Details({ alert, operator, player, summary }: Omit<CardProps, 'onAsk'>) {
  const nameOf = useOperatorName(operator);
  const { userId, operatorId, amountMinor, currency, assigneeId, about, rule } = alert;
  const ruleOf = useRules(rule !== undefined);
  const money = Currency.safeParse(currency);
  const playerLabel = i18n._({ id: 'adjustments.player', message: 'Player' });
  const rows: ([name: string, value: ReactNode] | undefined | false)[] = [
    userId !== undefined && [
      playerLabel,
      <span key="player" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PlayerName id={userId} player={player} operator={operator} />
        <PlayerBadges player={player} summary={summary} />
      </span>,
    ],
    operatorId !== undefined && [i18n._({ id: 'auditLog.operator', message: 'Operator' }), nameOf(operatorId)],
    amountMinor !== undefined &&
      money.success && [
        i18n._({ id: 'field.amount', message: 'Amount' }),
        <Money key="amount" minor={amountMinor} currency={money.data} />,
      ],
    about &&
      about.type !== 'player' && [
        i18n._({ id: 'alert.about', message: 'About' }),
        <About key="about" about={about} operator={operator} />,
      ],
    rule && [
      i18n._({ id: 'riskRules.rule', message: 'Rule' }),
      <span key="rule" className="flex flex-wrap gap-x-2">
        <Link to={`/admin/risk/rules?rule=${encodeURIComponent(rule.id)}`} className="underline underline-offset-4">
          {ruleName(ruleOf(rule.id) ?? rule)}
        </Link>
        <span className="text-ink-soft">
          <When at={rule.from} />
          {rule.until !== rule.from && (
            <>
              {' – '}
              <When at={rule.until} />
            </>
          )}
        </span>
      </span>,
    ],
    (assigneeId !== undefined || !isClosed(alert.status)) && [
      i18n._({ id: 'alert.assignee', message: 'Assigned to' }),
      assigneeId ? (
        nameOf(assigneeId)
      ) : (
        <span key="nobody" className="text-ink-soft">
          {i18n._({ id: 'alert.nobody', message: 'Unassigned' })}
        </span>
      ),
    ],
  ];
  return (
    <dl className="flex flex-col gap-x-8 gap-y-2 sm:flex-row sm:flex-wrap">
      {rows.map(
        (row) =>
          row && (
            <div
              key={row[0]}
              data-wide={row[0] === playerLabel || undefined}
              className="flex min-w-0 gap-x-3 max-sm:data-wide:flex-col sm:data-wide:basis-full"
            >
              <dt className="text-ink-soft max-sm:w-20 max-sm:shrink-0">{row[0]}</dt>
              <dd className="min-w-0">{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A shared attribute is stored only as a hash: its link shows the other alerts about it. */
function About({ about: { type, id }, operator }: { about: NonNullable<Alert['about']>; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const ruleOf = useRules(type === 'rule');
  const name = resourceTypeName(type);
  if (isTraitType(type)) {
    return (
      <Link to={`/admin/risk?about=${encodeURIComponent(id)}`} className="underline underline-offset-4">
        {name}
      </Link>
    );
  }
  const page = resourcePage(type, id);
  const thing = type === 'operator' ? nameOf(id) : type === 'rule' ? ruleName(ruleOf(id) ?? { id }) : shortId(id);
  return (
    <span className="break-words">
      {name}{' '}
      {page && hasPermission(operator, page.needs) ? (
        <Link to={page.to} className="underline underline-offset-4">
          {thing}
        </Link>
      ) : (
        thing
      )}
    </span>
  );
}

function PlayerName({ id, player, operator }: { id: string; player: UserSummary | undefined; operator: Operator }) {
  const name = player ? `${player.firstName} ${player.lastName} · ${player.email}` : id.slice(-8);
  if (!hasPermission(operator, 'users.read')) return <span>{name}</span>;
  return (
    <Link to={`/admin/users/${id}?tab=safe-play`} className="break-words underline underline-offset-4">
      {name}
    </Link>
  );
}

function Notes({ alert: { notes }, operator }: Pick<CardProps, 'alert' | 'operator'>) {
  const nameOf = useOperatorName(operator);
  if (notes.length === 0) return null;
  return (
    <section className="flex flex-col gap-1 border-l border-line pl-3">
      <h3 className="text-12 font-medium text-ink-soft">{i18n._({ id: 'user.notes', message: 'Notes' })}</h3>
      <ul className="flex flex-col gap-2">
        {notes.map(({ id, operatorId, text, createdAt }) => (
          <li key={id}>
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-12 text-ink-soft">
              {nameOf(operatorId)} · <When at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why the operator cannot close the alert; false if they may. */
const ownReason = ({ actingOperatorIds = [] }: Alert, { id }: Operator) =>
  actingOperatorIds.includes(id) &&
  i18n._({ id: 'alert.ownAct', message: 'You took part in this. Another operator must close it.' });

/** Starting an investigation needs no confirmation; closing an alert does. */
function Actions({ alert, operator, onAsk }: Pick<CardProps, 'alert' | 'operator' | 'onAsk'>) {
  const changing = useChangeAlert(alert);
  const { status, assigneeId } = alert;
  const type = alertTypeName(alert.type);
  const busy = changing.isPending;
  const [assign, unassign] = [
    i18n._({ id: 'alert.toMe', message: 'Assign to me' }),
    i18n._({ id: 'alert.takeOff', message: 'Unassign' }),
  ];
  return (
    <>
      {changing.failure && <Failure title={failedTitle(changing.failure)}>{errorText(changing.failure)}</Failure>}
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        {alertTransitions[status].map((next) => (
          <Button
            key={next}
            size="small"
            look="secondary"
            aria-label={`${moveName(next)}: ${type}`}
            busy={busy}
            why={isClosed(next) && ownReason(alert, operator)}
            className="self-start"
            onClick={() => (isClosed(next) ? onAsk(next) : changing.mutate({ status: next }))}
          >
            {moveName(next)}
          </Button>
        ))}
        {!isClosed(status) && assigneeId !== operator.id && (
          <Button
            size="small"
            look="secondary"
            aria-label={`${assign}: ${type}`}
            busy={busy}
            onClick={() => changing.mutate({ assigneeId: operator.id })}
          >
            {assign}
          </Button>
        )}
        {!isClosed(status) && assigneeId !== undefined && (
          <Button
            size="small"
            look="secondary"
            aria-label={`${unassign}: ${type}`}
            busy={busy}
            onClick={() => changing.mutate({ assigneeId: null })}
          >
            {unassign}
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          aria-label={`${i18n._({ id: 'notes.add', message: 'Add note' })}: ${type}`}
          onClick={() => onAsk('note')}
        >
          {i18n._({ id: 'notes.add', message: 'Add note' })}
        </Button>
      </div>
    </>
  );
}
