/** The time-out or self-exclusion in force, with its effects. A new one gets the focus, because the pressed button may be gone. */
import { type Exclusion, exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { exclusionText } from '../../../domain/safe-play/exclusion-labels.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { consequences } from './consequences.ts';

export function ExclusionNow({ exclusion, taken }: { exclusion: Exclusion; taken: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const { id } = exclusion;
  useEffect(() => {
    if (taken && id) ref.current?.focus();
  }, [taken, id]);
  return (
    <div ref={ref} tabIndex={-1} className="flex max-w-form flex-col gap-2 rounded-card bg-info-soft px-4 py-3 text-13">
      <p className="text-14 font-strong">{exclusionText(exclusion)}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {consequences().map((one) => (
          <li key={one}>{one}</li>
        ))}
        {exclusion.endsAt === undefined && (
          <li>
            {i18n._({
              id: 'safe.exclusion.data',
              message: 'You can still sign in, withdraw, read your statement and download your data.',
            })}
          </li>
        )}
      </ul>
      <AskReturn exclusion={exclusion} />
    </div>
  );
}

/** Once the least time has passed, the player asks to return; until a day after that they stay excluded. */
function AskReturn({ exclusion: { endsAt, returnsOnRequest, returnsAt } }: { exclusion: Exclusion }) {
  const nowMs = useNow();
  const ask = useAction({ run: () => call(exclusionRoutes.askReturn, {}), touches: [['risk']] });
  if (!returnsOnRequest || returnsAt || endsAt === undefined || Date.parse(endsAt) > nowMs) return null;
  return (
    <>
      {ask.failure && (
        <Failure title={i18n._({ id: 'safe.return.failed', message: 'Your request was not sent' })}>
          {errorText(ask.failure)}
        </Failure>
      )}
      <Button look="secondary" busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
        {i18n._({ id: 'safe.return.ask', message: 'Ask to return to play' })}
      </Button>
    </>
  );
}
