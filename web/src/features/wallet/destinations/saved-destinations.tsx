/** The player's saved destinations of withdrawals, masked, each with a remove button, and a button to save another. */
import { paymentRoutes, type SavedDestination } from '@fairline/proto/wallet/payments';
import { maxSavedDestinations } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { methodName } from '../../../domain/money/payment-labels.ts';
import { dayText } from '../../../domain/people/display-settings.ts';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { SaveDestination } from './save-destination.tsx';
import { maskedText, savedDestinationsQuery } from './saved.ts';

export function SavedDestinations({ hasPin }: { hasPin: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(savedDestinationsQuery);
  const [adding, setAdding] = useState(false);
  const isFull = (data?.items.length ?? 0) >= maxSavedDestinations;
  return (
    <section>
      <h3 className="border-b border-line pb-2 text-14 font-strong">
        {i18n._({ id: 'destinations.title', message: 'Saved withdrawal destinations' })}
      </h3>
      {!data && !error && <SkeletonRows count={1} className="h-14" />}
      {!data && error && (
        <ErrorState
          title={i18n._({ id: 'destinations.failed', message: 'Your saved destinations could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {data?.items.length === 0 && (
        <p className="py-3 text-13 text-ink-soft">
          {i18n._({ id: 'destinations.none', message: 'None yet. Save one here, or with your next withdrawal.' })}
        </p>
      )}
      <ul className="divide-y divide-line">
        {data?.items.map((saved) => (
          <Row key={saved.id} saved={saved} />
        ))}
      </ul>
      {data && (
        <Button
          look="secondary"
          size="small"
          className="mt-2"
          why={
            isFull &&
            i18n._({
              id: 'destination.full',
              message: 'You have saved {count} destinations. Remove one in the wallet settings to save another.',
              values: { count: maxSavedDestinations },
            })
          }
          onClick={() => setAdding(true)}
        >
          {i18n._({ id: 'destinations.add', message: 'Save a destination' })}
        </Button>
      )}
      {adding && <SaveDestination hasPin={hasPin} onClose={() => setAdding(false)} />}
    </section>
  );
}

function Row({ saved }: { saved: SavedDestination }) {
  const client = useQueryClient();
  const { data: methods } = useQuery(methodsQuery);
  const masked = maskedText(saved);
  const name = saved.label ? `${saved.label} (${masked})` : masked;
  const forget = useMutation({
    mutationFn: () => call(paymentRoutes.forgetDestination, { params: { id: saved.id } }),
    onSuccess: () =>
      notify.success(i18n._({ id: 'saved.forgotten', message: '{label} removed', values: { label: name } })),
    onError: (error) => notify.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: savedDestinationsQuery.queryKey }),
  });
  const method = methodName(
    saved.method,
    methods?.items.filter(({ kind }) => kind === 'withdrawal'),
  );
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2 text-13">
      <span className="min-w-0">
        <span className="block truncate text-14 font-medium">{saved.label ?? method}</span>
        <span className="figures block truncate text-12 text-ink-soft">
          {saved.label ? `${method} · ${masked}` : masked}
        </span>
        <span className="block text-12 text-ink-soft">
          {i18n._({ id: 'destinations.savedAt', message: 'Saved {at}', values: { at: dayText(saved.savedAt) } })}
          {' · '}
          {saved.lastUsedAt
            ? i18n._({ id: 'saved.used', message: 'Last used {at}', values: { at: dayText(saved.lastUsedAt) } })
            : i18n._({ id: 'destinations.unused', message: 'Not used yet' })}
        </span>
      </span>
      <Button look="quiet" size="small" busy={forget.isPending} onClick={() => forget.mutate()}>
        {i18n._({ id: 'saved.forget', message: 'Remove' })}
        <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}
