/**
 * Offers a time-out before a deposit to a player with signs of harm, with the reasons. Without an offer, or if it cannot be loaded, the deposit continues at
 * once.
 */
import { type ExclusionBody, exclusionDays } from '@fairline/proto/risk/exclusions';
import { harmRoutes, type PauseOffer } from '@fairline/proto/risk/harm';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { markerText } from '../../../domain/safe-play/marker-labels.ts';
import { Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ExclusionDialog } from './exclusion-dialog.tsx';
import { daysText, isTimeOut } from './lengths.ts';

/** Requesting the offer records it, so it is requested once per visit of the page. */
const pauseOfferQuery = queryOptions({
  queryKey: ['pause-offer'],
  queryFn: ({ signal }) => call(harmRoutes.pauseOffer, { signal }),
  staleTime: 60_000,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
});

/** `skip`: a payment is in progress, and its result comes first. A form that was shown stays for the visit. */
export function PauseBeforeDeposit({ skip, children }: { skip: boolean; children: ReactNode }) {
  const isPassed = useRef(skip);
  const { data, isPending } = useQuery({ ...pauseOfferQuery, enabled: !isPassed.current });
  if (!isPending && !data?.offer) isPassed.current = true;
  const hadOffer = useRef(false);
  if (data?.offer) hadOffer.current = true;
  if (isPassed.current) return <Passed focused={hadOffer.current}>{children}</Passed>;
  if (isPending) return <SkeletonRows count={6} className="h-14 max-w-form" />;
  return data?.offer && <Offer offer={data.offer} />;
}

/** The pressed button is gone: the focus moves to its replacement. */
export function Passed({ focused, children }: { focused: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) ref.current?.focus();
  }, [focused]);
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

const timeOutDays = exclusionDays.filter(isTimeOut);

function Offer({ offer }: { offer: NonNullable<PauseOffer['offer']> }) {
  const client = useQueryClient();
  const [wish, setWish] = useState<ExclusionBody | null>(null);
  const clearOffer = () => client.setQueryData(pauseOfferQuery.queryKey, {});
  const decline = useAction({
    run: () => call(harmRoutes.answerOffer, { params: { id: offer.id } }),
    touches: [],
    onDone: clearOffer,
  });
  return (
    <section
      aria-labelledby="pause-offer"
      className="flex max-w-form flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <h2 id="pause-offer" className="text-16 font-strong">
        {i18n._({ id: 'safe.pause.title', message: 'Take a time-out before you deposit?' })}
      </h2>
      <div className="text-13">
        <p>{i18n._({ id: 'safe.pause.why', message: 'Why we are asking:' })}</p>
        <ul className="mt-1 list-disc pl-5">
          {offer.reasons.map((marker) => (
            <li key={marker}>{markerText(marker)}</li>
          ))}
        </ul>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {timeOutDays.map((days) => (
          <Button
            key={days}
            look="secondary"
            wide
            onClick={() =>
              setWish({ days, reason: i18n._({ id: 'safe.pause.reason', message: 'Time-out before a deposit' }) })
            }
          >
            {daysText(days)}
          </Button>
        ))}
      </div>
      {decline.failure && (
        <Failure title={i18n._({ id: 'safe.pause.failed', message: 'Your answer was not saved' })}>
          {errorText(decline.failure)}
        </Failure>
      )}
      <Button look="quiet" wide busy={decline.isPending} onClick={() => decline.mutate(undefined)}>
        {i18n._({ id: 'safe.pause.decline', message: 'No, continue to deposit' })}
      </Button>
      <ExclusionDialog wish={wish} asksReason onClose={() => setWish(null)} onDone={clearOffer} />
    </section>
  );
}
