/** A list's filter in the address. It is changed in place, so that Back leaves the page and a link shows the same. */
import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

export type ChangeAddress = (changes: Readonly<Record<string, string | null>>) => void;

/** Fields that change together need one call of `changeAll`: a second call in the same moment would not see the first. */
export function useAddress(): [search: URLSearchParams, change: (name: string, value: string | null) => void, changeAll: ChangeAddress] {
  const [search, setSearch] = useSearchParams();
  // The state of the navigation is kept.
  const { state } = useLocation();
  const changeAll = useCallback<ChangeAddress>(
    (changes) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true, state },
      ),
    [setSearch, state],
  );
  const change = useCallback((name: string, value: string | null) => changeAll({ [name]: value }), [changeAll]);
  return [search, change, changeAll];
}
