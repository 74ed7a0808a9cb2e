/** The frame of the casino's pages: a title, the navigation between them, and the session. */
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { LazySessionLine } from '../../features/safe-play/sessions/lazy-session-line.tsx';
import { cx } from '../../ui/theme/cx.ts';

export function CasinoFrame({ title, children }: { title: string; children: ReactNode }) {
  const links = [
    ['/casino', i18n._({ id: 'casino.lobby', message: 'Lobby' })],
    ['/casino/history', i18n._({ id: 'casino.panel.history', message: 'Your rounds' })],
    ['/casino/fairness', i18n._({ id: 'casino.panel.fairness', message: 'Fairness' })],
    ['/casino/returns', i18n._({ id: 'casino.why.returnsLink', message: 'Live returns' })],
  ] as const;
  return (
    <div className="mx-auto flex w-full max-w-content grow flex-col gap-6 px-4 py-6">
      <title>{`${title} · Fairline`}</title>
      <nav aria-label={i18n._({ id: 'casino.title', message: 'Casino' })} className="strip -mx-4 gap-6 px-4 text-13">
        {links.map(([to, name]) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              cx(
                'py-2 whitespace-nowrap',
                isActive ? 'font-strong text-ink' : 'text-ink-soft underline underline-offset-4 hover:text-ink',
              )
            }
          >
            {name}
          </NavLink>
        ))}
      </nav>
      {children}
      <LazySessionLine />
    </div>
  );
}
