/** The dashboard's figures, each with its growth against the period before. Figures that the role may not read are left out. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { stopsQuery, wideStops, wideStopText } from '../../domain/betting/stops.ts';
import { kycStatsQuery } from '../../domain/kyc/stats.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { healthQuery, moneyStatsQuery, type RangeName, userStatsQuery } from '../../domain/office/figures.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { alertCountsQuery } from '../../domain/risk/alerts.ts';
import { supportStatsQuery } from '../../domain/support/stats.ts';
import { countText, percentText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Skeleton } from '../../ui/content/states.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';

/** From the specification: a higher number of pending payments is flagged. */
const highAbove = 5;

export function StatCards({ operator, range }: { operator: Operator; range: RangeName }) {
  const reads = {
    money: hasPermission(operator, 'wallet.read'),
    users: hasPermission(operator, 'users.read'),
    health: hasPermission(operator, 'system.read'),
  };
  const money = useQuery({ ...moneyStatsQuery(range), enabled: reads.money });
  const users = useQuery({ ...userStatsQuery(range), enabled: reads.users });
  const health = useQuery({ ...healthQuery, enabled: reads.health });
  const stops = useQuery({ ...stopsQuery, enabled: reads.health && hasPermission(operator, 'betting.read') });
  const suspended = wideStopText(wideStops(stops.data?.items ?? []));
  const { data } = money;
  const down = health.data?.parts.filter(({ state }) => state === 'down') ?? [];
  const amount = (minor: number, currency: CurrencyCode) => <Money minor={minor} currency={currency} />;
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
      {reads.money && (
        <Card
          name={i18n._({ id: 'stats.revenue', message: 'Total Revenue' })}
          error={money.error}
          value={data && amount(data.ggrMinor, data.currency)}
          growth={data && [data.ggrMinor, data.before.ggrMinor]}
          foot={
            data &&
            i18n._({
              id: 'stats.ngr',
              message: 'GGR of settled bets; NGR {amount}',
              values: { amount: moneyText(data.ngrMinor, data.currency) },
            })
          }
        />
      )}
      {reads.users && (
        <Card
          name={i18n._({ id: 'stats.active', message: 'Active Users' })}
          error={users.error}
          value={users.data && countText(users.data.activeUsers)}
          growth={users.data && [users.data.activeUsers, users.data.before.activeUsers]}
          foot={
            users.data &&
            i18n._({
              id: 'stats.ofUsers',
              message: '{total, plural, one {of # user} other {of # users}}; {fresh} new today',
              values: { total: users.data.totalUsers, fresh: users.data.newToday },
            })
          }
        />
      )}
      {reads.money && (
        <Card
          name={i18n._({ id: 'stats.pending', message: 'Pending Payments' })}
          error={money.error}
          value={
            data && (
              <Link to="/admin/financial" className="flex items-center gap-2 hover:underline">
                {countText(data.pendingPayments)}
                {data.pendingPayments > highAbove && (
                  <Badge tone="down">{i18n._({ id: 'stats.high', message: 'High' })}</Badge>
                )}
              </Link>
            )
          }
          foot={
            data &&
            i18n._({
              id: 'stats.pendingAmount',
              message: '{amount} pending',
              values: { amount: moneyText(data.pendingAmountMinor, data.currency) },
            })
          }
        />
      )}
      {reads.money && (
        <Card
          name={i18n._({ id: 'stats.deposits', message: 'Total Deposits' })}
          error={money.error}
          value={data && amount(data.depositedMinor, data.currency)}
          growth={data && [data.depositedMinor, data.before.depositedMinor]}
          foot={
            data &&
            i18n._({
              id: 'stats.fees',
              message: 'Fees {amount}',
              values: { amount: moneyText(data.feesMinor, data.currency) },
            })
          }
        />
      )}
      {reads.money && (
        <Card
          name={i18n._({ id: 'stats.withdrawals', message: 'Total Withdrawals' })}
          error={money.error}
          value={data && amount(data.withdrawnMinor, data.currency)}
          growth={data && [data.withdrawnMinor, data.before.withdrawnMinor]}
          foot={
            data &&
            i18n._({
              id: 'stats.held',
              message: 'Players hold {amount}',
              values: { amount: moneyText(data.heldByPlayersMinor, data.currency) },
            })
          }
        />
      )}
      <RiskAlerts operator={operator} />
      <Waiting operator={operator} />
      {reads.health && (
        <Card
          name={i18n._({ id: 'stats.health', message: 'System Health' })}
          error={health.error}
          value={
            health.data &&
            (suspended ? (
              <span className="text-down">{i18n._({ id: 'stats.suspended', message: 'Betting suspended' })}</span>
            ) : health.data.state === 'up' ? (
              <span className="text-up">{i18n._({ id: 'stats.up', message: 'All up' })}</span>
            ) : (
              <span className="text-down">{i18n._({ id: 'stats.degraded', message: 'Degraded' })}</span>
            ))
          }
          foot={
            health.data &&
            (down.length > 0
              ? i18n._({
                  id: 'stats.down',
                  message: 'Down: {names}',
                  values: { names: down.map(({ name }) => name).join(', ') },
                })
              : suspended ||
                i18n._({
                  id: 'stats.parts',
                  message:
                    '{parts, plural, one {# part} other {# parts}}; {streams, plural, one {# open stream} other {# open streams}}',
                  values: { parts: health.data.parts.length, streams: health.data.openStreams },
                }))
          }
        />
      )}
    </dl>
  );
}

/** Urgent alerts, and the number of all open ones. */
function RiskAlerts({ operator }: { operator: Operator }) {
  const reads = hasPermission(operator, 'risk.read');
  const { data, error } = useQuery({ ...alertCountsQuery, enabled: reads });
  if (!reads) return null;
  return (
    <Card
      name={i18n._({ id: 'stats.alerts', message: 'Risk Alerts' })}
      error={error}
      value={
        data && (
          <Link to="/admin/risk" className="flex items-center gap-2 hover:underline">
            {countText(data.critical + data.high)}
            {data.critical > 0 && (
              <Badge tone="down">
                {i18n._({
                  id: 'stats.critical',
                  message: '{count} critical',
                  values: { count: countText(data.critical) },
                })}
              </Badge>
            )}
          </Link>
        )
      }
      foot={
        data &&
        i18n._({
          id: 'stats.alertsFoot',
          message: 'critical or high; {open} open in total, {investigating} under investigation',
          values: { open: countText(data.open), investigating: countText(data.investigating) },
        })
      }
    />
  );
}

/** Verifications and tickets that wait for an operator. */
function Waiting({ operator }: { operator: Operator }) {
  const reads = { kyc: hasPermission(operator, 'kyc.read'), tickets: hasPermission(operator, 'tickets.read') };
  const kyc = useQuery({ ...kycStatsQuery, enabled: reads.kyc });
  const support = useQuery({ ...supportStatsQuery, enabled: reads.tickets });
  const { pending = 0, in_review: inReview = 0 } = kyc.data?.counts ?? {};
  const { open = 0, in_progress: inProgress = 0 } = support.data?.counts ?? {};
  return (
    <>
      {reads.kyc && (
        <Card
          name={i18n._({ id: 'stats.kyc', message: 'Pending KYC' })}
          error={kyc.error}
          value={
            kyc.data && (
              <Link to="/admin/kyc" className="hover:underline">
                {countText(pending + inReview)}
              </Link>
            )
          }
          foot={
            kyc.data &&
            i18n._({
              id: 'stats.kycReview',
              message: '{inReview} in review',
              values: { inReview: countText(inReview) },
            })
          }
        />
      )}
      {reads.tickets && (
        <Card
          name={i18n._({ id: 'stats.tickets', message: 'Open Tickets' })}
          error={support.error}
          value={
            support.data && (
              <Link to="/admin/support" className="flex items-center gap-2 hover:underline">
                {countText(open + inProgress)}
                {support.data.complaintsDue > 0 && (
                  <Badge tone="down">
                    {i18n._({
                      id: 'stats.complaints',
                      message: '{due, plural, one {# complaint due} other {# complaints due}}',
                      values: { due: support.data.complaintsDue },
                    })}
                  </Badge>
                )}
              </Link>
            )
          }
          foot={
            support.data &&
            i18n._({
              id: 'stats.ticketsFoot',
              message: '{unread} unread; {chats, plural, one {# chat waits} other {# chats wait}}',
              values: { unread: countText(support.data.unread), chats: support.data.waitingChats },
            })
          }
        />
      )}
    </>
  );
}

interface CardProps {
  name: string;
  value: ReactNode;
  foot: ReactNode;
  /** The figure now, and in the period before. */
  growth?: [now: number, before: number] | undefined;
  error: Error | null;
}

function Card({ name, value, foot, growth, error }: CardProps) {
  const known = value !== undefined;
  return (
    <div className="flex min-w-0 grow basis-64 flex-col gap-1 bg-surface px-4 py-3">
      <dt className="text-12 text-ink-soft">{name}</dt>
      <dd className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="figures text-20 font-strong">
          {known ? value : error ? '–' : <Skeleton className="h-7 w-28" />}
        </span>
        {growth && <Growth now={growth[0]} before={growth[1]} />}
        <span className="block min-h-4 w-full text-12 text-ink-soft">{known ? foot : error && errorText(error)}</span>
      </dd>
    </div>
  );
}

/** If the earlier figure is zero, there is no percentage. */
function Growth({ now, before }: { now: number; before: number }) {
  if (before === 0)
    return (
      <span className="text-12 text-ink-soft">{i18n._({ id: 'stats.noBefore', message: 'no earlier data' })}</span>
    );
  const share = (now - before) / Math.abs(before);
  const text = percentText(share, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return (
    <span
      title={i18n._({ id: 'stats.against', message: 'compared with the previous period' })}
      className={cx(
        'figures inline-flex items-center gap-1 text-12',
        share > 0 && 'text-up',
        share < 0 && 'text-down',
        share === 0 && 'text-ink-soft',
      )}
    >
      {share !== 0 && <Icon of={share > 0 ? TrendingUp : TrendingDown} />}
      {text}
      <span className="sr-only"> {i18n._({ id: 'stats.against', message: 'compared with the previous period' })}</span>
    </span>
  );
}
