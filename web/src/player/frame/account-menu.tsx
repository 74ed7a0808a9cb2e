/** The account menu in the header: the signed-in player, the theme, the odds format, and the logout. */
import type { User } from '@fairline/proto/auth/users';
import { oddsFormats } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import {
  CircleUserRound,
  Gift,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  Mail,
  PauseCircle,
  Settings,
  ShieldCheck,
  Ticket,
  Wallet,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { oddsFormatStore } from '../../domain/people/display-settings.ts';
import { oddsFormatNames, setOddsFormat } from '../../features/betting/preferences.ts';
import { useStore } from '../../store.ts';
import { Menu } from '../../ui/controls/menu.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { ThemeSwitch } from '../../ui/controls/theme-switch.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { signOut } from './sign-out.ts';

const ContactLink = lazy(async () => ({
  default: (await import('../../features/support/contact-link.tsx')).ContactLink,
}));

const row = 'flex h-10 w-full items-center gap-2 rounded-control px-2 text-14 hover:bg-surface';

export function AccountMenu({ user }: { user: User }) {
  const format = useStore(oddsFormatStore);
  return (
    <div className="flex items-center">
      <Link
        to="/account"
        className="hidden h-9 max-w-32 items-center truncate rounded-control pl-2 text-14 font-medium hover:underline hover:underline-offset-4 lg:flex"
      >
        <span className="truncate">{user.firstName}</span>
      </Link>
      <Menu
        label={i18n._({ id: 'account.label', message: 'Account of {name}', values: { name: user.firstName } })}
        className="flex h-9 items-center gap-2 rounded-control px-2 text-14 font-medium transition-colors hover:bg-raised"
        panelClass="page-right max-h-[calc(100dvh-var(--spacing-header)-1rem)] w-72 overflow-y-auto"
        button={<Icon of={CircleUserRound} size={20} className="text-ink-soft" />}
      >
        {(close) => (
          <div className="flex flex-col gap-4 p-4">
            <div>
              <p className="truncate font-strong">
                {user.firstName} {user.lastName}
              </p>
              <p className="truncate text-13 text-ink-soft">{user.email}</p>
            </div>
            <Segments
              label={i18n._({ id: 'account.odds', message: 'Odds' })}
              value={format}
              onChange={setOddsFormat}
              options={oddsFormats.map((id) => ({ id, label: oddsFormatNames()[id] }))}
            />
            <ThemeSwitch />
            <div className="-mx-2 -mb-2 border-t border-line pt-2">
              <Link to="/dashboard" onClick={close} className={row}>
                <Icon of={LayoutDashboard} className="text-ink-soft" />
                {i18n._({ id: 'nav.dashboard', message: 'Dashboard' })}
              </Link>
              <Link to="/account" onClick={close} className={row}>
                <Icon of={Settings} className="text-ink-soft" />
                {i18n._({ id: 'nav.account', message: 'Account' })}
              </Link>
              <Link to="/bets" onClick={close} className={row}>
                <Icon of={Ticket} className="text-ink-soft" />
                {i18n._({ id: 'bets.mine', message: 'My bets' })}
              </Link>
              <Link to="/wallet" onClick={close} className={row}>
                <Icon of={Wallet} className="text-ink-soft" />
                {i18n._({ id: 'nav.wallet', message: 'Wallet' })}
              </Link>
              <Link to="/promotions" onClick={close} className={row}>
                <Icon of={Gift} className="text-ink-soft" />
                {i18n._({ id: 'promotions.name', message: 'Promotions' })}
              </Link>
              <Link to="/account?tab=verification" onClick={close} className={row}>
                <Icon of={ShieldCheck} className="text-ink-soft" />
                {i18n._({ id: 'account.verification', message: 'Verification' })}
              </Link>
              <Link to="/safe-play" onClick={close} className={row}>
                <Icon of={PauseCircle} className="text-ink-soft" />
                {i18n._({ id: 'safe.title', message: 'Safe play' })}
              </Link>
              <Link to="/support" onClick={close} className={row}>
                <Icon of={LifeBuoy} className="text-ink-soft" />
                {i18n._({ id: 'nav.support', message: 'Support' })}
              </Link>
              <Suspense>
                <ContactLink className={row} icon={<Icon of={Mail} className="text-ink-soft" />} onClick={close} />
              </Suspense>
              <button type="button" onClick={signOut} className={row}>
                <Icon of={LogOut} className="text-ink-soft" />
                {i18n._({ id: 'account.logout', message: 'Logout' })}
              </button>
            </div>
          </div>
        )}
      </Menu>
    </div>
  );
}
