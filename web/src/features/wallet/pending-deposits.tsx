/** Deposits that wait for an operator, folded until they are asked for. */

import type { PaymentMethod } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { whenText } from '../../client/taste.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { methodName, statusName } from '../../ui/money-names.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { pendingPaymentsQuery } from './queries.ts';

export function PendingDeposits({ methods }: { methods: readonly PaymentMethod[] }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(pendingPaymentsQuery);
  const [open, setOpen] = useState(true);
  const id = useId();
  const deposits = data?.items.filter(({ type }) => type === 'deposit') ?? [];
  return (
    <section>
      <div className="flex items-center justify-between gap-4">
        <h3 className="flex items-center gap-2 text-14 font-strong">
          {i18n._({ id: 'pending.title', message: 'Pending deposits' })}
          {deposits.length > 0 && <Badge tone="live">{deposits.length}</Badge>}
        </h3>
        {deposits.length > 0 && (
          <Button look="quiet" size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? i18n._({ id: 'pending.hide', message: 'Hide' }) : i18n._({ id: 'pending.show', message: 'Show' })}
          </Button>
        )}
      </div>
      <div id={id} className="mt-2">
        {isPending && <SkeletonRows count={1} className="h-14" />}
        {isError && !data && (
          <ErrorState title={i18n._({ id: 'wallet.failed', message: 'Failed to load wallet data' })} onRetry={() => void refetch()} busy={isFetching} />
        )}
        {data && deposits.length === 0 && <p className="text-13 text-ink-soft">{i18n._({ id: 'pending.none', message: 'No pending deposits' })}</p>}
        {open && deposits.length > 0 && (
          <ul className="rounded-card border border-line bg-surface">
            {deposits.map((payment) => {
              const [words, tone] = statusName(payment.status);
              return (
                <li key={payment.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0">
                  <div className="min-w-0">
                    <p className="text-14 font-medium">{methodName(payment.method, methods)}</p>
                    <p className="figures text-12 break-all text-ink-soft">
                      {whenText(payment.submittedAt)} · {payment.reference}
                    </p>
                  </div>
                  <div className="flex items-center gap-3">
                    <Badge tone={tone}>{words}</Badge>
                    <Money minor={payment.amountMinor} currency={payment.currency} className="text-14 font-strong" />
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}
