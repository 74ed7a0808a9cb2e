/** Cards and wallets that the provider stores for the player. Each can be removed, unless money must go back to it first. */
import { paymentRoutes, type SavedMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { dayText } from '../../../domain/people/display-settings.ts';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { savedMethodsQuery } from '../balance/payment-queries.ts';

export function SavedMethods() {
  const { data, error, isFetching, refetch } = useQuery(savedMethodsQuery);
  return (
    <section>
      <h3 className="border-b border-line pb-2 text-14 font-strong">
        {i18n._({ id: 'saved.title', message: 'Saved cards and wallets' })}
      </h3>
      {!data && !error && <SkeletonRows count={1} className="h-14" />}
      {!data && error && (
        <ErrorState
          title={i18n._({ id: 'saved.failed', message: 'Your saved methods could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {data?.items.length === 0 && (
        <p className="py-3 text-13 text-ink-soft">
          {i18n._({ id: 'saved.none', message: 'None yet. One is saved when you deposit with it.' })}
        </p>
      )}
      <ul className="divide-y divide-line">
        {data?.items.map((method) => (
          <Row key={method.id} method={method} />
        ))}
      </ul>
    </section>
  );
}

function Row({ method: { id, label, lastUsedAt } }: { method: SavedMethod }) {
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => call(paymentRoutes.forgetMethod, { params: { id } }),
    onSuccess: () => notify.success(i18n._({ id: 'saved.forgotten', message: '{label} removed', values: { label } })),
    onError: (error) => notify.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: savedMethodsQuery.queryKey }),
  });
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2 text-13">
      <span className="min-w-0">
        <span className="figures block truncate text-14 font-medium">{label}</span>
        <span className="block text-12 text-ink-soft">
          {i18n._({ id: 'saved.used', message: 'Last used {at}', values: { at: dayText(lastUsedAt) } })}
        </span>
      </span>
      <Button look="quiet" size="small" busy={forget.isPending} onClick={() => forget.mutate()}>
        {i18n._({ id: 'saved.forget', message: 'Remove' })}
        <span className="sr-only">{label}</span>
      </Button>
    </li>
  );
}
