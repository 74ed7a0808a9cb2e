/** The list below the bell. Opening it marks its notices as read, also those that arrive while it is open. */
import { mailRoutes, type Notice } from '@fairline/proto/auth/mail';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { currentLanguage, whenText } from '../../domain/people/display-settings.ts';
import { Listed } from '../../ui/content/listed.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { loadNoticeTexts, noticeLine } from './notice-text.ts';
import { noticesQuery } from './queries.ts';

export function Notices({ onLeave }: { onLeave: () => void }) {
  const client = useQueryClient();
  const query = useInfiniteQuery(noticesQuery);
  const items = query.data?.pages.flatMap((page) => page.items);
  const newest = items?.[0];
  const { mutate: markRead } = useMutation({
    mutationFn: (upTo: string) => call(mailRoutes.readNotices, { body: { upTo } }),
    // Unread notices stay marked while the list is open; only the count is reset at once.
    onSuccess: ({ unread }) =>
      client.setQueryData(
        noticesQuery.queryKey,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, unread })) },
      ),
  });
  const [marked, setMarked] = useState<string>();
  const unread = query.data?.pages[0]?.unread ?? 0;
  useEffect(() => {
    if (!newest || unread === 0 || marked === newest.id) return;
    setMarked(newest.id);
    markRead(newest.id);
  }, [newest, unread, marked, markRead]);
  useEffect(() => () => void client.invalidateQueries({ queryKey: noticesQuery.queryKey }), [client]);
  return (
    <section aria-label={i18n._({ id: 'notices.label', message: 'Notices' })} className="p-2">
      <h2 className="px-2 py-1 text-14 font-strong">{i18n._({ id: 'notices.label', message: 'Notices' })}</h2>
      <Listed
        query={query}
        items={items}
        failed={i18n._({ id: 'notices.failed', message: 'Your notices could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'notices.none', message: 'No notices yet' })}
      >
        {(notices) => (
          <ul>
            {notices.map((notice) => (
              <Row key={notice.id} notice={notice} onLeave={onLeave} />
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}

function Row({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { title, detail, to } = noticeLine(notice, use(loadNoticeTexts(currentLanguage())));
  const fresh = notice.readAt === null;
  return (
    <li>
      <Link
        to={to}
        onClick={onLeave}
        className="flex gap-2 rounded-control p-2 text-13 hover:bg-raised focus-visible:-outline-offset-2"
      >
        <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', fresh && 'bg-act')} />
        <span className="min-w-0">
          <span className={cx('block break-words', fresh && 'font-strong')}>
            {title}
            {fresh && <span className="sr-only"> {i18n._({ id: 'notices.new', message: '(new)' })}</span>}
          </span>
          {detail && <span className="block break-words text-ink-soft">{detail}</span>}
          <time dateTime={notice.createdAt} className="figures block text-12 text-ink-soft">
            {whenText(notice.createdAt)}
          </time>
        </span>
      </Link>
    </li>
  );
}
