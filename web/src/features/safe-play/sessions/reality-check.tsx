/** The reality check that is due: time, stakes and result of the session. Stakes are accepted again once the player has confirmed it. */
import { type RealityCheck, type Session, sessionRoutes } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { lengthText } from '../../../domain/safe-play/limit-labels.ts';
import { playSessionQuery } from '../../../domain/safe-play/queries.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SessionFigures } from './session-figures.tsx';
import { confirmedCheck } from './shown-reminders.ts';

interface Props {
  session: Session;
  check: RealityCheck;
  /** Closing without an answer: the check stays due. */
  onClose: () => void;
}

export function RealityCheckDialog({ session, check, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const nowMs = useNow();
  const acknowledge = useAction({
    run: (id: string) => call(sessionRoutes.acknowledge, { params: { id } }),
    touches: [['risk']],
    onDone: (next, id) => {
      client.setQueryData(playSessionQuery.queryKey, next);
      confirmedCheck.set(id);
    },
  });
  const leave = (to: string) => {
    onClose();
    void navigate(to);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => !acknowledge.isPending && acknowledge.mutate(check.id)}
      title={i18n._({ id: 'safe.check.title', message: 'Reality check' })}
      foot={
        <>
          <Button look="secondary" onClick={() => leave('/safe-play')}>
            {i18n._({ id: 'safe.check.stop', message: 'Stop playing' })}
          </Button>
          <Button type="submit" busy={acknowledge.isPending}>
            {i18n._({ id: 'safe.check.continue', message: 'Continue' })}
          </Button>
        </>
      }
    >
      {acknowledge.failure && (
        <Failure title={i18n._({ id: 'safe.check.failed', message: 'Not confirmed. Play is still paused.' })}>
          {errorText(acknowledge.failure)}
        </Failure>
      )}
      <p data-first tabIndex={-1} className="outline-none">
        {i18n._({
          id: 'safe.check.text',
          message: 'Play is paused until you continue. You see this every {length} of play.',
          values: { length: lengthText(check.minutes) },
        })}
      </p>
      <SessionFigures session={session} nowMs={nowMs} />
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-13">
        <button type="button" onClick={() => leave('/safe-play/statement')} className="underline underline-offset-4">
          {i18n._({ id: 'safe.statement', message: 'Activity statement' })}
        </button>
        <button
          type="button"
          onClick={() => leave('/account?tab=responsible-gaming')}
          className="underline underline-offset-4"
        >
          {i18n._({ id: 'safe.limits.title', message: 'Your limits' })}
        </button>
      </p>
    </Dialog>
  );
}
