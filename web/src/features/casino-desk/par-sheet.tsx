/** The PAR sheet of a version, as it was published. */
import type { GameId } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { parSheetQuery } from '../../domain/casino/queries.ts';
import { DocumentView } from '../../ui/content/document.tsx';
import { ErrorState, SkeletonRows } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

export function ParSheetDialog({
  gameId,
  name,
  version,
  onClose,
}: {
  gameId: GameId;
  name: string;
  version: number;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(parSheetQuery(gameId, version));
  return (
    <Dialog
      open
      title={i18n._({
        id: 'games.parSheetTitle',
        message: '{name}, version {version}: PAR sheet',
        values: { name, version },
      })}
      onClose={onClose}
      onSubmit={onClose}
      foot={
        <Button type="submit" look="secondary" data-first>
          {i18n._({ id: 'dialog.close', message: 'Close' })}
        </Button>
      }
    >
      {!data && !error && <SkeletonRows count={6} className="h-6" />}
      {!data && error && (
        <ErrorState
          title={i18n._({ id: 'games.parSheetFailed', message: 'The PAR sheet could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {data && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label={i18n._({ id: 'games.parSheet', message: 'PAR sheet' })}
          className="max-h-[60dvh] overflow-auto"
        >
          <DocumentView markdown={data.markdown} />
        </section>
      )}
    </Dialog>
  );
}
