/** The PAR sheet of a game's version: the certificate that its info panel links. */
import { Refusal } from '@fairline/proto/contract';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { parSheetQuery } from '../../domain/casino/queries.ts';
import { ParSheetView } from '../../features/casino/fairness/par-sheet-view.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CasinoFrame } from './frame.tsx';

export function ParSheetPage() {
  const { id, version } = useParams();
  const query = useQuery(parSheetQuery(id as GameId, Number(version)));
  const isUnknown =
    !gameIds.some((one) => one === id) ||
    (query.error instanceof Refusal && (query.error.status === 404 || query.error.status === 400));
  return (
    <CasinoFrame title={i18n._({ id: 'casino.certificate', message: 'Fair play certificate' })}>
      {query.data && <ParSheetView markdown={query.data.markdown} />}
      {!query.data && query.isPending && <SkeletonRows count={8} className="h-10" />}
      {query.isError && !isUnknown && (
        <ErrorState
          title={i18n._({ id: 'casino.par.failed', message: 'The PAR sheet could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {query.isError && isUnknown && (
        <EmptyState title={i18n._({ id: 'casino.par.unknown', message: 'Game version not found' })}>
          <ButtonLink look="secondary" size="small" to="/casino">
            {i18n._({ id: 'casino.return', message: 'Return to Casino' })}
          </ButtonLink>
        </EmptyState>
      )}
    </CasinoFrame>
  );
}
