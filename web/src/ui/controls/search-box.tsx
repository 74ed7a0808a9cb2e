/** A search field that searches once typing pauses. The page holds the search text; a change from outside is shown in the field. */
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../graphics/icon.tsx';
import { cx } from '../theme/cx.ts';

const typingMs = 300;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  q: string;
  onSearch: (text: string) => void;
  className?: string;
}

export function SearchBox({ label, placeholder, q, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(q);
  // Calls the latest handler: the page's query may have changed while the user typed.
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => setTyped(q), [q]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the pause.
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => search.current(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className={cx('relative flex min-w-40 grow items-center', className)}>
      <span className="sr-only">{label}</span>
      <Icon of={Search} className="pointer-events-none absolute left-3 text-ink-soft" />
      <input
        type="search"
        value={typed}
        maxLength={100}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        className="h-9 w-full rounded-control border border-control bg-surface pr-3 pl-9 text-16 focus-visible:outline-offset-0 md:text-13"
      />
    </label>
  );
}
