/** The receipt that was signed when the bet was accepted: its text, the download, and how anyone can verify it. */
import type { Bet } from '@fairline/proto/betting/bets';
import { type ReceiptPayload, receiptRoutes } from '@fairline/proto/betting/receipts';
import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorText } from '../../../client/http/error-text.ts';
import { saveFile } from '../../../client/requests/save.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { receiptQuery } from './queries.ts';

export function BetReceipt({ bet }: { bet: Bet }) {
  const file = `bet-${bet.id}.json`;
  const query = useQuery({ ...receiptQuery(bet.id), enabled: bet.acceptedAt !== undefined });
  const save = useMutation({
    mutationFn: () => saveFile(receiptRoutes.receiptFile, {}, file, { id: bet.id }),
    onError: (error) => notify.error(errorText(error)),
  });
  if (bet.acceptedAt === undefined || query.data === null) return null;
  const command = `npm run receipt:verify -- ${file} ${window.location.origin}`;
  return (
    <section
      aria-labelledby="receipt"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-13"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="receipt" className="text-14 font-strong">
          {i18n._({ id: 'receipt.title', message: 'Signed receipt' })}
        </h2>
        <Button look="secondary" size="small" busy={save.isPending} onClick={() => save.mutate()}>
          {!save.isPending && <Icon of={Download} />}
          {i18n._({ id: 'receipt.download', message: 'Download the receipt' })}
        </Button>
      </header>
      {query.isPending && <Skeleton className="h-24" />}
      {query.isError && (
        <ErrorState
          title={i18n._({ id: 'receipt.failed', message: 'The receipt could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {query.data && (
        <SignedReceipt payload={query.data.payload} keyId={query.data.keyId} signature={query.data.signature} />
      )}
      <div className="text-12 text-ink-soft">
        <p>
          {i18n._({
            id: 'receipt.how',
            message: 'We signed this text when we accepted the bet. Anyone can check the file against our public keys:',
          })}
        </p>
        <p className="mt-1 flex items-center gap-1">
          <code className="min-w-0 rounded-control bg-raised px-2 py-1 text-12 break-all text-ink">{command}</code>
          <CopyButton text={command} what={i18n._({ id: 'receipt.command', message: 'the command' })} />
        </p>
      </div>
    </section>
  );
}

/** The content of the signed text, and the text itself. */
function SignedReceipt({ payload, keyId, signature }: { payload: string; keyId: string; signature: string }) {
  const read = JSON.parse(payload) as ReceiptPayload;
  const details = [
    [i18n._({ id: 'receipt.accepted', message: 'Accepted' }), whenText(read.acceptedAt)],
    [i18n._({ id: 'receipt.rules', message: 'Rules' }), read.rulesVersion],
    [i18n._({ id: 'receipt.key', message: 'Key' }), keyId],
    [i18n._({ id: 'receipt.signature', message: 'Signature' }), signature],
  ] as const;
  return (
    <>
      <dl className="flex flex-col gap-1">
        {details.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures min-w-0 truncate">{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="font-medium">{i18n._({ id: 'receipt.text', message: 'The signed text' })}</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-2 max-h-64 overflow-auto rounded-control bg-raised p-3 text-12 break-all whitespace-pre-wrap"
        >
          {payload}
        </pre>
      </details>
    </>
  );
}
