/** Replaces a wallet page if data it needs could not be loaded; Retry fetches just that data again. */
import { i18n } from '@lingui/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { errorText } from '../../../client/http/error-text.ts';
import { ErrorState } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';

type Query = Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>;

/** Queries that failed and have no earlier data to show. */
export function failedOf(queries: readonly Query[]): Query[] {
  return queries.filter(({ isError, data }) => isError && !data);
}

export function WalletFailure({ failed }: { failed: readonly Query[] }) {
  return (
    <ErrorState
      title={i18n._({ id: 'wallet.failed', message: 'Failed to load wallet data' })}
      busy={failed.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refetch } of failed) void refetch();
      }}
    >
      {errorText(failed[0]?.error)}
    </ErrorState>
  );
}

/** Replaces a row of totals. */
export function TotalsFailure({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <p className="flex items-center gap-3 text-13 text-ink-soft">
      {i18n._({ id: 'summary.failed', message: 'The totals could not be loaded.' })}
      <Button look="secondary" size="small" busy={busy} onClick={onRetry}>
        {i18n._({ id: 'state.retry', message: 'Retry' })}
      </Button>
    </p>
  );
}
