/**
 * Refetches queries after their data has changed. A running fetch is never cancelled: its result is shown, and if data changed meanwhile, one more fetch follows.
 * So a page always gets a result, however fast changes arrive, and misses none of them.
 */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

export type Reread = (filters?: QueryFilters) => void;

export function rereadOf(client: QueryClient): Reread {
  const due = new Set<Query>();
  const readNow = ({ queryKey }: Query) => void client.invalidateQueries({ queryKey, exact: true });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') due.delete(query);
    else if (query.state.fetchStatus === 'idle' && due.delete(query)) readNow(query);
  });
  return (filters = {}) => {
    for (const query of client.getQueryCache().findAll(filters)) {
      if (query.state.fetchStatus === 'idle') readNow(query);
      else due.add(query);
    }
  };
}
