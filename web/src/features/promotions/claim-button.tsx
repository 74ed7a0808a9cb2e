/** Claims a promotion. One press is one key, so a retry after a lost response never claims twice. */
import { Refusal } from '@fairline/proto/contract';
import { type Claim, claimRefusals, claimRoutes } from '@fairline/proto/promotions/claims';
import { IneligibleReason, type OfferedPromotion } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { createIntent } from '../../client/http/intent.ts';
import { call } from '../../client/requests/call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { obstacleOf } from './why-labels.ts';

export function ClaimButton({ promotion }: { promotion: OfferedPromotion }) {
  const client = useQueryClient();
  const [intent] = useState(() => createIntent());
  const claim = useMutation<Claim, Error>({
    mutationFn: () => call(claimRoutes.claim, { params: { id: promotion.id }, key: intent.keyFor(promotion.id) }),
    onSuccess: () => {
      intent.settle();
      notify.success(i18n._({ id: 'offer.claimDone', message: 'Promotion claimed successfully!' }));
    },
    // The refusal may remove the offer from the list, so the reason is shown beside it.
    onError: (error) => {
      intent.settle(error);
      notify.error([titleOf(error), detailOf(error, promotion)].filter(Boolean).join('. '));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['promotions'] }),
  });
  return (
    <Button
      className="self-start"
      busy={claim.isPending}
      aria-label={i18n._({ id: 'offer.claimNamed', message: 'Claim Now: {name}', values: { name: promotion.name } })}
      onClick={() => claim.mutate()}
    >
      {i18n._({ id: 'offer.claim', message: 'Claim Now' })}
    </Button>
  );
}

/** The server's own message of the refusal. */
export function titleOf(error: Error): string {
  return error instanceof Refusal
    ? errorText(error)
    : i18n._({ id: 'offer.claimFailed', message: 'Failed to claim promotion' });
}

export function detailOf(error: Error, { eligibility }: Pick<OfferedPromotion, 'eligibility'>): string | undefined {
  if (!(error instanceof Refusal)) return errorText(error);
  if (!error.is(claimRefusals.notEligible)) return undefined;
  const why = IneligibleReason.safeParse(error.params?.why);
  return why.success ? obstacleOf(why.data, eligibility).text : undefined;
}
