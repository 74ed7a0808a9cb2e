/** A list in each of its faces: waiting, failed, empty, full, and the way to what is older. */
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from './states.tsx';

interface Reading {
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

interface ListedProps<T> {
  query: Reading;
  items: readonly T[] | undefined;
  failed: string;
  /** Why it failed, in words; null where it did not. */
  words: string | null;
  empty: ReactNode;
  children: (items: readonly T[]) => ReactNode;
}

export function Listed<T>({ query, items, failed, words, empty, children }: ListedProps<T>) {
  if (!items) {
    if (words === null) return <SkeletonRows count={6} className="h-10" />;
    return (
      <ErrorState title={failed} onRetry={() => void query.refetch()} busy={query.isFetching}>
        {words}
      </ErrorState>
    );
  }
  if (items.length === 0) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
  return (
    <div className="flex flex-col gap-4">
      {children(items)}
      {query.hasNextPage && (
        <Button look="secondary" size="small" className="self-center" busy={query.isFetchingNextPage ?? false} onClick={() => void query.fetchNextPage?.()}>
          {i18n._({ id: 'history.more', message: 'Show older' })}
        </Button>
      )}
    </div>
  );
}

/** The frame of a table on a page. */
export function Framed({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-card border border-line bg-surface">{children}</div>;
}
