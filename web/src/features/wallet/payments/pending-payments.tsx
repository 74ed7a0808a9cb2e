/** Payments that wait for a decision, with their proof; a long list can be collapsed. */
import { manualMethodIds } from '@fairline/proto/wallet/methods';
import type { Payment, PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Money } from '../../../domain/money/money.tsx';
import { methodName, stateName } from '../../../domain/money/payment-labels.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { pendingPaymentsQuery } from '../balance/payment-queries.ts';
import { OwnProof } from './own-proof.tsx';
import { TakeBack, UnfinishedWays } from './unfinished.tsx';

interface Props {
  type: Payment['type'];
  title: string;
  none: string;
  methods: readonly PaymentMethod[];
}

export function PendingPayments({ type, title, none, methods }: Props) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(pendingPaymentsQuery);
  const [open, setOpen] = useState(true);
  const [proofOf, setProofOf] = useState<string | null>(null);
  const id = useId();
  const items = data?.items.filter((payment) => payment.type === type) ?? [];
  return (
    <section>
      <div className="flex items-center justify-between gap-4">
        <h3 className="flex items-center gap-2 text-14 font-strong">
          {title}
          {items.length > 0 && <Badge tone="live">{items.length}</Badge>}
        </h3>
        {items.length > 0 && (
          <Button look="quiet" size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? i18n._({ id: 'pending.hide', message: 'Hide' }) : i18n._({ id: 'pending.show', message: 'Show' })}
          </Button>
        )}
      </div>
      <div id={id} className="mt-2">
        {isPending && <SkeletonRows count={1} className="h-14" />}
        {isError && !data && (
          <ErrorState
            title={i18n._({ id: 'wallet.failed', message: 'Failed to load wallet data' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {data && items.length === 0 && <p className="text-13 text-ink-soft">{none}</p>}
        {open && items.length > 0 && (
          <ul className="rounded-card border border-line bg-surface">
            {items.map((payment) => (
              <Row key={payment.id} payment={payment} methods={methods} onProof={() => setProofOf(payment.id)} />
            ))}
          </ul>
        )}
      </div>
      <OwnProof paymentId={proofOf} onClose={() => setProofOf(null)} />
    </section>
  );
}

function Row({
  payment,
  methods,
  onProof,
}: {
  payment: Payment;
  methods: readonly PaymentMethod[];
  onProof: () => void;
}) {
  const [label, tone] = stateName(payment);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="text-14 font-medium">{methodName(payment.method, methods)}</p>
        <p className="figures text-12 break-all text-ink-soft">
          {whenText(payment.submittedAt)} · {payment.reference}
        </p>
      </div>
      <div className="flex grow items-center justify-end gap-3">
        {payment.hasProof && (
          <Button look="quiet" size="small" onClick={onProof}>
            {i18n._({ id: 'proof.see', message: 'Proof' })}
          </Button>
        )}
        <Badge tone={tone} className="mr-auto">
          {label}
        </Badge>
        <Money minor={payment.amountMinor} currency={payment.currency} className="text-14 font-strong" />
      </div>
      <TakeBack payment={payment} />
      <UnfinishedWays payment={payment} className="w-full pt-1" />
    </li>
  );
}

/** A manual deposit; only these have a proof. */
export function isManual({ type, method }: { type: string; method: string | null }): boolean {
  return type === 'deposit' && (manualMethodIds as readonly string[]).includes(method ?? '');
}
