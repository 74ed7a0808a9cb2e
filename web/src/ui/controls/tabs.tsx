/** Tabs on a line; the open one is marked on it. Arrow keys move between them, as the ARIA pattern requires. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../theme/cx.ts';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Names the group, and links tabs and panel. */
  name: string;
  label: string;
  tabs: readonly Tab<Id>[];
  open: Id;
  onOpen: (id: Id) => void;
}

export function Tabs<Id extends string>({ name, label, tabs, open, onOpen }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  // A narrow screen shows only some of the tabs: the open one is scrolled into view, also if a link led to it.
  useEffect(() => {
    const tab = document.getElementById(`${name}-tab-${open}`);
    if (list.current && tab)
      list.current.scrollLeft =
        tab.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [name, open]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const edge = { Home: 0, End: tabs.length - 1 }[event.key];
    const now = tabs.findIndex(({ id }) => id === open);
    const next = tabs[edge ?? (step === undefined ? -1 : (now + step + tabs.length) % tabs.length)];
    if (!next) return;
    event.preventDefault();
    onOpen(next.id);
    document.getElementById(`${name}-tab-${next.id}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className="strip gap-6 border-b border-line">
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${name}-tab-${tab.id}`}
          aria-controls={`${name}-panel`}
          aria-selected={tab.id === open}
          tabIndex={tab.id === open ? 0 : -1}
          onClick={() => onOpen(tab.id)}
          className={cx(
            'h-11 shrink-0 border-b-2 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
            tab.id === open ? 'border-act text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ name, open, children }: { name: string; open: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${open}`} className="pt-6">
      {children}
    </div>
  );
}
