/**
 * Reads again what has changed. A reading in flight is never given up for that: it ends and is shown, and what changed meanwhile is read once more after it,
 * so a page comes to its end however fast the changes follow each other, and none of them is missed.
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
