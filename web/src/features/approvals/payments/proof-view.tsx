/** The proof of a manual deposit, a picture or a PDF. It is fetched on request only and removed from memory with its page. */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { ErrorState } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { FileViewer } from '../../../ui/files/file-viewer.tsx';
import { proofQuery } from './queries.ts';

export function ProofView({ payment, allowed }: { payment: PaymentForOperator; allowed: boolean }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  // Kept once loaded, because every fetch is recorded in the audit log.
  const { data, error, isFetching, refetch } = useQuery({ ...proofQuery(payment.id), enabled: asked });
  if (!payment.hasProof)
    return (
      <p className="text-13 text-ink-soft">{i18n._({ id: 'proof.none', message: 'The player attached no proof.' })}</p>
    );
  const amount = moneyText(payment.amountMinor, payment.currency);
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="self-start"
        why={!allowed && i18n._({ id: 'proof.notAllowed', message: 'Your role may not see proofs.' })}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {i18n._({ id: 'proof.show', message: 'View proof' })}
      </Button>
      {open && (
        <FileViewer
          title={[i18n._({ id: 'approval.proof', message: 'Payment proof' }), amount, payment.customerName]
            .filter(Boolean)
            .join(' · ')}
          alt={i18n._({ id: 'proof.alt', message: 'Payment proof sent by the player' })}
          name={`proof-${payment.id}`}
          file={data}
          failure={
            error && (
              <ErrorState
                title={i18n._({ id: 'proof.failed', message: 'The proof could not be loaded' })}
                onRetry={() => void refetch()}
                busy={isFetching}
              >
                {errorText(error)}
              </ErrorState>
            )
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
