/** The proof of a manual deposit, a picture or a PDF. It is fetched only when somebody asks to see it, and leaves memory with the drawer. */
import type { PaymentForOperator } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { wordsOf } from '../../client/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { proofQuery } from './approvals-queries.ts';

export function ProofView({ payment, allowed }: { payment: PaymentForOperator; allowed: boolean }) {
  const [asked, setAsked] = useState(false);
  if (!payment.hasProof) return <p className="text-13 text-ink-soft">{i18n._({ id: 'proof.none', message: 'The player attached no proof.' })}</p>;
  if (asked) return <Proof id={payment.id} />;
  return (
    <Button
      look="secondary"
      size="small"
      className="self-start"
      why={!allowed && i18n._({ id: 'proof.notAllowed', message: 'Your role may not see proofs.' })}
      onClick={() => setAsked(true)}
    >
      {i18n._({ id: 'proof.show', message: 'View proof' })}
    </Button>
  );
}

function Proof({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(proofQuery(id));
  const [url, setUrl] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) {
    return (
      <ErrorState title={i18n._({ id: 'proof.failed', message: 'The proof could not be read' })} onRetry={() => void refetch()} busy={isFetching}>
        {wordsOf(error)}
      </ErrorState>
    );
  }
  if (!data || !url) return <Skeleton className="h-48 w-full" />;
  if (data.type.startsWith('image/') && !broken) {
    return (
      <img
        src={url}
        alt={i18n._({ id: 'proof.alt', message: 'Payment proof sent by the player' })}
        onError={() => setBroken(true)}
        className="max-h-96 w-full rounded-card border border-line bg-raised object-contain"
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {data.type === 'application/pdf' && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
          <Icon of={FileText} />
          {i18n._({ id: 'proof.open', message: 'Open PDF in a new tab' })}
        </a>
      )}
      <a href={url} download={`proof-${id}`} className={buttonClass('secondary', 'small')}>
        <Icon of={FileText} />
        {i18n._({ id: 'proof.download', message: 'Download proof' })}
      </a>
    </div>
  );
}
