/** One operator page as listed in operator-pages.ts: its title, its heading, and the text for a role that may not read it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { createContext, type ReactNode, use } from 'react';
import { useOutletContext } from 'react-router';
import { hasPermission } from '../../domain/people/operators.ts';
import type { OperatorPage } from '../../operator-pages.ts';
import { EmptyState } from '../../ui/content/states.tsx';

/** The line of the page that is shown. */
export const PageContext = createContext<OperatorPage | null>(null);

/** How many tasks wait for this operator. The title of the tab begins with it, so that a tab in the background shows new ones. */
export const WaitingCountContext = createContext(0);

/** The operator of a page inside the shell. */
export function useOperator(): Operator {
  return useOutletContext<Operator>();
}

interface PageProps {
  /** A heading that says more than the title of the line, if needed. */
  title?: string | undefined;
  /** Shown to a role without the permission instead of the general text. */
  noAccess?: string;
  aside?: ReactNode;
  children: (operator: Operator) => ReactNode;
}

export function Page({ title: own, noAccess, aside, children }: PageProps) {
  const line = use(PageContext);
  if (!line) throw new Error('An operator page stands outside its section');
  const title = own ?? line.title();
  const count = use(WaitingCountContext);
  const operator = useOperator();
  const allowed = !line.needs || hasPermission(operator, line.needs);
  return (
    <div className="flex max-w-page flex-col gap-6">
      <title>{`${count > 0 ? `(${count}) ` : ''}${title} · Fairline`}</title>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display text-28">{title}</h1>
        {allowed && aside}
      </div>
      {allowed ? (
        children(operator)
      ) : (
        <EmptyState title={noAccess ?? i18n._({ id: 'admin.noAccess', message: 'Your role may not see this page' })}>
          {i18n._({ id: 'approvals.noAccessHelp', message: 'A super admin can give you another role.' })}
        </EmptyState>
      )}
    </div>
  );
}
