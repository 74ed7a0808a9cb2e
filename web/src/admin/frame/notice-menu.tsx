/** The operators' bell: the number of new tasks since it was last opened, and the list of all waiting tasks with a link to each. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Activity, BadgeCheck, Banknote, Bell, LifeBuoy, ShieldAlert, UserRoundCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../store.ts';
import { EmptyState } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { seenStore, unreadOf, withLess, withSeen } from './notices.ts';
import { type OfficeNotice, useNotices } from './use-notices.ts';

const icons = {
  alert: ShieldAlert,
  money: Banknote,
  second: UserRoundCheck,
  identity: BadgeCheck,
  support: LifeBuoy,
  system: Activity,
};

export function NoticeMenu({ operator }: { operator: Operator }) {
  const notices = useNotices(operator);
  const seen = useStore(seenStore)[operator.id] ?? {};
  const unread = unreadOf(notices, seen);
  // The lines of the previous render: a line that is gone now was handled; one that was never loaded was not.
  const shown = useRef<ReadonlySet<string>>(new Set());
  const counts = notices.map(({ key, count }) => `${key}=${count}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when a count changes.
  useEffect(() => {
    const now = new Map(notices.map(({ key, count }) => [key, count]));
    const gone = [...shown.current].filter((key) => !now.has(key));
    shown.current = new Set(now.keys());
    const less = withLess(seen, new Map([...now, ...gone.map((key) => [key, 0] as const)]));
    if (less) seenStore.set({ ...seenStore.get(), [operator.id]: less });
  }, [counts, operator.id]);
  const see = () =>
    seenStore.set({ ...seenStore.get(), [operator.id]: withSeen(seenStore.get()[operator.id] ?? {}, notices) });
  return (
    <Menu
      label={
        unread.length > 0
          ? i18n._({
              id: 'officeNotice.unread',
              message: 'Notifications, {unread} new',
              values: { unread: unread.length },
            })
          : i18n._({ id: 'officeNotice.label', message: 'Notifications' })
      }
      className="relative inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-raised hover:text-ink"
      panelClass="right-2 left-auto max-h-[70dvh] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto"
      button={
        <>
          <Icon of={Bell} size={20} />
          {unread.length > 0 && (
            <span
              aria-hidden
              className="figures absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-act px-1 text-12 font-strong text-act-ink"
            >
              {unread.length}
            </span>
          )}
        </>
      }
    >
      {(close) => <List notices={notices} unread={unread} onLeave={close} onSeen={see} />}
    </Menu>
  );
}

interface ListProps {
  notices: readonly OfficeNotice[];
  unread: readonly OfficeNotice[];
  onLeave: () => void;
  onSeen: () => void;
}

/** New lines stay marked as long as the list is open. */
function List({ notices, unread, onLeave, onSeen }: ListProps) {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const keys = unread.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new unread lines count as seen at once.
  useEffect(() => {
    if (unread.length === 0) return;
    setFresh((before) => new Set([...before, ...unread.map(({ key }) => key)]));
    onSeen();
  }, [keys]);
  if (notices.length === 0) {
    return (
      <EmptyState title={i18n._({ id: 'officeNotice.none', message: 'Nothing waiting for you' })}>
        {i18n._({ id: 'officeNotice.noneHelp', message: 'Alerts, payments and requests for your role appear here.' })}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={i18n._({ id: 'officeNotice.label', message: 'Notifications' })}>
      {notices.map(({ key, kind, to, title, detail, at, urgent }) => (
        <li key={key} className="border-b border-line last:border-b-0">
          <Link
            to={to}
            onClick={onLeave}
            className="flex gap-3 px-4 py-3 text-13 hover:bg-surface focus-visible:-outline-offset-2"
          >
            <Icon of={icons[kind]} size={20} className={cx('shrink-0', urgent ? 'text-down' : 'text-ink-soft')} />
            <span className="flex min-w-0 grow flex-col">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 font-medium break-words">{title}</span>
                {fresh.has(key) && (
                  <span className="ml-auto flex shrink-0 items-center gap-1 text-12 text-act">
                    <span aria-hidden className="size-2 rounded-full bg-act" />
                    {i18n._({ id: 'officeNotice.new', message: 'New' })}
                  </span>
                )}
              </span>
              {detail && <span className="text-12 break-words text-ink-soft">{detail}</span>}
              {at && <When at={at} className="text-12 text-ink-soft" />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
