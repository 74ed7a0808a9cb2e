/** The states of a query: loading, failed with a retry, loaded; for a list also empty, and with a button for older entries. */
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from './states.tsx';

interface Reading {
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

interface LoadedProps<T> {
  query: Reading & { data: T | undefined };
  failed: string;
  /** The text of the error; null without one. */
  error: string | null;
  waiting: ReactNode;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, failed, error, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (error === null) return waiting;
  return (
    <ErrorState title={failed} onRetry={() => void query.refetch()} busy={query.isFetching}>
      {error}
    </ErrorState>
  );
}

interface ListedProps<T> {
  query: Reading;
  items: readonly T[] | undefined;
  failed: string;
  /** The text of the error; null without one. */
  error: string | null;
  empty: ReactNode;
  /** The label of the button for more entries, if those are not older ones. */
  more?: string;
  children: (items: readonly T[]) => ReactNode;
}

export function Listed<T>({ query, items, failed, error, empty, more, children }: ListedProps<T>) {
  if (!items) {
    return (
      <Loaded
        query={{ ...query, data: items }}
        failed={failed}
        error={error}
        waiting={<SkeletonRows count={6} className="h-10" />}
      >
        {() => null}
      </Loaded>
    );
  }
  // A search may have found nothing so far but still have older entries to search.
  if (items.length === 0 && !query.hasNextPage) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
  return (
    <div className="flex flex-col gap-4">
      {items.length > 0 && children(items)}
      {query.hasNextPage && (
        <Button
          look="secondary"
          size="small"
          className="self-center"
          busy={query.isFetchingNextPage ?? false}
          onClick={() => void query.fetchNextPage?.()}
        >
          {more ?? i18n._({ id: 'history.more', message: 'Show older' })}
        </Button>
      )}
    </div>
  );
}

/** The frame of a table on a page. It clips corners without scrolling, so that a table head can be sticky. */
export function Framed({ children }: { children: ReactNode }) {
  return <div className="overflow-clip rounded-card border border-line bg-surface">{children}</div>;
}
