/** The bell in the header: the number of unread notices, and the list once it is opened. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { noticesQuery } from './queries.ts';

/** Loaded on demand: most visits never open it. */
const Notices = lazy(async () => ({ default: (await import('./list.tsx')).Notices }));

/** Higher counts are shown as this and a plus. */
const countedTo = 99;

export function NoticeBell() {
  const unread = useInfiniteQuery(noticesQuery).data?.pages[0]?.unread ?? 0;
  return (
    <Menu
      label={
        unread > 0
          ? i18n._({
              id: 'notices.unread',
              message: 'Notices, {unread, plural, one {# unread} other {# unread}}',
              values: { unread },
            })
          : i18n._({ id: 'notices.label', message: 'Notices' })
      }
      className="relative flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-raised hover:text-ink"
      panelClass="page-right max-h-[70dvh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto"
      button={
        <>
          <Icon of={Bell} size={20} />
          {unread > 0 && (
            <span
              aria-hidden
              className="figures absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-act px-1 text-12 font-strong text-act-ink"
            >
              {unread > countedTo ? `${countedTo}+` : unread}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<SkeletonRows count={3} className="m-2 h-12" />}>
          <Notices onLeave={close} />
        </Suspense>
      )}
    </Menu>
  );
}
