/** The latest registrations, for roles without access to money; each row links to the page of its player. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { userFilterOf, usersQuery } from './queries.ts';
import { UserBadges } from './user-overview.tsx';

/** The users page lists the rest. */
const shown = 8;

export function NewestUsers() {
  const { data, error, isFetching, refetch } = useInfiniteQuery(usersQuery(userFilterOf(new URLSearchParams())));
  const users = data?.pages[0]?.items.slice(0, shown);
  return (
    <section aria-labelledby="newest-users" className="rounded-card border border-line bg-surface">
      <header className="flex h-11 items-center justify-between gap-4 border-b border-line px-4">
        <h2 id="newest-users" className="truncate text-14 font-strong">
          {i18n._({ id: 'newest.title', message: 'Newest players' })}
        </h2>
        <Link to="/admin/users" className="shrink-0 text-13 font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'panel.all', message: 'See all' })}
        </Link>
      </header>
      {!users && !error && (
        <div className="p-4">
          <SkeletonRows count={5} className="h-10" />
        </div>
      )}
      {!users && error && (
        <ErrorState
          title={i18n._({ id: 'users.failed', message: 'Users could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {users?.length === 0 && (
        <EmptyState title={i18n._({ id: 'users.none', message: 'No users found in database' })} />
      )}
      {users && users.length > 0 && (
        <ul>
          {users.map((user) => (
            <li
              key={user.id}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-13 last:border-b-0 hover:bg-raised"
            >
              <span className="min-w-0">
                <Link
                  to={`/admin/users/${user.id}`}
                  className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {user.firstName} {user.lastName}
                </Link>
                <span className="flex flex-wrap items-center gap-x-2 text-12 text-ink-soft">
                  <span className="min-w-0 truncate">{user.email}</span>
                  <When at={user.createdAt} />
                </span>
              </span>
              <UserBadges user={user} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
