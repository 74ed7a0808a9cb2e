/** One transaction in full, in a drawer: every field with its label, why a payment was not made, and the player's proof. */
import type { Bet } from '@fairline/proto/betting/bets';
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import type { Transaction } from '@fairline/proto/wallet/history';
import type { Payment } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { betIdOf, betTitle } from '../../../domain/betting/bet-movements.ts';
import { betQuery } from '../../../domain/betting/bets.ts';
import { multiplierText } from '../../../domain/casino/game-labels.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money } from '../../../domain/money/money.tsx';
import { movementText } from '../../../domain/money/movement-text.ts';
import { methodName, movementName, referenceText, stateName } from '../../../domain/money/payment-labels.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { translate } from '../../../server-texts.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { paymentQuery } from '../balance/payment-queries.ts';
import { OwnProof } from '../payments/own-proof.tsx';
import { isManual } from '../payments/pending-payments.tsx';
import { TakeBack, UnfinishedWays } from '../payments/unfinished.tsx';
import { PayoutSteps } from './payout-steps.tsx';

export function HistoryDetails({ item, onClose }: { item: Transaction | null; onClose: () => void }) {
  return (
    <Sheet open={item !== null} onClose={onClose} title={item ? movementText(item) : ''}>
      {item && <Details item={item} />}
    </Sheet>
  );
}

function Details({ item }: { item: Transaction }) {
  const [proof, setProof] = useState(false);
  const { data: methods } = useQuery(methodsQuery);
  const isPayment = item.type === 'deposit' || item.type === 'withdrawal';
  const payment = useQuery({ ...paymentQuery(item.id), enabled: isPayment });
  const betId = betIdOf(item);
  const { data: bet } = useQuery({ ...betQuery(betId ?? ''), enabled: betId !== undefined });
  // A payment fetched by itself is followed until it is decided; the list is refetched with its decision.
  const [label, tone] = stateName(payment.data && payment.data.status !== 'pending' ? payment.data : item);
  const reference = referenceText(item.reference);
  const rows: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'history.type', message: 'Type' }), movementName(item)],
    [
      i18n._({ id: 'history.status', message: 'Status' }),
      <Badge key="status" tone={tone}>
        {label}
      </Badge>,
    ],
    [
      i18n._({ id: 'field.amount', message: 'Amount' }),
      <Money key="amount" minor={item.amountMinor} currency={item.currency} className="font-strong" />,
    ],
    ...roundRows(item),
    ...(betId ? [betRow(betId, bet)] : []),
    ...(isPayment ? paymentRows(payment.data, payment.isPending) : []),
    [i18n._({ id: 'details.method', message: 'Method' }), item.method ? methodName(item.method, methods?.items) : '–'],
    [i18n._({ id: 'history.date', message: 'Date' }), whenText(item.createdAt)],
    ...requestedRow(item),
    [
      i18n._({ id: 'history.balance', message: 'Balance after' }),
      item.balanceAfterMinor === null ? (
        '–'
      ) : (
        <Money key="after" minor={item.balanceAfterMinor} currency={item.currency} />
      ),
    ],
    [
      i18n._({ id: 'details.reference', message: 'Reference' }),
      <span key="reference" className="flex items-center justify-end gap-1">
        <span className="break-all">{reference}</span>
        <CopyButton text={item.reference} what={i18n._({ id: 'details.reference', message: 'Reference' })} />
      </span>,
    ],
  ];
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl>
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1 text-13"
          >
            <dt className="shrink-0 text-ink-soft">{name}</dt>
            <dd className="figures min-w-0 text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {payment.data?.payout && <PayoutSteps payout={payment.data.payout} />}
      {payment.data && <TakeBack payment={payment.data} />}
      {payment.data?.waitsFor === 'payer' && (
        <section className="flex flex-col gap-3">
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'result.unfinished',
              message: 'Finish the payment at the payment provider. Nothing is taken until then.',
            })}
          </p>
          <UnfinishedWays payment={payment.data} />
        </section>
      )}
      {isManual(item) && !item.withdrawn && (
        <Button look="secondary" size="small" className="self-start" onClick={() => setProof(true)}>
          {i18n._({ id: 'details.proof', message: 'View payment proof' })}
        </Button>
      )}
      <OwnProof paymentId={proof ? item.id : null} onClose={() => setProof(false)} />
    </div>
  );
}

/** The bet that moved the money, by its match or selections once they are loaded. */
function betRow(id: string, bet: Bet | undefined): [name: string, value: ReactNode] {
  return [
    i18n._({ id: 'details.bet', message: 'Bet' }),
    <Link key="bet" to={`/bets/${id}`} className="break-words underline underline-offset-4">
      {bet ? betTitle(bet) : referenceText(id)}
    </Link>,
  ];
}

/** Casino rounds only: the game, its page, and the payout per unit of its stake. */
function roundRows({ gameId, roundId, multiplier }: Transaction): [name: string, value: ReactNode][] {
  if (!gameId || !roundId) return [];
  return [
    [i18n._({ id: 'casino.history.game', message: 'Game' }), catalogue[gameId].name],
    [
      i18n._({ id: 'casino.round', message: 'Round' }),
      <Link key="round" to={`/casino/rounds/${roundId}`} className="underline underline-offset-4">
        {roundReference(roundId)}
      </Link>,
    ],
    ...(multiplier === undefined
      ? []
      : ([[i18n._({ id: 'casino.multiplier', message: 'Multiplier' }), multiplierText(multiplier)]] as [
          string,
          ReactNode,
        ][])),
  ];
}

/** Shown only if the money moved later. */
function requestedRow({ requestedAt, createdAt }: Transaction): [name: string, value: ReactNode][] {
  return requestedAt && requestedAt !== createdAt
    ? [[i18n._({ id: 'details.requested', message: 'Requested' }), whenText(requestedAt)]]
    : [];
}

function paymentRows(payment: Payment | undefined, waiting: boolean): [name: string, value: ReactNode][] {
  if (waiting) return [[i18n._({ id: 'tx.fee', message: 'Fee' }), <Skeleton key="fee" className="h-5 w-16" />]];
  if (!payment) return [];
  return [
    [
      i18n._({ id: 'tx.fee', message: 'Fee' }),
      <Money key="fee" minor={payment.feeMinor} currency={payment.currency} />,
    ],
    ...(payment.decidedAt
      ? ([[i18n._({ id: 'details.decided', message: 'Decided' }), whenText(payment.decidedAt)]] as [
          string,
          ReactNode,
        ][])
      : []),
    ...(payment.rejectionReason
      ? ([[i18n._({ id: 'details.reason', message: 'Reason' }), translate(payment.rejectionReason)]] as [
          string,
          ReactNode,
        ][])
      : []),
  ];
}
