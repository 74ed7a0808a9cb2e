/** One operator page: its title, its heading, and the text for a role that may not read it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Permission } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import { EmptyState } from '../../ui/content/states.tsx';

/** The operator of a page inside the shell. */
export function useOperator(): Operator {
  return useOutletContext<Operator>();
}

interface PageProps {
  title: string;
  needs?: Permission;
  /** Shown to a role without the permission, where a page has a better text. */
  noAccess?: string;
  aside?: ReactNode;
  children: (operator: Operator) => ReactNode;
}

export function Page({ title, needs, noAccess, aside, children }: PageProps) {
  const operator = useOperator();
  const allowed = !needs || operator.permissions.includes(needs);
  return (
    <div className="flex max-w-page flex-col gap-6">
      <title>{`${title} · Fairline`}</title>
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
