/** A list's filter in the URL. It is changed in place, so that Back leaves the page and a link shows the same list. */
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

export type ChangeAddress = (changes: Readonly<Record<string, string | null>>) => void;

/** A change builds on the previous one, even if that is not rendered yet. */
export function useAddress(): [
  search: URLSearchParams,
  change: (name: string, value: string | null) => void,
  changeAll: ChangeAddress,
] {
  const [search, setSearch] = useSearchParams();
  // The state of the navigation is kept.
  const { state } = useLocation();
  const type = useNavigationType();
  const drawn = useRef(search);
  const requested = useRef<URLSearchParams>(null);
  drawn.current = search;
  useEffect(() => {
    if (type === 'POP' || search.toString() === requested.current?.toString()) requested.current = null;
  }, [search, type]);
  const changeAll = useCallback<ChangeAddress>(
    (changes) => {
      const next = new URLSearchParams(requested.current ?? drawn.current);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      requested.current = next;
      setSearch(next, { replace: true, preventScrollReset: true, state });
    },
    [setSearch, state],
  );
  const change = useCallback((name: string, value: string | null) => changeAll({ [name]: value }), [changeAll]);
  return [search, change, changeAll];
}
