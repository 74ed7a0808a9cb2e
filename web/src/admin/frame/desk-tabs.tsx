/**
 * The tabs of an operator page, each with its own URL: the first has that of the page, the others are one level below it. A tab shows how many items wait on
 * it.
 */
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Badge } from '../../ui/content/badge.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';

/** The tab that the URL names; the first tab has no name in the URL. */
export function tabOf<Id extends string>(tabs: readonly Id[], part: string | undefined): Id | undefined {
  return part === undefined ? tabs[0] : tabs.slice(1).find((tab) => tab === part);
}

interface DeskTab<Id extends string> {
  id: Id;
  name: string;
  /** The number of items on it that need this operator. */
  waiting?: number | undefined;
}

interface DeskTabsProps<Id extends string> {
  /** Last segment of the page's URL. */
  page: string;
  label: string;
  tabs: readonly DeskTab<Id>[];
  /** Meaning of a count, for screen readers. */
  waits: string;
  open: Id;
  children: ReactNode;
}

export function DeskTabs<Id extends string>({ page, label, tabs, waits, open, children }: DeskTabsProps<Id>) {
  const navigate = useNavigate();
  const address = (id: Id) => (id === tabs[0]?.id ? `/admin/${page}` : `/admin/${page}/${id}`);
  return (
    <div>
      <Tabs
        name={page}
        label={label}
        tabs={tabs.map(({ id, name, waiting = 0 }) => ({
          id,
          label: waiting > 0 ? <Counted name={name} count={waiting} waits={waits} /> : name,
        }))}
        open={open}
        onOpen={(id) => void navigate(address(id))}
      />
      <TabPanel name={page} open={open}>
        {children}
      </TabPanel>
    </div>
  );
}

function Counted({ name, count, waits }: { name: string; count: number; waits: string }) {
  return (
    <span className="flex items-center gap-2">
      {name}
      <Badge tone="down">
        {count}
        <span className="sr-only">{waits}</span>
      </Badge>
    </span>
  );
}
