/** What a list shows, kept in the address: a filter is changed in place, so that Back leaves the page and a link shows the same. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export function useAddress(): [search: URLSearchParams, change: (name: string, value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [search, change];
}
