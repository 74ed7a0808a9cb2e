/** The foot of the sidebar: load, response time and uptime of the platform for roles that may read them, and who is signed in. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Settings } from 'lucide-react';
import { Link } from 'react-router';
import { operatorSession } from '../../client/session/session.ts';
import { healthQuery } from '../../domain/office/figures.ts';
import { conditionColour, type HealthFigure, healthCondition } from '../../domain/office/health.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { roleName } from '../../domain/people/role-labels.ts';
import { numberText, percentText } from '../../figures.ts';
import { localText } from '../../ui/content/when.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';

export function RailFoot({ operator, isCollapsed }: { operator: Operator; isCollapsed: boolean }) {
  const settings = i18n._({ id: 'settings.title', message: 'Settings' });
  return (
    <div
      className={cx(
        'flex shrink-0 flex-col gap-2 border-t border-line',
        isCollapsed ? 'items-center p-2' : 'px-4 py-3',
      )}
    >
      {hasPermission(operator, 'system.read') && <Status isCollapsed={isCollapsed} />}
      <div className={cx('flex items-center', isCollapsed && 'flex-col')}>
        <p className={cx('min-w-0 grow', isCollapsed && 'sr-only')}>
          <span className="block truncate text-13 font-medium">
            {operator.firstName} {operator.lastName}
          </span>
          <span className="block truncate text-12 text-ink-soft">{roleName(operator.role)}</span>
        </p>
        <Link
          to="/admin/settings"
          aria-label={settings}
          title={settings}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-raised hover:text-ink"
        >
          <Icon of={Settings} />
        </Link>
        <IconButton
          label={i18n._({ id: 'account.logout', message: 'Logout' })}
          onClick={() => void operatorSession.signOut()}
        >
          <Icon of={LogOut} />
        </IconButton>
      </div>
    </div>
  );
}

const none = '–';

function Status({ isCollapsed }: { isCollapsed: boolean }) {
  const { data } = useQuery(healthQuery);
  const host = data?.host;
  const uptime = data?.uptime;
  const figure = (of: HealthFigure, value: number | undefined, text: (value: number) => string) =>
    value === undefined ? none : <span className={conditionColour[healthCondition(of, value)]}>{text(value)}</span>;
  const rows = [
    [
      i18n._({ id: 'railStatus.load', message: 'Load' }),
      figure('cpuPercent', host?.cpuPercent, (value) => percentText(value / 100, { maximumFractionDigits: 0 })),
      undefined,
    ],
    [
      i18n._({ id: 'railStatus.response', message: 'Response' }),
      figure('responseMs', host?.responseMs, (value) => `${numberText(Math.round(value))} ms`),
      undefined,
    ],
    [
      i18n._({ id: 'railStatus.uptime', message: 'Uptime' }),
      // Rounded down, so that 100 % means no downtime at all.
      uptime
        ? percentText(Math.floor(uptime.percent * 100) / 10_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
        : none,
      uptime && i18n._({ id: 'railStatus.since', message: 'Since {at}', values: { at: localText(uptime.since) } }),
    ],
  ] as const;
  const isUp = data?.state === 'up';
  const stateText = isUp
    ? i18n._({ id: 'stats.up', message: 'All up' })
    : data
      ? i18n._({ id: 'stats.degraded', message: 'Degraded' })
      : none;
  return (
    <section aria-label={i18n._({ id: 'railStatus.label', message: 'System status' })}>
      {isCollapsed ? (
        <span title={stateText} className="flex size-9 items-center justify-center">
          <span aria-hidden className={cx('size-2 rounded-full', data ? (isUp ? 'bg-up' : 'bg-down') : 'bg-control')} />
          <span className="sr-only">{stateText}</span>
        </span>
      ) : (
        <dl className="flex flex-col gap-1 text-12">
          {rows.map(([name, value, hint]) => (
            <div key={name} title={hint} className="flex justify-between gap-2">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="figures font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
