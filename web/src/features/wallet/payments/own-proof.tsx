/** The proof that the player sent with a deposit, in a viewer. It is fetched on request and removed from memory with the viewer. */
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../client/http/error-text.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { FileView } from '../../../ui/files/file-view.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { proofQuery } from '../balance/payment-queries.ts';

export function OwnProof({ paymentId, onClose }: { paymentId: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={paymentId !== null}
      onClose={onClose}
      onSubmit={onClose}
      title={i18n._({ id: 'proof.title', message: 'Payment proof' })}
      foot={
        <Button type="submit" look="secondary">
          {i18n._({ id: 'dialog.close', message: 'Close' })}
        </Button>
      }
    >
      {paymentId && <Proof id={paymentId} />}
    </Dialog>
  );
}

/** No proof was sent. */
const notFound = 404;

function Proof({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(proofQuery(id));
  if (error instanceof Refusal && error.status === notFound) {
    return <EmptyState title={i18n._({ id: 'proof.notSent', message: 'You sent no proof with this deposit' })} />;
  }
  if (error) {
    return (
      <ErrorState
        title={i18n._({ id: 'proof.failed', message: 'The proof could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <Skeleton className="h-48 w-full" />;
  return (
    <FileView
      file={data}
      name={`proof-${id}`}
      alt={i18n._({ id: 'proof.own', message: 'The payment proof you sent' })}
    />
  );
}
