/** The plain frame of the sign-in and registration pages: one column, a title, and a link to the other form. */
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LanguageSwitch } from '../../features/session/language-switch.tsx';

export function GuestFrame({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  foot: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-form grow flex-col justify-center px-4 py-12">
      <h1 className="display text-28">{title}</h1>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-6">{children}</div>
      <p className="mt-6 border-t border-line pt-4 text-13 text-ink-soft">{foot}</p>
      <p className="mt-4 text-12 text-ink-soft">
        <strong className="mr-2 rounded-control border border-control px-1 text-ink">
          {i18n._({ id: 'landing.adults', message: '18+ only.' })}
        </strong>
        {i18n._({ id: 'landing.foot', message: 'Bet only what you can afford to lose.' })}{' '}
        <Link to="/safe-play" className="underline underline-offset-4 hover:text-ink">
          {i18n._({ id: 'safe.title', message: 'Safe play' })}
        </Link>
      </p>
      <div className="mt-6 max-w-60">
        <LanguageSwitch bare />
      </div>
    </div>
  );
}
