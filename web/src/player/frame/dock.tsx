/** The bar at the bottom of small screens: links, and the slip with its count and its odds. */
import { i18n } from '@lingui/core';
import { Dices, Radio, Ticket, Trophy, Wallet } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { NavLink } from 'react-router';
import { slipStore } from '../../features/betting/slip/store.ts';
import { useStore } from '../../store.ts';
import { useAtLeast } from '../../ui/browser/use-media.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';

const NamedOdds = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    const { SlipOdds } = await import('../betting/slip.tsx');
    return {
      default: () => (
        <>
          <span className="sr-only">
            {slipName()}, {i18n._({ id: 'slip.totalOdds', message: 'Total odds' })}
          </span>
          <SlipOdds className="max-w-full truncate px-1 font-strong text-ink" />
        </>
      ),
    };
  } catch {
    // A failure of the odds summary must not fail the page; the slip itself shows the error.
    return { default: slipName };
  }
});

const entry =
  'flex h-full flex-col items-center justify-center gap-0.5 text-12 font-medium focus-visible:-outline-offset-2';

export function Dock({ onSlip }: { onSlip: () => void }) {
  const count = useStore(slipStore).items.length;
  // While the bar is hidden, its odds are not fetched.
  const wide = useAtLeast('md');
  return (
    <nav
      aria-label={i18n._({ id: 'dock.label', message: 'Quick access' })}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <DockLink
        to="/sports"
        icon={<Icon of={Trophy} size={20} />}
        name={i18n._({ id: 'nav.sports', message: 'Sports' })}
      />
      <DockLink to="/live" icon={<Icon of={Radio} size={20} />} name={i18n._({ id: 'nav.live', message: 'Live' })} />
      <span className="h-dock">
        <button type="button" onClick={onSlip} className={cx(entry, 'relative w-full text-ink-soft')}>
          <span className="relative">
            <Icon of={Ticket} size={20} />
            <SlipCount count={count} className="absolute -top-1.5 left-3" />
          </span>
          <SlipName filled={count > 0 && !wide} />
        </button>
      </span>
      <DockLink
        to="/casino"
        icon={<Icon of={Dices} size={20} />}
        name={i18n._({ id: 'nav.casino', message: 'Casino' })}
      />
      <DockLink
        to="/wallet"
        icon={<Icon of={Wallet} size={20} />}
        name={i18n._({ id: 'nav.wallet', message: 'Wallet' })}
      />
    </nav>
  );
}

/** Shows the odds instead of its name once it has a selection. */
function SlipName({ filled }: { filled: boolean }) {
  if (!filled) return slipName();
  return (
    <Suspense fallback={slipName()}>
      <NamedOdds />
    </Suspense>
  );
}

const slipName = () => i18n._({ id: 'dock.slip', message: 'Slip' });

export function SlipCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'figures inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-act px-1 text-12 font-strong text-act-ink',
        className,
      )}
    >
      {count}
      <span className="sr-only">
        {' '}
        {i18n._({
          id: 'slip.count',
          message: '{count, plural, one {selection} other {selections}}',
          values: { count },
        })}
      </span>
    </span>
  );
}

function DockLink({ to, icon, name }: { to: string; icon: ReactNode; name: string }) {
  return (
    <span className="h-dock">
      <NavLink
        to={to}
        className={({ isActive }) =>
          cx(entry, isActive ? 'text-ink shadow-[inset_0_2px_0_var(--color-act)]' : 'text-ink-soft')
        }
      >
        {icon}
        {name}
      </NavLink>
    </span>
  );
}
