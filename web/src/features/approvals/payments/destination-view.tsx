/** The destination of a withdrawal. The page has the last characters; the rest is fetched on request only. */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { destinationQuery } from './queries.ts';

export function DestinationView({ payment, allowed }: { payment: PaymentForOperator; allowed: boolean }) {
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching } = useQuery({ ...destinationQuery(payment.id), enabled: asked });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-13 font-strong">{i18n._({ id: 'approval.destination', message: 'Destination' })}</h3>
      {data ? (
        <p className="flex items-center justify-between gap-2 rounded-card border border-line py-1 pr-1 pl-4 text-14">
          <span className="figures break-all">{data.destination}</span>
          <CopyButton text={data.destination} what={i18n._({ id: 'approval.destination', message: 'Destination' })} />
        </p>
      ) : (
        <div className="flex items-center justify-between gap-4 text-14">
          <span className="figures">{payment.destination}</span>
          <Button
            look="secondary"
            size="small"
            busy={isFetching}
            why={!allowed && i18n._({ id: 'destination.notAllowed', message: 'Your role may not see destinations.' })}
            onClick={() => setAsked(true)}
          >
            {i18n._({ id: 'destination.show', message: 'Show destination' })}
          </Button>
        </div>
      )}
      {error && <p className="text-12 text-down">{errorText(error)}</p>}
    </section>
  );
}
