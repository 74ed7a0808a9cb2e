/** Suspends everything with one click, after showing the effect; the reason can be added afterwards. */
import { stopRoutes } from '@fairline/proto/betting/stops';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { stopsQuery } from '../../../domain/betting/stops.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';

export function EmergencyStopDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(stopsQuery);
  const stop = useAction<void, unknown>({
    run: () => call(stopRoutes.suspendAll, { body: {} }),
    onDone: () => {
      notify.success(i18n._({ id: 'emergency.done', message: 'Everything is suspended. You can add the reason now.' }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={i18n._({ id: 'stops.everything', message: 'Suspend everything' })}
      onClose={onClose}
      onSubmit={() => !stop.isPending && stop.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger" busy={stop.isPending}>
            {i18n._({ id: 'stops.everything', message: 'Suspend everything' })}
          </Button>
        </>
      }
    >
      {stop.failure && (
        <Failure title={i18n._({ id: 'stop.suspendFailed', message: 'It was not suspended' })}>
          {errorText(stop.failure)}
        </Failure>
      )}
      <p className="font-strong">
        {data?.onOffer
          ? i18n._({
              id: 'emergency.counts',
              message:
                'Stops betting and cash-out on {markets, plural, one {# open market} other {# open markets}}, with {live, plural, one {# match} other {# matches}} in play.',
              values: { markets: data.onOffer.markets, live: data.onOffer.liveFixtures },
            })
          : i18n._({ id: 'emergency.all', message: 'Stops betting and cash-out on all markets.' })}
      </p>
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'emergency.lead',
          message: 'Takes effect at once, on new markets too. Open bets stand. You can add a reason afterwards.',
        })}
      </p>
    </Dialog>
  );
}

/** Asks for the missing reason of a suspension. */
export function ExplainStop() {
  const [asked, setAsked] = useState(false);
  const saving = useAction<string, unknown>({
    run: (reason) => call(stopRoutes.explainStop, { body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'emergency.explained', message: 'The reason was added' }));
      setAsked(false);
    },
  });
  const label = i18n._({ id: 'emergency.explain', message: 'Add the reason' });
  return (
    <>
      <Button size="small" look="secondary" onClick={() => setAsked(true)}>
        {label}
      </Button>
      {asked && (
        <ReasonDialog
          title={label}
          action={label}
          busy={saving.isPending}
          failure={
            saving.failure && {
              title: i18n._({ id: 'emergency.notExplained', message: 'The reason was not added' }),
              text: errorText(saving.failure),
            }
          }
          onReason={(reason) => saving.mutate(reason)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
